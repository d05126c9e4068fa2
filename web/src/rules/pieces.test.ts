import { expect, it } from 'vitest';
import { piecesOf } from './pieces';

it('reads pieces and squares', () => {
	const pieces = piecesOf('r+b2k/4p/5/P4/KGSBR', { files: 5 });
	expect(pieces).toHaveLength(10);
	expect(pieces[0]).toEqual({ square: '5a', side: 'second', letter: 'R' });
	expect(pieces[1]).toEqual({ square: '4a', side: 'second', letter: 'pB' });
	expect(pieces[2]).toEqual({ square: '1a', side: 'second', letter: 'K' });
	expect(pieces.at(-1)).toEqual({ square: '1e', side: 'first', letter: 'R' });
});
