import { expect, it } from 'vitest';
import { browseKey } from './keys';

it('stays within the game', () => {
	expect(browseKey('ArrowLeft', 3, 5)).toBe(2);
	expect(browseKey('ArrowLeft', 0, 5)).toBe(0);
	expect(browseKey('ArrowRight', 5, 5)).toBe(5);
	expect(browseKey('Home', 3, 5)).toBe(0);
	expect(browseKey('End', 3, 5)).toBe(5);
	expect(browseKey('a', 3, 5)).toBeNull();
});
