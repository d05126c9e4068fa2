import { expect, it } from 'vitest';
import { browseShortcut } from './shortcuts';

it('stays within the game', () => {
	expect(browseShortcut('ArrowLeft', 3, 5)).toBe(2);
	expect(browseShortcut('ArrowLeft', 0, 5)).toBe(0);
	expect(browseShortcut('ArrowRight', 5, 5)).toBe(5);
	expect(browseShortcut('Home', 3, 5)).toBe(0);
	expect(browseShortcut('End', 3, 5)).toBe(5);
	expect(browseShortcut('a', 3, 5)).toBeNull();
});
