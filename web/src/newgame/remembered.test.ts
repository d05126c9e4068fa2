import { expect, it } from 'vitest';
import { levelsOf, WEAKEST } from '../levels/levels';
import { parseRemembered } from './remembered';

it('begins gently', () => {
	for (const nothing of [undefined, null, 1, {}, { level: 'godlike' }])
		expect(parseRemembered('shogi', nothing).level).toBe(WEAKEST);
});

it('remembers the level that was chosen', () => {
	expect(parseRemembered('shogun', { level: '3' }).level).toBe('3');
	expect(parseRemembered('shogun', { level: 'full' }).level).toBe('full');
});

it('understands the three levels of earlier pages', () => {
	const middle = String(Math.floor((levelsOf('minishogi').length * 2) / 3));
	expect(parseRemembered('minishogi', { level: 'easy' }).level).toBe('1');
	expect(parseRemembered('minishogi', { level: 'middle' }).level).toBe(middle);
});
