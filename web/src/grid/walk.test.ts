import { expect, it } from 'vitest';
import { LOOKS } from '../rules/variant';
import { walk } from './walk';

const { shogi } = LOOKS;

it('walks as the board is displayed and stops at its edges', () => {
	expect(walk('7g', 'ArrowUp', false, shogi, 'first')).toBe('7f');
	expect(walk('7g', 'ArrowLeft', false, shogi, 'first')).toBe('8g');
	expect(walk('7g', 'ArrowUp', false, shogi, 'second')).toBe('7h');
	expect(walk('7g', 'ArrowRight', false, shogi, 'second')).toBe('8g');
	expect(walk('9a', 'ArrowUp', false, shogi, 'first')).toBe('9a');
	expect(walk('9a', 'ArrowLeft', false, shogi, 'first')).toBe('9a');
	expect(walk('1i', 'ArrowDown', false, shogi, 'first')).toBe('1i');
});

it('jumps to the ends of row and column, and to the corners', () => {
	expect(walk('5e', 'Home', false, shogi, 'first')).toBe('9e');
	expect(walk('5e', 'End', false, shogi, 'first')).toBe('1e');
	expect(walk('5e', 'PageUp', false, shogi, 'first')).toBe('5a');
	expect(walk('5e', 'PageDown', false, shogi, 'second')).toBe('5a');
	expect(walk('5e', 'Home', true, shogi, 'first')).toBe('9a');
	expect(walk('5e', 'End', true, shogi, 'second')).toBe('9a');
});

it('ignores other keys', () => {
	expect(walk('5e', 'Tab', false, shogi, 'first')).toBeNull();
	expect(walk('5e', 'f', false, shogi, 'first')).toBeNull();
});
