import { expect, it } from 'vitest';
import { firstMover } from './handicaps';

it('reads the side to move first', () => {
	expect(firstMover('2sgk/4p/5/P4/KGSBR w - 1', false)).toBe('second');
	expect(firstMover('2sgk/4p/5/P4/KGSBR b - 1', false)).toBe('first');
	expect(firstMover('8/8/8/8/8/8/8/8[] w - - 0 1', true)).toBe('first');
	expect(firstMover('8/8/8/8/8/8/8/8[] b - - 0 1', true)).toBe('second');
});
