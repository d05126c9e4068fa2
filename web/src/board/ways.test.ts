import { expect, it } from 'vitest';
import { rulesForTests } from '../rules/testRules';
import type { VariantId } from '../rules/variant';
import { GameHistory } from './gameHistory.svelte';
import { type Asked, pieceOn, promotedLetter, waysOf } from './ways';

const rules = await rulesForTests();

function ways(game: VariantId, position: string, asked: Asked | string): { legal: string[]; barred: string[] } {
	const history = new GameHistory(rules, game, position, [], {});
	const state = history.shown;
	const about = typeof asked === 'string' ? pieceOn(state, asked) : asked;
	if (!about) throw new Error(`nobody stands on ${asked}`);
	const found = waysOf(rules.gameSpec(game), state, about, history.possibilities(about.side));
	const squares = (legal: boolean) =>
		found
			.filter((way) => way.legal === legal)
			.map(({ square }) => square)
			.sort();
	history.free();
	return { legal: squares(true), barred: squares(false) };
}

it('a pinned piece reaches squares where it may not move', () => {
	const { legal, barred } = ways('shogi', '4r3k/9/9/9/9/9/4G4/9/4K4 b - 1', '5g');
	expect(legal).toEqual(['5f', '5h']);
	expect(barred).toEqual(['4f', '4g', '6f', '6g']);
});

it('own pieces and squares behind enemy pieces are out of reach', () => {
	const { legal } = ways('shogi', '8k/9/9/4p4/9/9/P3R3P/9/K8 b - 1', '5g');
	expect(legal).toContain('5d');
	expect(legal).not.toContain('5c');
	expect(legal).not.toContain('1g');
});

it('the side not to move is shown with the moves it would have', () => {
	expect(ways('shogi', '', '2b')).toEqual({ legal: [], barred: [] });
	expect(ways('shogi', '', '7c')).toEqual({ legal: ['7d'], barred: [] });
	expect(ways('torishogi', '', '4c').barred).toEqual([]);
	const pinned = '4k4/4g4/9/9/9/9/9/4R4/4K4 b - 1';
	expect(ways('shogi', pinned, '5b')).toEqual({ legal: ['5c'], barred: ['4b', '4c', '6b', '6c'] });
	// The pawn that has just passed captures nothing en passant.
	const passed = '4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1';
	expect(ways('shogun', passed, '4e')).toEqual({ legal: ['4d'], barred: [] });
});

it('a piece whose opponent is in check is shown with the squares it reaches', () => {
	const check = '4k4/9/9/9/4r4/9/9/9/4K4 b - 1';
	const { legal, barred } = ways('shogi', check, '5e');
	expect(legal).toContain('1e');
	expect(barred).toEqual([]);
});

it('a drop of a second pawn on a file is shown as barred', () => {
	const { legal, barred } = ways('shogi', '8k/9/9/9/9/9/4P4/9/K8 b P 1', {
		side: 'first',
		letter: 'P',
		from: null,
	});
	expect(barred).toContain('5e');
	expect(legal).toContain('4e');
	expect(legal).not.toContain('4a');
	expect(barred).not.toContain('4a');
});

it('castling and double steps are included, and a chess pawn captures only pieces that are there', () => {
	const castles = '4k3/8/8/8/8/8/P7/4K2R[] w K - 0 1';
	expect(ways('shogun', castles, '4h').legal).toContain('2h');
	expect(ways('shogun', castles, '8g')).toEqual({ legal: ['8e', '8f'], barred: [] });
});

it('an earlier position has its own moves', () => {
	const history = new GameHistory(rules, 'shogi', '', ['7g7f', '3c3d'], {});
	history.browse(1);
	const bishop = pieceOn(history.shown, '2b') as Asked;
	const found = waysOf(rules.gameSpec('shogi'), history.shown, bishop, history.possibilities('second'));
	expect(found).toEqual([]);
	history.browse(2);
	const now = waysOf(rules.gameSpec('shogi'), history.shown, bishop, history.possibilities('second'));
	expect(now.map(({ square }) => square)).toContain('8h');
	history.free();
});

it('knows the promotion of a piece', () => {
	expect(promotedLetter(rules.gameSpec('shogi'), 'R')).toBe('pR');
	expect(promotedLetter(rules.gameSpec('shogi'), 'pR')).toBeNull();
	expect(promotedLetter(rules.gameSpec('torishogi'), 'C')).toBeNull();
});

it('the pieces that make a pawn drop mate are marked', () => {
	const history = new GameHistory(rules, 'shogi', '7nk/9/7G1/9/9/9/9/9/4K4 b P 1', [], {});
	const refusal = history.explain({ letter: 'P', to: '1b' });
	expect(refusal?.code).toBe('pawn-drop-mate');
	expect(refusal?.squares).toEqual(expect.arrayContaining(['1b', '1a', '2c']));
	history.free();
});

it.each([
	['the other pawn of the file', '8k/9/9/9/9/9/4P4/9/K8 b P 1', { letter: 'P', to: '5e' }, 'nifu', ['5g']],
	['king and attacker', '4r3k/9/9/9/9/9/4G4/9/4K4 b - 1', { from: '5g', to: '4g' }, 'king-in-check', ['5i', '5a']],
	['pieces in the way', '8k/9/9/9/9/9/4P4/9/4R3K b - 1', { from: '5i', to: '5c' }, 'blocked', ['5g']],
	['one’s own piece', '8k/9/9/9/9/9/4P4/4R4/8K b - 1', { from: '5h', to: '5g' }, 'own-piece', ['5g']],
	['king and who checks it', '8k/9/9/9/4r4/9/9/9/4K4 b P 1', { letter: 'P', to: '1e' }, 'king-in-check', ['5i', '5e']],
])('a refused move is explained by its squares: %s', (_, position, attempt, code, squares) => {
	const history = new GameHistory(rules, 'shogi', position, [], {});
	const refusal = history.explain(attempt);
	expect(refusal?.code).toBe(code);
	expect(refusal?.squares).toEqual(expect.arrayContaining(squares));
	history.free();
});
