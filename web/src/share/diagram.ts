/**
 * Self-contained SVG diagram of a position: board, hands, last move and side to move. Piece pictures are embedded;
 * only the caption needs a font.
 */
import { type Labels, placeOf } from '../rules/geometry';
import type { GameState } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import { LOOKS, type Look, other, type Side, type VariantId } from '../rules/variant';
import { FIELD, STROKES } from './strokes';

export interface Colors {
	board: string;
	line: string;
	light: string;
	dark: string;
	zone: string;
	paper: string;
	ink: string;
	mark: string;
}

export interface DiagramInput {
	position: GameState;
	bottom: Side;
	labels: Labels | null;
	/** Letters of pieces that can be in hand, strongest first. */
	handOrder: readonly string[];
	colors: Colors;
	caption?: string | undefined;
	/** SVG text of a piece; `letter` is `P`, or `pP` when promoted. */
	piece: (side: Side, letter: string) => string;
}

const WIDTH = 110;
const MARGIN = 34;
/** Font size and height of the caption line. */
const CAPTION = { size: 46, room: 76 };
/** Ranks of each promotion zone on a checkered board. */
const ZONE = 3;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Stroked text of a height, centred on x and y. */
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

/** A piece picture as a symbol. Its ids get a prefix to be unique in the document. */
function symbol(name: string, svg: string): string {
	const [, box = '0 0 110 120'] = /viewBox="([^"]+)"/.exec(svg) ?? [];
	const inner = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
	const own = inner
		.replace(/\bid="([^"]+)"/g, `id="${name}-$1"`)
		.replace(/url\(#([^)]+)\)/g, `url(#${name}-$1)`)
		.replace(/href="#([^"]+)"/g, `href="#${name}-$1"`);
	return `<symbol id="${name}" viewBox="${box}">${own}</symbol>`;
}

class Layout {
	readonly look: Look;
	readonly height: number;
	readonly board: { width: number; height: number };
	readonly hand: number;
	readonly left = MARGIN;
	readonly top: number;
	readonly size: { width: number; height: number };

	constructor(
		game: VariantId,
		readonly head: number,
	) {
		this.look = LOOKS[game];
		this.height = WIDTH * this.look.squareHeight;
		this.board = { width: this.look.files * WIDTH, height: this.look.ranks * this.height };
		this.hand = this.height * 0.92;
		this.top = head + this.hand + MARGIN;
		this.size = {
			width: this.board.width + 2 * MARGIN,
			height: head + this.board.height + 2 * (this.hand + MARGIN),
		};
	}
}

class Pieces {
	readonly #symbols = new Map<string, string>();

	constructor(
		readonly picture: DiagramInput['piece'],
		readonly height: number,
	) {}

	put(side: Side, letter: string, x: number, y: number, scale = 1): string {
		const name = `${side}-${letter}`;
		if (!this.#symbols.has(name)) this.#symbols.set(name, symbol(name, this.picture(side, letter)));
		const [w, h] = [WIDTH * scale, this.height * scale];
		return `<use href="#${name}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}"/>`;
	}

	definitions(): string {
		return `<defs>${[...this.#symbols.values()].join('')}</defs>`;
	}
}

/** Layers below the grid: square colours and the last move. */
function squares({ position, bottom, colors }: DiagramInput, { look, height, board }: Layout): string[] {
	const whole = (fill: string, ranks = look.ranks, row = 0) =>
		`<rect y="${(row * height).toFixed(1)}" width="${board.width}" height="${(ranks * height).toFixed(1)}" fill="${fill}"/>`;
	const surface = [whole(look.checkered ? colors.light : colors.board)];
	if (look.checkered) {
		for (let row = 0; row < look.ranks; row++)
			for (let column = (row + 1) % 2; column < look.files; column += 2)
				surface.push(
					`<rect x="${column * WIDTH}" y="${(row * height).toFixed(1)}" width="${WIDTH}" height="${height.toFixed(1)}" fill="${colors.dark}"/>`,
				);
		surface.push(whole(colors.zone, ZONE), whole(colors.zone, ZONE, look.ranks - ZONE));
	}
	const { lastMove } = position;
	for (const square of [lastMove?.from, lastMove?.to]) {
		if (!square) continue;
		const { column, row } = placeOf(square, look, bottom);
		surface.push(
			`<rect class="last" x="${column * WIDTH + 3}" y="${(row * height + 3).toFixed(1)}" width="${WIDTH - 6}" height="${(height - 6).toFixed(1)}" fill="${colors.mark}" fill-opacity=".18" stroke="${colors.mark}" stroke-width="5"/>`,
		);
	}
	return surface;
}

/** Border, and on an uncheckered board lines and dots. */
function grid({ colors }: DiagramInput, { look, height, board }: Layout): string[] {
	const lines = [`M0 0H${board.width}V${board.height.toFixed(1)}H0Z`];
	const dots: string[] = [];
	if (!look.checkered) {
		for (let i = 1; i < look.files; i++) lines.push(`M${i * WIDTH} 0V${board.height.toFixed(1)}`);
		for (let i = 1; i < look.ranks; i++) lines.push(`M0 ${(i * height).toFixed(1)}H${board.width}`);
		for (const y of look.dots ? [look.dots, look.ranks - look.dots] : [])
			for (const x of [look.dots, look.files - look.dots])
				dots.push(`<circle cx="${x * WIDTH}" cy="${(y * height).toFixed(1)}" r="8" fill="${colors.line}"/>`);
	}
	return [...dots, `<path d="${lines.join('')}" fill="none" stroke="${colors.line}" stroke-width="3"/>`];
}

function coordinates({ labels }: DiagramInput, { look, height, board, left, top }: Layout): string[] {
	const { files, ranks } = labels ?? { files: [], ranks: [] };
	const fileY = look.checkered ? top + board.height + MARGIN / 2 : top - MARGIN / 2;
	const rankX = look.checkered ? left - MARGIN / 2 : left + board.width + MARGIN / 2;
	return [
		...files.map((text, i) => sign(text, left + (i + 0.5) * WIDTH, fileY, 20)),
		...ranks.map((text, i) => sign(text, rankX, top + (i + 0.5) * height, 20)),
	];
}

/** Piece stand: marker of the side to move and pieces in hand with their counts. */
function stand(input: DiagramInput, layout: Layout, pieces: Pieces, side: Side): { signs: string[]; held: string[] } {
	const { position, bottom, colors } = input;
	const { height, board, hand, left, top } = layout;
	const middle = (side === bottom ? top + board.height + MARGIN : layout.head) + hand / 2;
	const turn = !position.outcome && position.side === side;
	const outline = 'M0-17L13-11 17 17H-17L-13-11Z';
	const turned = side === bottom ? '' : ' rotate(180)';
	const signs = [
		`<path class="${turn ? 'turn' : 'waits'}" transform="translate(${left + 20} ${middle.toFixed(1)})${turned}" d="${outline}" fill="${turn ? colors.mark : 'none'}" stroke="${turn ? colors.mark : colors.ink}" stroke-width="3"/>`,
	];
	const held: string[] = [];
	const kinds = input.handOrder.filter((letter) => (position.hands[side][letter] ?? 0) > 0);
	const scale = 0.8;
	const step = Math.min(WIDTH * scale + 34, (board.width - 60) / Math.max(1, kinds.length));
	kinds.forEach((letter, i) => {
		const x = left + 54 + i * step;
		const count = position.hands[side][letter] ?? 0;
		// Outside the group of signs, so that pieces do not inherit its stroke.
		held.push(pieces.put(side, letter.toUpperCase(), x, middle - (height * scale) / 2, scale));
		if (count > 1) signs.push(`<g class="count">${sign(String(count), x + WIDTH * scale + 8, middle + 20, 24)}</g>`);
	});
	return { signs, held };
}

/** Caption in the reader's sans-serif font: it may contain any character, too many for stroke data. */
function written({ caption, colors }: DiagramInput, { size }: Layout): string {
	if (!caption) return '';
	const at = `x="${size.width / 2}" y="${(CAPTION.room + CAPTION.size) / 2}" text-anchor="middle"`;
	return `<text class="caption" ${at} font-family="sans-serif" font-size="${CAPTION.size}" font-weight="600" fill="${colors.ink}">${escaped(caption)}</text>`;
}

export function diagram(input: DiagramInput): string {
	const { position, bottom, colors, caption } = input;
	const layout = new Layout(position.game, caption ? CAPTION.room : 0);
	const { look, height, left, top, size } = layout;
	const pieces = new Pieces(input.piece, height);
	const placed = piecesOf(position.board, look).map(({ square, side, letter }) => {
		const { column, row } = placeOf(square, look, bottom);
		return pieces.put(side, letter, column * WIDTH, row * height);
	});
	const stands = [other(bottom), bottom].map((side) => stand(input, layout, pieces, side));
	const board = [...squares(input, layout), ...grid(input, layout), ...placed];
	const signs = [...coordinates(input, layout), ...stands.flatMap((one) => one.signs)];
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height.toFixed(0)}" width="${size.width}" height="${size.height.toFixed(0)}">`,
		`<desc>${escaped(`${position.game} ${position.position}`)}</desc>`,
		pieces.definitions(),
		`<rect width="100%" height="100%" fill="${colors.paper}"/>`,
		written(input, layout),
		`<g transform="translate(${left} ${top.toFixed(1)})">${board.join('')}</g>`,
		`<g fill="none" stroke="${colors.ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${signs.join('')}</g>`,
		...stands.flatMap((one) => one.held),
		'</svg>',
	].join('');
}
