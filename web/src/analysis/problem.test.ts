import { beforeAll, describe, expect, it } from 'vitest';
import { lineOf, positionsOf } from '../database/line';
import { writeLink } from '../records/link';
import { recordOfLink } from '../records/ofLink';
import { openLink } from '../records/openLink';
import { readPosition } from '../records/readPosition';
import { emptyRecord } from '../records/tree';
import type { RulesModule } from '../rules/module';
import { checkSetup, isProblem } from '../rules/problem';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { Analysis } from './analysis.svelte';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

/** A lone king in a corner against a side without one, and a move of that side. */
const PROBLEMS: Record<VariantId, { position: string; move: string }> = {
	shogi: { position: '8k/9/8P/9/9/9/9/9/9 b G 1', move: 'G*1b' },
	minishogi: { position: '4k/5/4P/5/5 b G 1', move: 'G*1b' },
	torishogi: { position: '6k/7/6S/7/7/7/7 b S 1', move: 'S*1b' },
	shogun: { position: '7k/8/8/8/8/8/8/8[R] w - - 0 1', move: 'R@h4' },
};

describe.each(VARIANT_IDS)('a problem of %s', (game) => {
	const { position, move } = PROBLEMS[game];
	it('lacks a king, and is no position of a game', () => {
		expect(isProblem(position)).toBe(true);
		expect(() => rules.checkPosition(game, position)).toThrow();
		expect(checkSetup(rules, game, position)).toBe(position);
	});

	it('opens on the analysis board, with its moves', () => {
		const record = emptyRecord(game, position, null);
		record.nodes.push({ parent: 0, move });
		const analysis = new Analysis(rules, record, 0);
		expect([analysis.problem, analysis.target.problem]).toEqual([true, true]);
		expect(analysis.history.now.position).toBe(position);
		analysis.forward();
		expect(analysis.history.now.moves).toEqual([move]);
		expect([...analysis.texts.values()].every((text) => text.length > 0)).toBe(true);
		expect(analysis.positionAfter([])).toBe(analysis.history.now.position);
		// Two ways to a node; the second rebuilds the board.
		analysis.toStart();
		analysis.forward();
		analysis.outcomeAt(analysis.at);
		analysis.stop();
	});

	it('is stored, found by position, and shared as a link', () => {
		const record = emptyRecord(game, position, null);
		const positions = positionsOf(rules, record);
		expect(positions).toEqual([position]);
		expect(lineOf(record, positions).positions).toHaveLength(1);
		expect(readPosition(rules, game, position, true)).toEqual({ position });
		expect(readPosition(rules, game, position)).toHaveProperty('problem');
		const link = writeLink({
			game,
			start: position,
			rules: {},
			moves: [],
			end: null,
			at: null,
			bottom: 'first',
			names: {},
		});
		expect(openLink(rules, link)).toHaveProperty('problem');
		const opened = openLink(rules, link, true);
		if (!('shared' in opened)) throw new Error(opened.problem());
		expect(recordOfLink(rules, opened.shared).start).toBe(position);
	});
});

it('start positions have both kings; a board without any is no mate problem', () => {
	for (const game of VARIANT_IDS) {
		const board = new rules.Game(game, '', {});
		expect(isProblem(board.state().position), game).toBe(false);
		board.free();
	}
	expect(isProblem('')).toBe(false);
	expect(isProblem('handicap:naked-king')).toBe(false);
	expect(isProblem('9/9/9/9/9/9/9/9/9 b G 1')).toBe(false);
	expect(() => checkSetup(rules, 'shogi', '9/9/9/9/9/9/9/9/9 b G 1')).toThrow();
});
