// Chart of speed ratios: a dot per comparison with the interquartile range of its rounds, on a
// logarithmic scale, grouped by game.

import { ratios } from "./ratios.mjs";

const WIDTH = 860;
const LEFT = 300;
const RIGHT = 30;
const ROW = 20;
/** Peers differ in shape too, not in colour alone. */
const STYLES = {
  shunsai: { colour: "#1c5d99", shape: (x, y) => `<circle cx="${x}" cy="${y}" r="5"/>` },
  haitaka: { colour: "#a23b00", shape: (x, y) => `<rect x="${x - 4.5}" y="${y - 4.5}" width="9" height="9"/>` },
  "fairy-stockfish": { colour: "#3d6b1f", shape: (x, y) => `<path d="M${x} ${y - 6}l6 10h-12z"/>` },
  rsshogi: { colour: "#8a6d00", shape: (x, y) => `<path d="M${x} ${y + 6}l6 -10h-12z"/>` },
  sekirei: { colour: "#7b4397", shape: (x, y) => `<path d="M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>` },
};
const TICKS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200];

export function chart(record) {
  const rows = ratios(record);
  const most = Math.max(2, ...rows.map(({ spread }) => spread.high)) * 1.15;
  const least = Math.min(0.8, ...rows.map(({ spread }) => spread.low)) / 1.05;
  const scale = (WIDTH - LEFT - RIGHT) / Math.log(most / least);
  const at = (value) => Number((LEFT + Math.log(value / least) * scale).toFixed(1));
  const games = [...new Set(rows.map(({ case: of }) => of.game))];
  const height = 90 + rows.length * ROW + games.length * 26;

  const parts = [];
  const write = (x, y, text, more = "") => parts.push(`<text x="${x}" y="${y}" ${more}>${text}</text>`);
  write(12, 24, "Komadai's speed through a node, as a multiple of the peer's", 'class="title"');
  const measured = Object.entries(STYLES).filter(([name]) => rows.some(({ theirs }) => theirs.peer === name));
  measured.forEach(([name, { colour, shape }], index) => {
    parts.push(`<g fill="${colour}">${shape(18 + index * 150, 46)}</g>`);
    write(30 + index * 150, 50, name);
  });
  for (const tick of TICKS.filter((value) => value > least && value < most)) {
    const bold = tick === 1 ? ' class="one"' : "";
    parts.push(`<path d="M${at(tick)} 64V${height - 24}"${bold}/>`);
    write(at(tick), height - 8, `${tick}×`, 'text-anchor="middle"');
  }
  let y = 60;
  for (const game of games) {
    y += 26;
    write(12, y, game, 'class="game"');
    for (const { case: of, ours, theirs, spread } of rows.filter(({ case: { game: name } }) => name === game)) {
      y += ROW;
      const { colour, shape } = STYLES[theirs.peer] ?? STYLES.shunsai;
      const leaves = ours.convention === theirs.convention ? ours.convention : `${ours.convention} against ${theirs.convention}`;
      write(24, y + 4, `${of.name}, depth ${of.depth}, ${leaves}`);
      parts.push(`<g fill="${colour}" stroke="${colour}"><path d="M${at(spread.low)} ${y}H${at(spread.high)}" stroke-width="2"/>${shape(at(spread.median), y)}</g>`);
      write(Math.min(at(spread.high) + 12, WIDTH - 34), y + 4, spread.median.toFixed(spread.median < 10 ? 2 : 0), 'class="value"');
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Speed of Komadai's move generator as a multiple of its peers'">
<style>text{font:12px system-ui,sans-serif;fill:#222}.title{font-size:15px;font-weight:600}.game{font-weight:600}.value{fill:#444;font-size:11px}path{stroke:#ddd}.one{stroke:#555}g path{stroke:inherit}</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}
