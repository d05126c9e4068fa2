/** A position as an SVG picture. Colours come from the page's style sheet. */
import { type Labels, placeOf } from '../rules/geometry';
import type { GameState, SquareName } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import type { Reach } from '../rules/reach';
import { LOOKS, other, type Side } from '../rules/variant';
import { escaped } from './escaped';

const WIDTH = 60;
const MARGIN = 20;
const TEXT_SIZE = { label: 13, count: 17 };
const GAP = 8;
const ZONE = 3;

export interface PictureInput {
	state: GameState;
	bottom: Side;
	labels: Labels;
	marks: readonly SquareName[];
	/** Tints the promotion zones; on a checkered board they always are. */
	zones: boolean;
	arrows: readonly (readonly [SquareName, SquareName])[];
	reach: readonly Reach[];
	/** Sides whose stands are drawn. */
	hands: Record<Side, boolean>;
	handOrder: readonly string[];
	alt: string;
	piece: (side: Side, letter: string) => string;
}

const round = (n: number) => Number(n.toFixed(1));

function surface(look: (typeof LOOKS)[keyof typeof LOOKS], height: number, zones: boolean): string {
	const [w, h] = [look.files * WIDTH, round(look.ranks * height)];
	const parts: string[] = [];
	const rect = (name: string, x: number, y: number, width: number, tall: number) =>
		parts.push(`<rect class="${name}" x="${x}" y="${round(y)}" width="${width}" height="${round(tall)}"/>`);
	rect(look.checkered ? 'light' : 'base', 0, 0, w, h);
	const lines = [`M0 0H${w}V${h}H0Z`];
	const depth = look.checkered ? ZONE : zones ? look.dots : 0;
	if (look.checkered) {
		const dark: string[] = [];
		for (let row = 0; row < look.ranks; row++)
			for (let column = (row + 1) % 2; column < look.files; column += 2)
				dark.push(`M${column * WIDTH} ${row * height}h${WIDTH}v${height}h-${WIDTH}z`);
		parts.push(`<path class="dark" d="${dark.join('')}"/>`);
	} else {
		for (let i = 1; i < look.files; i++) lines.push(`M${i * WIDTH} 0V${h}`);
		for (let i = 1; i < look.ranks; i++) lines.push(`M0 ${round(i * height)}H${w}`);
		for (const y of [look.dots, look.ranks - look.dots])
			for (const x of [look.dots, look.files - look.dots])
				parts.push(`<circle class="dot" cx="${x * WIDTH}" cy="${round(y * height)}" r="4"/>`);
	}
	if (depth > 0) for (const y of [0, look.ranks - depth]) rect('zone', 0, y * height, w, depth * height);
	parts.push(`<path class="lines" d="${lines.join('')}"/>`);
	return parts.join('');
}

export function picture(input: PictureInput): string {
	const { state, bottom } = input;
	const look = LOOKS[state.game];
	const height = WIDTH * look.squareHeight;
	const room = (side: Side) => (input.hands[side] ? height + GAP : 0);
	const [above, below] = [room(other(bottom)), room(bottom)];
	const board = { width: look.files * WIDTH, height: look.ranks * height };
	const size = { width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN + above + below };
	const at = (square: SquareName) => {
		const { column, row } = placeOf(square, look, bottom);
		return { x: column * WIDTH, y: row * height };
	};
	const center = (square: SquareName) => {
		const { x, y } = at(square);
		return { x: x + WIDTH / 2, y: y + height / 2 };
	};
	const tint = (name: string, square: SquareName) => {
		const { x, y } = at(square);
		return `<rect class="${name}" x="${x + 2}" y="${round(y + 2)}" width="${WIDTH - 4}" height="${round(height - 4)}" rx="3"/>`;
	};
	const image = (side: Side, letter: string, x: number, y: number, scale = 1) =>
		`<image href="${input.piece(side, letter)}" x="${round(x)}" y="${round(y)}" width="${round(WIDTH * scale)}" height="${round(height * scale)}"/>`;

	const { lastMove } = state;
	const last = [lastMove?.from, lastMove?.to].filter((square): square is SquareName => Boolean(square));
	const pieces = piecesOf(state.board, look).map(({ square, side, letter }) => {
		const { x, y } = at(square);
		return image(side, letter, x, y);
	});
	const reached = input.reach.map(({ square, how, only }) => {
		const { x, y } = center(square);
		const place = `cx="${x}" cy="${round(y)}"`;
		const name = `reach ${how}${only === 'both' ? '' : ` ${only}`}`;
		return `<circle class="${name}" ${place} r="${how === 'leap' ? 15 : 10}"/>`;
	});
	const arrows = input.arrows.map(([from, to]) => {
		const [a, b] = [center(from), center(to)];
		const [dx, dy] = [b.x - a.x, b.y - a.y];
		const length = Math.hypot(dx, dy) || 1;
		const [ux, uy] = [dx / length, dy / length];
		const tip = { x: b.x - ux * 8, y: b.y - uy * 8 };
		const neck = { x: tip.x - ux * 16, y: tip.y - uy * 16 };
		const head = [tip, { x: neck.x - uy * 9, y: neck.y + ux * 9 }, { x: neck.x + uy * 9, y: neck.y - ux * 9 }];
		const points = head.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
		return `<path class="shaft" d="M${round(a.x + ux * 16)} ${round(a.y + uy * 16)}L${round(neck.x)} ${round(neck.y)}"/><polygon class="head" points="${points}"/>`;
	});

	const fileY = look.checkered ? board.height + MARGIN / 2 : -MARGIN / 2;
	const rankX = look.checkered ? -MARGIN / 2 : board.width + MARGIN / 2;
	const text = (name: keyof typeof TEXT_SIZE, words: string, x: number, y: number) =>
		`<text class="${name}" font-size="${TEXT_SIZE[name]}" x="${round(x)}" y="${round(y)}" text-anchor="middle" dominant-baseline="central">${escaped(words)}</text>`;
	const labels = [
		...input.labels.files.map((label, i) => text('label', label, (i + 0.5) * WIDTH, fileY)),
		...input.labels.ranks.map((label, i) => text('label', label, rankX, (i + 0.5) * height)),
	];

	const stand = (side: Side, y: number): string => {
		const kinds = input.handOrder.filter((letter) => (state.hands[side][letter] ?? 0) > 0);
		const step = Math.min(WIDTH + 18, board.width / Math.max(1, kinds.length));
		const left = side === bottom ? board.width - step * kinds.length : 0;
		const plate = `<rect class="edge" x="${-MARGIN}" y="${round(y)}" width="${size.width}" height="${round(height)}" rx="4"/>`;
		const held = kinds
			.map((letter, i) => {
				const count = state.hands[side][letter] ?? 0;
				const x = left + i * step;
				const number = count > 1 ? text('count', String(count), x + WIDTH * 0.9 + 6, y + height * 0.7) : '';
				return image(side, letter.toUpperCase(), x, y + height * 0.05, 0.9) + number;
			})
			.join('');
		return plate + held;
	};
	const stands = [
		above > 0 ? stand(other(bottom), -MARGIN - above) : '',
		below > 0 ? stand(bottom, board.height + MARGIN + GAP) : '',
	].join('');

	return [
		`<svg class="position" viewBox="${-MARGIN} ${round(-MARGIN - above)} ${size.width} ${round(size.height)}" width="${size.width}" height="${round(size.height)}" role="img" aria-label="${escaped(input.alt)}">`,
		`<rect class="edge" x="${-MARGIN}" y="${-MARGIN}" width="${size.width}" height="${round(board.height + 2 * MARGIN)}" rx="4"/>`,
		surface(look, height, input.zones),
		last.map((square) => tint('last', square)).join(''),
		input.marks.map((square) => tint('mark', square)).join(''),
		pieces.join(''),
		reached.join(''),
		arrows.join(''),
		labels.join(''),
		stands,
		'</svg>',
	].join('');
}
