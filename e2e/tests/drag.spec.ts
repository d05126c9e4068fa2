/** Browser work during a drag: no forced layout, which delays the piece. */

import type { Page } from '@playwright/test';
import { newGame } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

interface Event {
	name: string;
	ph: string;
	pid: number;
	tid: number;
	ts: number;
	dur?: number;
	args: { data?: { type?: string } };
}

/** Counts forced layouts and style recalculations. */
async function forced(page: Page, act: () => Promise<void>): Promise<{ moves: number; layouts: number }> {
	const browser = page.context().browser();
	if (!browser) throw new Error('there is no browser');
	await browser.startTracing(page, {
		categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
	});
	await act();
	const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] };
	const events = trace.traceEvents.filter(({ ph }) => ph === 'X');
	const scripts = events.filter(({ name }) => name === 'FunctionCall' || name === 'FireAnimationFrame');
	const inside = (one: Event) =>
		scripts.some(
			({ pid, tid, ts, dur = 0 }) =>
				pid === one.pid && tid === one.tid && ts < one.ts && one.ts + (one.dur ?? 0) < ts + dur,
		);
	return {
		moves: events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'mousemove').length,
		layouts: events.filter((one) => (one.name === 'Layout' || one.name === 'UpdateLayoutTree') && inside(one)).length,
	};
}

test('a drag forces no layout while the finger moves', async ({ person }) => {
	const page = await person('player');
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	const [first] = script('shogi').moves;
	if (!first?.from) throw new Error('the game begins with a drop');
	const [from, to] = [await board.square(first.from), await board.square(first.to)];
	const STEPS = 30;
	const drag = async () => {
		for (let step = 1; step <= STEPS; step++) {
			const part = step / STEPS;
			await page.mouse.move(
				from.x + (to.x - from.x) * part,
				from.y + (to.y - from.y) * part + 40 * Math.sin(part * Math.PI),
			);
		}
	};
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x, from.y + 10);
	await expect(page.locator('piece.dragging')).toHaveCount(1);
	const seen = await forced(page, drag);
	expect(seen.moves).toBeGreaterThan(STEPS / 2);
	expect(seen.layouts).toBe(0);

	await test.step('a page that does so is found out', async () => {
		await page.mouse.move(from.x, from.y);
		await page.evaluate(() => {
			const box = document.querySelector<HTMLElement>('[data-testid="board"]');
			let wide = false;
			addEventListener('mousemove', () => {
				wide = !wide;
				box?.style.setProperty('padding-top', wide ? '1px' : '0px');
				box?.getBoundingClientRect();
			});
		});
		const slow = await forced(page, drag);
		expect(slow.layouts).toBeGreaterThanOrEqual(slow.moves / 2);
	});
	await page.mouse.up();
	await board.shows(first.position);
});

test('a touch that the system cancels in the middle of a drag puts the piece back', async ({ person }) => {
	const page = await person('player', { hasTouch: true, viewport: { width: 390, height: 844 } });
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	const [first] = script('shogi').moves;
	if (!first?.from) throw new Error('the game begins with a drop');
	const [from, to] = [await board.square(first.from), await board.square(first.to)];
	const session = await page.context().newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchCancel', points: { x: number; y: number }[]) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
	await touch('touchStart', [from]);
	await touch('touchMove', [{ x: from.x, y: from.y - 12 }]);
	await touch('touchMove', [to]);
	await expect(page.locator('piece.dragging')).toBeVisible();
	await touch('touchCancel', []);
	await expect(page.locator('piece.dragging')).toBeHidden();
	await expect(page.locator('sg-pieces piece.ghost')).toHaveCount(0);
	await expect(page.locator('sq.selected')).toHaveCount(0);
	await expect(board.root).toHaveAttribute('data-ply', '0');
	await board.put(first, 'tap');
	await expect(board.root).toHaveAttribute('data-ply', '1');
});
