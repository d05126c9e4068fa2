/**
 * A position as one SVG document that needs nothing else: board, pieces, hands, the last move, and whose turn it
 * is. No fonts and no other files; the pieces' own pictures are taken into it.
 */
import { type Labels, placeOf } from '../board/geometry';
import { LOOKS, other, type Side } from '../games/game';
import { piecesOf } from '../play/pieces';
import type { GameState } from '../rules/module';
import { FIELD, STROKES } from './strokes';

export interface Colors {
	board: string;
	line: string;
	light: string;
	dark: string;
	zone: string;
	paper: string;
	ink: string;
	/** Last move and turn. */
	mark: string;
}

export interface DiagramInput {
	position: GameState;
	bottom: Side;
	/** Coordinates, as they are chosen. */
	labels: Labels | null;
	/** Letters of what can be in hand, strongest first. */
	handOrder: readonly string[];
	colors: Colors;
	/** The SVG text of a piece; `letter` is `P`, `pP` when promoted. */
	piece: (side: Side, letter: string) => string;
}

const WIDTH = 110;
const MARGIN = 34;
/** Ranks of either promotion zone on a checkered board. */
const ZONE = 3;

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A sign of `height`, its middle at x and y. */
function sign(text: string, x: number, y: number, height: number): string {
	const k = height / FIELD.height;
	const step = (FIELD.width + 2) * k;
	const left = x - (text.length * step) / 2 + k;
	return [...text]
		.map((letter, i) => {
			const at = `translate(${(left + i * step).toFixed(1)} ${(y - height / 2).toFixed(1)}) scale(${k.toFixed(3)})`;
			return `<path transform="${at}" d="${STROKES[letter] ?? ''}"/>`;
		})
		.join('');
}

/** A piece's picture as a symbol; the names inside it become its own. */
function symbol(name: string, svg: string): string {
	const [, box = '0 0 110 120'] = /viewBox="([^"]+)"/.exec(svg) ?? [];
	const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
	const own = inner
		.replace(/\bid="([^"]+)"/g, `id="${name}-$1"`)
		.replace(/url\(#([^)]+)\)/g, `url(#${name}-$1)`)
		.replace(/href="#([^"]+)"/g, `href="#${name}-$1"`);
	return `<symbol id="${name}" viewBox="${box}">${own}</symbol>`;
}

export function diagram(input: DiagramInput): string {
	const { position, bottom, colors } = input;
	const look = LOOKS[position.game];
	const height = WIDTH * look.squareHeight;
	const board = { width: look.files * WIDTH, height: look.ranks * height };
	const hand = height * 0.92;
	const left = MARGIN;
	const top = hand + MARGIN;
	const size = { width: board.width + 2 * MARGIN, height: board.height + 2 * (hand + MARGIN) };
	const symbols = new Map<string, string>();
	const put = (side: Side, letter: string, x: number, y: number, scale = 1) => {
		const name = `${side}-${letter}`;
		if (!symbols.has(name)) symbols.set(name, symbol(name, input.piece(side, letter)));
		const [w, h] = [WIDTH * scale, height * scale];
		return `<use href="#${name}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}"/>`;
	};

	const square = (column: number, row: number, fill: string) =>
		`<rect x="${column * WIDTH}" y="${(row * height).toFixed(1)}" width="${WIDTH}" height="${height.toFixed(1)}" fill="${fill}"/>`;
	const surface: string[] = [];
	const whole = (fill: string, ranks = look.ranks, row = 0) =>
		`<rect y="${(row * height).toFixed(1)}" width="${board.width}" height="${(ranks * height).toFixed(1)}" fill="${fill}"/>`;
	surface.push(whole(look.checkered ? colors.light : colors.board));
	if (look.checkered) {
		for (let row = 0; row < look.ranks; row++)
			for (let column = 0; column < look.files; column++)
				if ((row + column) % 2 === 1) surface.push(square(column, row, colors.dark));
		surface.push(whole(colors.zone, ZONE), whole(colors.zone, ZONE, look.ranks - ZONE));
	}
	const { lastMove } = position;
	for (const key of [lastMove?.from, lastMove?.to]) {
		if (!key) continue;
		const { column, row } = placeOf(key, look, bottom);
		surface.push(
			`<rect class="last" x="${column * WIDTH + 3}" y="${(row * height + 3).toFixed(1)}" width="${WIDTH - 6}" height="${(height - 6).toFixed(1)}" fill="${colors.mark}" fill-opacity=".18" stroke="${colors.mark}" stroke-width="5"/>`,
		);
	}
	const lines: string[] = [`M0 0H${board.width}V${board.height.toFixed(1)}H0Z`];
	if (!look.checkered) {
		for (let i = 1; i < look.files; i++) lines.push(`M${i * WIDTH} 0V${board.height.toFixed(1)}`);
		for (let i = 1; i < look.ranks; i++) lines.push(`M0 ${(i * height).toFixed(1)}H${board.width}`);
		for (const y of look.dots ? [look.dots, look.ranks - look.dots] : [])
			for (const x of [look.dots, look.files - look.dots])
				surface.push(
					`<circle cx="${x * WIDTH}" cy="${(y * height).toFixed(1)}" r="8" fill="${colors.line}"/>`,
				);
	}
	surface.push(`<path d="${lines.join('')}" fill="none" stroke="${colors.line}" stroke-width="3"/>`);

	const pieces = piecesOf(position.board, look).map(({ key, side, letter }) => {
		const { column, row } = placeOf(key, look, bottom);
		return put(side, letter, column * WIDTH, row * height);
	});

	const labels = input.labels ?? { files: [], ranks: [] };
	const fileY = look.checkered ? top + board.height + MARGIN / 2 : top - MARGIN / 2;
	const rankX = look.checkered ? left - MARGIN / 2 : left + board.width + MARGIN / 2;
	const signs = [
		...labels.files.map((text, i) => sign(text, left + (i + 0.5) * WIDTH, fileY, 20)),
		...labels.ranks.map((text, i) => sign(text, rankX, top + (i + 0.5) * height, 20)),
	];

	/** A stand: whose turn it is by a filled outline of a piece beside it, what is in hand with its number. */
	const held: string[] = [];
	const stand = (side: Side, y: number): string => {
		const parts: string[] = [];
		const middle = y + hand / 2;
		const turn = !position.outcome && position.side === side;
		const outline = `M0-17L13-11 17 17H-17L-13-11Z`;
		const turned = side === bottom ? '' : ' rotate(180)';
		parts.push(
			`<path class="${turn ? 'turn' : 'waits'}" transform="translate(${left + 20} ${middle.toFixed(1)})${turned}" d="${outline}" fill="${turn ? colors.mark : 'none'}" stroke="${turn ? colors.mark : colors.ink}" stroke-width="3"/>`,
		);
		const kinds = input.handOrder.filter((letter) => (position.hands[side][letter] ?? 0) > 0);
		const scale = 0.8;
		const step = Math.min(WIDTH * scale + 34, (board.width - 60) / Math.max(1, kinds.length));
		kinds.forEach((letter, i) => {
			const x = left + 54 + i * step;
			const count = position.hands[side][letter] ?? 0;
			// By themselves: pieces do not take on how signs are drawn.
			held.push(put(side, letter.toUpperCase(), x, middle - (height * scale) / 2, scale));
			if (count > 1)
				parts.push(`<g class="count">${sign(String(count), x + WIDTH * scale + 8, middle + 20, 24)}</g>`);
		});
		return parts.join('');
	};
	const hands = [stand(other(bottom), 0), stand(bottom, top + board.height + MARGIN)];

	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height.toFixed(0)}" width="${size.width}" height="${size.height.toFixed(0)}">`,
		`<desc>${escaped(`${position.game} ${position.position}`)}</desc>`,
		`<defs>${[...symbols.values()].join('')}</defs>`,
		`<rect width="100%" height="100%" fill="${colors.paper}"/>`,
		`<g transform="translate(${left} ${top.toFixed(1)})">${surface.join('')}${pieces.join('')}</g>`,
		`<g fill="none" stroke="${colors.ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${signs.join('')}${hands.join('')}</g>`,
		held.join(''),
		'</svg>',
	].join('');
}
