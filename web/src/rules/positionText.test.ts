import { expect, it } from 'vitest';
import { handOf } from './positionText';

it('hands are read from SFEN and FEN', () => {
	const sfen = '9/9/9/9/9/9/9/9/9 b RS2Pbg10p 1';
	expect(handOf('shogi', sfen, 'first')).toEqual([
		{ letter: 'R', count: 1 },
		{ letter: 'S', count: 1 },
		{ letter: 'P', count: 2 },
	]);
	expect(handOf('shogi', sfen, 'second')).toEqual([
		{ letter: 'B', count: 1 },
		{ letter: 'G', count: 1 },
		{ letter: 'P', count: 10 },
	]);
	const fen = '4k3/8/8/8/8/8/8/4K3[RRPbpp] w - - 0 1';
	expect(handOf('shogun', fen, 'first')).toEqual([
		{ letter: 'R', count: 2 },
		{ letter: 'P', count: 1 },
	]);
	expect(handOf('shogun', fen, 'second')).toEqual([
		{ letter: 'B', count: 1 },
		{ letter: 'P', count: 2 },
	]);
});

it('empty and missing hands give an empty list', () => {
	expect(handOf('minishogi', '5/5/5/5/5 w - 1', 'first')).toEqual([]);
	expect(handOf('shogun', '8/8/8/8/8/8/8/8 w - - 0 1', 'first')).toEqual([]);
	expect(handOf('shogi', '', 'first')).toEqual([]);
});
