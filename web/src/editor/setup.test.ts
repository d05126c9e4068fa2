import { beforeAll, describe, expect, it } from 'vitest';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { EditedSetup } from './setup';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const startOf = (game: VariantId) => EditedSetup.of(rules, game, 'startpos');

describe.each(VARIANT_IDS)('%s', (game) => {
	it('start positions and handicaps are rebuilt unchanged, square by square', () => {
		const { handOrder, handicaps } = rules.gameSpec(game);
		const board = new rules.Game(game, '', {});
		const start = board.state().position;
		board.free();
		for (const position of [start, ...handicaps.map((one) => one.position)]) {
			const read = EditedSetup.of(rules, game, position);
			expect(read.text).toBe(position);
			let built = startOf(game).cleared().withSide(read.side);
			for (const [square, piece] of read.pieces) built = built.placed(square, piece);
			for (const side of ['first', 'second'] as const)
				for (const letter of handOrder)
					for (let i = read.hands[side][letter] ?? 0; i > 0; i--) built = built.withHand(side, letter, 1);
			for (const right of read.castling) built = built.withCastling(right, true);
			expect(built.text).toBe(position);
		}
	});
	it('the rules read a setup, or report what is wrong', () => {
		const letter = rules.gameSpec(game).handOrder.at(-1) ?? 'P';
		const held = startOf(game)
			.cleared()
			.placed('3a', { side: 'second', letter: 'K' })
			.placed('3e', { side: 'first', letter: 'K' })
			.withSide('second')
			.withHand('first', letter, 1)
			.withHand('second', letter, 1);
		expect(rules.checkPosition(game, held.text)).toBe(held.text);
		expect(held).toMatchObject({ side: 'second', hands: { first: { [letter]: 1 } } });
		expect(() => rules.checkPosition(game, held.placed('3e', null).text)).toThrow();
	});
});

it('castling rights of chess', () => {
	const setup = startOf('shogun');
	expect(setup.withCastling('k', false).text).toContain(' KQq ');
	expect(setup.withCastling('k', false).castling).toBe('KQq');
	const none = ['K', 'Q', 'k', 'q'].reduce((now, right) => now.withCastling(right, false), setup);
	expect(none.text).toContain(' w - - 0 1');
});

it('the same piece again clears the square, and hands stay within bounds', () => {
	const pawn = { side: 'first', letter: 'pP' } as const;
	const once = startOf('shogi').cleared().placed('5e', pawn);
	expect(once.text).toBe('9/9/9/9/4+P4/9/9/9/9 b - 1');
	expect(once.placed('5e', pawn).pieces.size).toBe(0);
	expect(once.withHand('first', 'P', -1).hands.first).toEqual({});
	let full = once;
	for (let i = 0; i < 20; i++) full = full.withHand('second', 'P', 1);
	expect(full.hands.second).toEqual({ P: 18 });
});

it('an error in the text is reported with its place', () => {
	expect(() => EditedSetup.of(rules, 'shogi', '9/9 b - 1')).toThrow(expect.objectContaining({ code: 'too-few-ranks' }));
	expect(() => EditedSetup.of(rules, 'shogi', 'nonsense')).toThrow();
});
