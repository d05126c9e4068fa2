// Compares Komadai's reading of the tests' dialects with three other readers: whole trees with moves, comments, times, ends
// and variations with tsshogi and json-kifu-format; start and main line with shogiops.
//
//   trees.mjs PROGRAM FOLDER       FOLDER has the dialects

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import jkf from "json-kifu-format";
import { parseCsaHeader, parseCsaMovesOrDrops } from "shogiops/notation/csa";
import { parseKifHeader, parseKifMovesOrDrops } from "shogiops/notation/kif";
import { initialSfen, makeSfen } from "shogiops/sfen";
import { makeUsi } from "shogiops/util";
import * as tsshogi from "tsshogi";

const [program, folder] = process.argv.slice(2);

const ENCODING = "knows UTF-8 and Shift-JIS alone";
const NO_POINT = "knows no point behind a number";
const NO_START = "wants a start position";
const END_IN_COMMENT = "takes the end of 81Dojo for a comment";

/** Files that a reader cannot read or reads differently, with the reason. */
const OTHERWISE = {
  tsshogi: {
    "81dojo.kif": END_IN_COMMENT,
    "bod.kif": "skips the line below the diagram",
    "books-without-marks.ki2u": "skips moves without marks",
    "cr-only.kif": "knows no lines that end in CR",
    "cshogi.kifu": "keeps 入玉宣言 as a word",
    "euc-jp.kif": ENCODING,
    "floodgate.csa": "skips the summary and comments for people",
    "iso-2022-jp.kif": ENCODING,
    "kifu-for-js.jkf": "loses the target of 同 that only the move before says",
    "lishogi.csa": "skips comments for people",
    "numbered-with-dots.kif": NO_POINT,
    "playground.kif": "plays the illegal move",
    "shogi-wars.csa": NO_START,
  },
  "json-kifu-format": {
    "81dojo.kif": END_IN_COMMENT,
    "bod.kif": "wants a move",
    "books-without-marks.ki2u": "wants marks",
    "cshogi.kifu": "refuses まで2手で入玉宣言",
    "denryusen.kif": "refuses an origin of zeros",
    "dos-end.kif": "refuses the end mark of DOS",
    "euc-jp.kif": ENCODING,
    "floodgate.csa": "takes the summary and the last diagram for comments",
    "iso-2022-jp.kif": ENCODING,
    "lishogi.csa": "refuses headers without a version",
    "numbered-with-dots.kif": NO_POINT,
    "playground.kif": "refuses the illegal move that ended the game",
    "shogi-wars.csa": NO_START,
    "shogihome.kifu": "reads 封じ手 as 中断",
  },
  shogiops: {
    "bod.kif": "takes the first player to be to move",
    "cr-only.kif": "lines are cut here, at LF",
    "euc-jp.kif": ENCODING,
    "iso-2022-jp.kif": ENCODING,
    "lishogi-handicap.kif": "takes 三枚落ち for that of Minishogi",
    "numbered-with-dots.kif": NO_POINT,
    "playground.kif": "reads the illegal move too",
    "shogi-wars.csa": NO_START,
  },
};

/** Komadai's reading, as JKF. */
function ours(path) {
  const done = spawnSync(program, ["convert", "--game", "shogi", "--to", "json", path, "-"], { encoding: "utf8" });
  if (done.status !== 0 || done.stderr !== "") throw new Error(`komadai convert ${path}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

const LETTERS = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R", OU: "K" };
const square = ({ x, y }) => `${x}${String.fromCharCode(96 + y)}`;

function usiOf({ from, to, piece, promote }) {
  return from ? `${square(from)}${square(to)}${promote ? "+" : ""}` : `${LETTERS[piece]}*${square(to)}`;
}

/** Comments without the parts that readers remove: evaluations, and the signs before them. */
function withoutSigns(comment) {
  const kept = comment.split("\n").map((line) => line.replace(/^\*+/, "").trim());
  return kept.filter((line) => line && !/^#?評価値=|^&/.test(line)).join("\n");
}

/** The nodes of a JKF, the main line first, each with its depth; targets of 同 are filled in. */
function treeOfJkf({ moves }) {
  const lines = [];
  const node = (step, depth, previous) => {
    const to = step.move?.to ?? previous;
    const said = step.move ? usiOf({ ...step.move, to }) : (step.end?.reason ?? step.special ?? "start");
    const now = step.time?.now;
    const seconds = now ? (now.h ?? 0) * 3600 + now.m * 60 + (now.s ?? 0) : 0;
    lines.push({ depth, said, seconds, comment: withoutSigns((step.comments ?? []).join("\n")) });
    return to;
  };
  const line = (steps, depth, previous) => {
    let last = previous;
    const forks = [];
    steps.forEach((step, index) => {
      forks.push(...(step.forks ?? []).map((fork) => [fork, depth + index, last]));
      last = node(step, depth + index, last);
    });
    for (const [fork, at, before] of forks.reverse()) line(fork, at, before);
  };
  line(moves, 0, undefined);
  return lines;
}

function treeOfTsshogi(record) {
  const lines = [];
  const visit = (first) => {
    const branches = [];
    for (let node = first; node; node = node.next) {
      const { move } = node;
      const said = node.ply === 0 ? "start" : move instanceof tsshogi.Move ? move.usi : (move.name ?? move.type);
      lines.push({ depth: node.ply, said, seconds: node.elapsedMs / 1000, comment: withoutSigns(node.comment) });
      if (node.branch && node.isFirstBranch) branches.push(node.branch);
    }
    for (const branch of branches.reverse()) {
      for (let other = branch; other; other = other.branch) visit(other);
    }
  };
  visit(record.first);
  return lines;
}

const ENDS = {
  TORYO: "resign", CHUDAN: "interrupt", SENNICHITE: "repetitionDraw", TIME_UP: "timeout", JISHOGI: "impass",
  KACHI: "enteringOfKing", TSUMI: "mate", ILLEGAL_MOVE: "illegal", "+ILLEGAL_ACTION": "illegal",
  "-ILLEGAL_ACTION": "illegal",
};

/** tsshogi's name of an end; illegal moves of both sides are one. */
const endOf = (said) => ENDS[said] ?? (/[a-z](Win|Lose)$/.test(said) ? "illegal" : said);

function compare(name, peer, found, expected, { comments = true, times = true } = {}) {
  const text = (lines) =>
    lines
      .map(({ depth, said, seconds, comment }) =>
        [depth, endOf(said), times ? seconds : 0, comments ? JSON.stringify(comment) : ""].join(" "),
      )
      .join("\n");
  if (text(found) !== text(expected)) {
    throw new Error(`${name}: ${peer} reads\n${text(found)}\nand we read\n${text(expected)}`);
  }
  return found.length;
}

function decoded(path) {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

const TSSHOGI = { kif: tsshogi.importKIF, ki2: tsshogi.importKI2, csa: tsshogi.importCSA, jkf: tsshogi.importJKFString };
const JKF = { kif: jkf.Parsers.parseKIF, ki2: jkf.Parsers.parseKI2, csa: jkf.Parsers.parseCSA };

/** The main line as USI, without its end. */
const lineOf = (tree) => {
  const line = [];
  for (const { depth, said } of tree.slice(1)) {
    if (depth !== line.length + 1 || !/^[1-9A-Z]/.test(said) || said === said.toUpperCase().replace(/[^A-Z_]/g, "")) break;
    line.push(said);
  }
  return line.join(" ");
};

/** Start and main line by shogiops, which reads neither numbers nor trees. */
function shogiopsLine(text, format) {
  const parse = { kif: [parseKifHeader, (_, moves) => parseKifMovesOrDrops(moves)], csa: [parseCsaHeader, parseCsaMovesOrDrops] };
  const [header, moves] = parse[format];
  const position = header(text).unwrap();
  const words =
    format === "csa"
      ? text.split(/[\n,]/).filter((line) => /^[+-]\d{4}[A-Z]{2}/.test(line))
      : text.split(/変化/)[0].split("\n").filter((line) => /^\s*\d+\s+\S/.test(line)).map((line) => line.replace(/^\s*\d+\s+/, ""));
  return { sfen: makeSfen(position), line: moves(position, words).map(makeUsi).join(" ") };
}

const counts = { tsshogi: 0, "json-kifu-format": 0, shogiops: 0 };
let failed = false;

function hold(name, peer, read) {
  const why = OTHERWISE[peer][name];
  let problem;
  try {
    read();
  } catch (error) {
    problem = error;
  }
  if (problem && !why) {
    console.error(`error: ${peer}: ${name}: ${problem.message}`);
    failed = true;
  } else if (!problem && why) {
    console.error(`error: ${peer} reads ${name} as we do: strike it off the list`);
    failed = true;
  } else if (!problem) {
    counts[peer] += 1;
  }
}

for (const name of readdirSync(folder).sort()) {
  const format = { kifu: "kif", ki2u: "ki2" }[name.split(".").at(-1)] ?? name.split(".").at(-1);
  if (!(format in TSSHOGI)) continue;
  const path = join(folder, name);
  const text = decoded(path).replaceAll("\r\n", "\n");
  const json = ours(path);
  const tree = treeOfJkf(json);
  hold(name, "tsshogi", () => {
    const record = TSSHOGI[format](text);
    if (record instanceof Error) throw record;
    compare(name, "tsshogi", treeOfTsshogi(record), tree, { times: format !== "ki2" });
  });
  if (format in JKF) {
    hold(name, "json-kifu-format", () => {
      compare(name, "json-kifu-format", treeOfJkf(JKF[format](text)), tree);
    });
  }
  if (format === "kif" || format === "csa") {
    hold(name, "shogiops", () => {
      const { sfen, line } = shogiopsLine(text, format);
      if (line !== lineOf(tree)) throw new Error(`${name}: ${line} instead of ${lineOf(tree)}`);
      const start = json.initial.position ?? (json.initial.preset === "HIRATE" ? initialSfen("standard") : sfen);
      if (sfen.split(" ").slice(0, 3).join() !== start.split(" ").slice(0, 3).join()) {
        throw new Error(`${name}: ${sfen} instead of ${start}`);
      }
    });
  }
}
if (failed) process.exit(1);
const all = Object.entries(counts).map(([peer, count]) => `${peer} ${count}`);
console.log(`    whole trees of dialects are the same: ${all.join(", ")}`);
