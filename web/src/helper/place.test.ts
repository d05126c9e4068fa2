import { expect, it } from 'vitest';
import { placeCard } from './place';

const card = { width: 300, height: 180 };

it('stands beside the board where there is room', () => {
	const board = { left: 300, right: 900, top: 60, bottom: 700 };
	expect(placeCard(board, 400, card, { width: 1280, height: 800 })).toEqual({ left: 910, top: 60 });
	const right = { left: 600, right: 1200, top: 60, bottom: 700 };
	expect(placeCard(right, 400, card, { width: 1280, height: 800 }).left).toBe(290);
});

it('is on a phone away from the piece, and always on the screen', () => {
	const screen = { width: 360, height: 640 };
	const board = { left: 0, right: 360, top: 100, bottom: 493 };
	expect(placeCard(board, 450, card, screen).top).toBeLessThan(100);
	expect(placeCard(board, 120, card, screen).top).toBe(640 - 180 - 10);
	expect(placeCard(board, 450, card, screen).top).toBeGreaterThan(0);
});
