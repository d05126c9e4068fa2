/** Scripted games agree with the program. */
import { script, sideAt, VARIANT_IDS } from '../lib/scripts.ts';
import { ask } from '../lib/server.ts';
import { expect, test } from '../lib/test.ts';

interface Answer {
	position: string;
	side: string;
	legal: string[];
	outcome: { winner: string | null; reason: string; ply: number } | null;
}

function position(game: string, ...more: string[]): Answer {
	return JSON.parse(ask('position', game, ...more)) as Answer;
}

for (const game of VARIANT_IDS) {
	test(`${game}: the committed game is right`, () => {
		const { start, moves, refusals, outcome } = script(game);
		let before = position(game);
		expect(before.position).toBe(start);
		for (const [ply, step] of moves.entries()) {
			expect(before.legal, `move ${ply + 1}`).toContain(step.move);
			before = position(game, '--position', before.position, '--moves', step.move);
			expect(before.position, `after move ${ply + 1}`).toBe(step.position);
		}
		const all = position(game, '--moves', moves.map((step) => step.move).join(' '));
		expect(all.outcome).toEqual(outcome);

		expect(moves.length).toBeGreaterThanOrEqual(40);
		for (const side of ['first', 'second']) {
			const own = moves.filter((_, ply) => sideAt(ply) === side);
			expect(own.filter((step) => step.capture).length, `captures of ${side}`).toBeGreaterThanOrEqual(2);
			expect(own.filter((step) => step.drop).length, `drops of ${side}`).toBeGreaterThanOrEqual(2);
		}
		expect(moves.some((step) => step.promote)).toBe(true);
		// Promotion is compulsory in Tori Shogi only.
		expect(moves.some((step) => step.promotion === 'optional' && !step.promote)).toBe(game !== 'torishogi');
		expect(refusals.length).toBeGreaterThanOrEqual(5);
	});
}
