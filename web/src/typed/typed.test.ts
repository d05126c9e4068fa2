import { beforeAll, expect, it } from 'vitest';
import { GAME_IDS } from '../games/game';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { GameHistory } from '../session/gameHistory.svelte';
import { examples } from './examples';
import { problemText } from './problemText';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

it.each(GAME_IDS)('%s: the examples are moves', (game) => {
	const table = new GameHistory(rules, game, '', [], {});
	for (const style of ['western', 'japanese'] as const)
		for (const text of examples(game, style).split(', '))
			expect(table.read(text).reading.kind, text).toBe('legal');
});

it('says what is wrong with a text', () => {
	const table = new GameHistory(rules, 'shogi', '4k4/9/9/9/9/9/4P4/3G1G3/4K4 b P 1', [], {});
	const say = (text: string) => problemText('shogi', text, table.read(text));
	expect(say('hm')).toBe('“hm” is not a move. Try P-76, 7g7f.');
	expect(say('G-58')).toBe('“G-58” could be G68-58 / G48-58. Choose one.');
	expect(say('P*55')).toContain('Two pawns');
	expect(say('+R-55')).toBe('You have no dragon that can go there.');
	expect(say('11')).toBe('None of your pieces can go there.');
	expect(say('G-11')).toBe('A gold doesn’t move like that.');
	expect(say('G-67')).toBe('');
});
