import { expect, it } from 'vitest';
import type { GameState } from '../rules/module';
import { shakeOf, soundOf } from './moveSound';

const after = (change: Partial<GameState>): GameState =>
	({
		check: false,
		outcome: null,
		lastMove: { from: '7g', drop: null, to: '7f', promote: false, capture: false },
		...change,
	}) as GameState;
const capture = { from: '8h', drop: null, to: '2b', promote: false, capture: true };

it('the most important event chooses the sound', () => {
	expect(soundOf(after({}))).toBe('move');
	expect(soundOf(after({ lastMove: { from: null, drop: 'P', to: '5e', promote: false, capture: false } }))).toBe(
		'drop',
	);
	expect(soundOf(after({ lastMove: capture }))).toBe('capture');
	expect(soundOf(after({ lastMove: capture, check: true }))).toBe('check');
	expect(soundOf(after({ check: true, outcome: { winner: 'first', reason: 'checkmate', ply: 9 } }))).toBe('end');
});

it('only moves of the opponent vibrate', () => {
	expect(shakeOf(after({}), false)).toBe('move');
	expect(shakeOf(after({ check: true }), false)).toBe('check');
	expect(shakeOf(after({ check: true }), true)).toBeNull();
	expect(shakeOf(after({ outcome: { winner: null, reason: 'agreement', ply: 3 } }), false)).toBeNull();
});
