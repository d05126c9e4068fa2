import { beforeAll, expect, it } from 'vitest';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { GameHistory } from './gameHistory.svelte';
import { losingMoveOf } from './losingMove';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const NIFU = '4k/5/5/P4/4K b P 1';

function attempt(ruleSet: Record<string, string>, tried: { from?: string; letter?: string; to: string }) {
	const history = new GameHistory(rules, 'minishogi', NIFU, [], ruleSet);
	const refusal = history.explain(tried as never);
	const lost = refusal && losingMoveOf(history, tried as never, refusal);
	if (lost) history.play(lost);
	const { outcome, moves } = history.now;
	history.free();
	return { lost, outcome, moves };
}

it('a second pawn on a file loses a strict game and does not enter the position', () => {
	const { lost, outcome, moves } = attempt({ 'illegal-move': 'loses' }, { letter: 'P', to: '5c' });
	expect(lost).toBe('P*5c');
	expect(outcome).toMatchObject({ winner: 'second', reason: 'illegal-move' });
	expect(moves).toEqual([]);
});

it('is refused under other rules', () => {
	expect(attempt({}, { letter: 'P', to: '5c' })).toMatchObject({ lost: null, outcome: null });
});

it('a square out of the piece’s reach is a slip, also in a strict game', () => {
	const strict = { 'illegal-move': 'loses' };
	for (const tried of [
		{ from: '1e', to: '5a' },
		{ letter: 'P', to: '1a' },
		{ from: '5d', to: '5b' },
	])
		expect(attempt(strict, tried)).toMatchObject({ lost: null, outcome: null });
});
