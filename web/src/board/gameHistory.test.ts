import { beforeAll, describe, expect, it } from 'vitest';
import { handicapName, isNamedHandicap } from '../games/handicapNames';
import { pieceName } from '../games/pieceNames';
import { refusalText } from '../games/refusals';
import { START_BOARDS } from '../games/starts';
import { withLocale } from '../i18n/locale.svelte';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { LOOKS, VARIANT_IDS, type VariantId } from '../rules/variant';
import { GameHistory } from './gameHistory.svelte';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

describe('the variant data of the page agrees with the rules module', () => {
	it.each(VARIANT_IDS)('%s', (game) => {
		const spec = rules.gameSpec(game);
		expect(LOOKS[game]).toMatchObject({ files: spec.files, ranks: spec.ranks });
		const start = new rules.Game(game, '', {}).state();
		expect(start.board).toBe(START_BOARDS[game]);
		for (const { id } of spec.handicaps) {
			expect(isNamedHandicap(id), id).toBe(true);
			expect(handicapName(id)).not.toBe(id);
		}
		for (const kind of spec.kinds) {
			const letter = (kind.promoted ? 'p' : '') + kind.letter;
			expect(pieceName(game, letter), letter).not.toBe(letter);
		}
	});
});

describe('refusals', () => {
	const shogi = (position: string) => new GameHistory(rules, 'shogi', position, [], {});

	it('give the reason for a refused drop', () => {
		const history = shogi('4k4/9/9/9/9/9/4P4/9/4K4 b P 1');
		expect(history.explain({ letter: 'P', to: '5e' })).toMatchObject({ code: 'nifu', squares: ['5g'] });
		expect(history.explain({ letter: 'P', to: '4a' })?.code).toBe('dead-square');
		expect(history.explain({ letter: 'P', to: '4e' })).toBeNull();
	});

	it('give the real reason instead of must-promote', () => {
		// The pawn is pinned by the rook.
		const history = shogi('k8/2r1P1K2/9/9/9/9/9/9/9 b - 1');
		expect(history.promotion('5b', '5a')).not.toBe('optional');
		expect(history.explain({ from: '5b', to: '5a' })?.code).not.toBe('must-promote');
	});

	it('give the reason why a piece could not promote', () => {
		const start = 'rnb1kbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNB+FKBNR[F] w KQkq - 0 1';
		const history = new GameHistory(rules, 'shogun', start, [], {});
		history.play('F@d5');
		history.play('a7a6');
		expect(history.promotion('5d', '4c')).toBe('none');
		expect(history.explainNoPromotion('5d', '4c')?.code).toBe('board-limit');
		expect(history.explainNoPromotion('5d', '6e')).toBeNull();
	});
});

describe('a piece without legal moves', () => {
	const why = (position: string, asked: { from: string } | { letter: string }, game: VariantId = 'shogi') => {
		const history = new GameHistory(rules, game, position, [], {});
		const refusal = history.whyStuck(asked);
		history.free();
		return refusal;
	};

	it('is explained by own pieces in its way', () => {
		for (const game of ['shogi', 'minishogi'] as const)
			expect(why('', { from: game === 'shogi' ? '8i' : '1e' }, game)?.code).toBe(
				game === 'shogi' ? 'stuck' : undefined,
			);
		expect(why('', { from: '2h' })).toBeNull();
	});

	it('is explained by a pin, with king and attacker', () => {
		expect(why('4r3k/9/9/9/9/9/9/4N4/4K4 b - 1', { from: '5h' })).toMatchObject({
			code: 'king-in-check',
			squares: ['5i', '5a'],
		});
	});

	it('in hand is explained by the rule that forbids its drops', () => {
		const everywhere = '4k4/9/9/9/9/9/PPPPPPPPP/9/4K4 b P 1';
		const nifu = why(everywhere, { letter: 'P' });
		expect(nifu).toMatchObject({ code: 'nifu', everywhere: true });
		expect(nifu?.squares).toHaveLength(9);
		expect(nifu && withLocale('en', () => refusalText('shogi', nifu))).toMatch(/on every file\.$/);
		expect(why('4k4/9/9/9/9/9/PPPPPPPP1/9/4K4 b P 1', { letter: 'P' })).toBeNull();
		expect(why(everywhere, { letter: 'G' })).not.toBeNull();
		expect(why('4k4/9/9/9/4r4/9/9/9/4K4 b G 1', { letter: 'G' })).toBeNull();
	});
});

describe('browsing', () => {
	it('shows earlier positions without changing the game', () => {
		const history = new GameHistory(rules, 'minishogi', '', [], {});
		history.play('5d5c');
		history.play('1b1c');
		history.browse(1);
		expect(history.isAtLatest).toBe(false);
		expect(history.shown.ply).toBe(1);
		expect(history.now.ply).toBe(2);
		history.browse(99);
		expect(history.isAtLatest).toBe(true);
		history.browse(-5);
		expect(history.shown.position).toBe(history.startPosition());
	});

	it('ends when a move is played', () => {
		const history = new GameHistory(rules, 'minishogi', '', [], {});
		history.play('5d5c');
		history.browse(0);
		history.play('1b1c');
		expect(history.shown.ply).toBe(2);
	});
});

it('resets to other moves from the server', () => {
	const history = new GameHistory(rules, 'torishogi', '', ['3d3c'], {});
	history.reset(['5e5d']);
	expect(history.now.moves).toEqual(['5e5d']);
});

it('knows who begins a handicap game', () => {
	expect(new GameHistory(rules, 'shogi', 'handicap:rook', [], {}).firstMover()).toBe('second');
	expect(new GameHistory(rules, 'shogun', '', [], {}).firstMover()).toBe('first');
});
