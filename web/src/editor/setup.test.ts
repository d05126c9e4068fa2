import { beforeAll, describe, expect, it } from 'vitest';
import { GAME_IDS } from '../games/game';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { emptySetup, placed, readSetup, setupText, withCastling, withHand } from './setup';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const startOf = (game: (typeof GAME_IDS)[number]) => {
	const board = new rules.Game(game, '', {});
	const { position } = board.state();
	board.free();
	return position;
};

describe.each(GAME_IDS)('%s', (game) => {
	it('start and handicaps come back the same', () => {
		const { handOrder, handicaps } = rules.gameSpec(game);
		for (const position of [startOf(game), ...handicaps.map((one) => one.position)]) {
			const setup = readSetup(game, position);
			expect(setup && setupText(setup, handOrder)).toBe(position);
		}
	});
	it('what is set up is read by the rules, or they say what is wrong', () => {
		const { handOrder } = rules.gameSpec(game);
		const kings = placed(placed(emptySetup(game), '3a', { side: 'second', letter: 'K' }), '3e', {
			side: 'first',
			letter: 'K',
		});
		const letter = handOrder.at(-1) ?? 'P';
		const held = withHand(withHand({ ...kings, side: 'second' }, 'first', letter, 1), 'second', letter, 1);
		const text = setupText(held, handOrder);
		expect(readSetup(game, rules.checkPosition(game, text))).toMatchObject({
			side: 'second',
			hands: { first: { [letter]: 1 } },
		});
		const none = setupText(placed(held, '3e', null), handOrder);
		expect(() => rules.checkPosition(game, none)).toThrow();
	});
});

it('castling rights of chess', () => {
	const setup = readSetup('shogun', startOf('shogun'));
	if (!setup) throw new Error('no setup');
	const { handOrder } = rules.gameSpec('shogun');
	expect(setupText(withCastling(setup, 'k', false), handOrder)).toContain(' KQq ');
	const none = ['K', 'Q', 'k', 'q'].reduce((now, right) => withCastling(now, right, false), setup);
	expect(setupText(none, handOrder)).toContain(' w - - 0 1');
});

it('the same piece again clears the square, and hands stay within what can be', () => {
	const pawn = { side: 'first', letter: 'pP' } as const;
	const once = placed(emptySetup('shogi'), '5e', pawn);
	expect(setupText(once, ['P'])).toBe('9/9/9/9/4+P4/9/9/9/9 b - 1');
	expect(placed(once, '5e', pawn).pieces.size).toBe(0);
	expect(withHand(once, 'first', 'P', -1).hands.first).toEqual({ P: 0 });
	expect(readSetup('shogi', '9/9 b - 1')).toBeNull();
	expect(readSetup('shogi', 'nonsense')).toBeNull();
});
