import { expect, it } from 'vitest';
import { CARD_WIDTH, placeCard, roomBeside } from './place';

const card = { width: 300, height: 180 };
const box = (left: number, top: number, width = 40, height = 44) => ({
	left,
	top,
	right: left + width,
	bottom: top + height,
});

it('stands beside the board if there is room', () => {
	const board = { left: 300, right: 900, top: 60, bottom: 700 };
	const screen = { width: 1280, height: 800 };
	const on = (one: typeof board) => placeCard(one, box(500, 400), card, screen, roomBeside(one, undefined, 1280));
	expect(on(board)).toEqual({ left: 910, top: 60 });
	expect(on({ left: 600, right: 1200, top: 60, bottom: 700 }).left).toBe(600 - 10 - CARD_WIDTH);
});

it('fits between board and list of moves, never over the list', () => {
	const board = { left: 200, right: 800, top: 60, bottom: 700 };
	const list = { left: 1000, right: 1270, top: 60, bottom: 500 };
	expect(roomBeside(board, list, 1280)).toEqual({ left: 810, width: 180 });
	const close = { left: 900, right: 1270, top: 60, bottom: 500 };
	expect(roomBeside(board, close, 1280)).toEqual({ left: 10, width: 180 });
	const onLeft = { left: 10, right: 190, top: 200, bottom: 500 };
	expect(roomBeside(board, onLeft, 1000)).toEqual({ left: 810, width: 180 });
	expect(roomBeside({ ...board, right: 860 }, onLeft, 1000)).toBeUndefined();
});

it('on a phone, is away from the piece and always on the screen', () => {
	const screen = { width: 360, height: 640 };
	const board = { left: 0, right: 360, top: 100, bottom: 493 };
	const top = (piece: number) => placeCard(board, box(160, piece), card, screen, undefined).top;
	expect(top(440)).toBeLessThan(100);
	expect(top(110)).toBe(640 - 180 - 10);
	expect(top(440)).toBeGreaterThan(0);
});

it('never covers the piece in question, on the board or in a hand', () => {
	const screens = [
		{ width: 1280, height: 800, board: { left: 200, right: 800, top: 60, bottom: 700 } },
		{ width: 360, height: 640, board: { left: 0, right: 360, top: 100, bottom: 493 } },
		{ width: 844, height: 390, board: { left: 240, right: 604, top: 4, bottom: 386 } },
		{ width: 320, height: 568, board: { left: 24, right: 296, top: 102, bottom: 400 } },
	];
	for (const { board, ...screen } of screens)
		for (let left = 0; left + 40 <= screen.width; left += 40)
			for (let top = 40; top + 44 <= screen.height; top += 44) {
				const asked = box(left, top);
				const at = placeCard(board, asked, card, screen, roomBeside(board, undefined, screen.width));
				const apart =
					at.left + card.width <= asked.left ||
					at.left >= asked.right ||
					at.top + card.height <= asked.top ||
					at.top >= asked.bottom;
				expect(apart, `${left} ${top} on ${screen.width}×${screen.height}`).toBe(true);
			}
});
