import { expect, it } from 'vitest';
import { alert, announced, type Said, say, sayTurn, turnIsOver, withdraw } from './announcer.svelte';
import { textOf } from './phrases';

const words = (said: Said | null | undefined) => said && textOf(said.phrases);

it('keeps the last few announcements', () => {
	for (let i = 0; i < 20; i++) say(String(i));
	expect(announced.log.length).toBeLessThan(20);
	expect(words(announced.log.at(-1))).toBe('19');
	expect(new Set(announced.log.map(({ id }) => id)).size).toBe(announced.log.length);
});

it('the side to move leaves the log when the turn is over, and the rest stays', () => {
	sayTurn('Your turn.');
	say('before');
	sayTurn('Gote to move.');
	say('after');
	expect(announced.log.slice(-3).map(words)).toEqual(['before', 'Gote to move.', 'after']);
	turnIsOver();
	turnIsOver();
	expect(announced.log.slice(-2).map(words)).toEqual(['before', 'after']);
	expect(announced.log.map(words)).not.toContain('Your turn.');
});

it('a withdrawn refusal leaves the live region, later announcements stay', () => {
	const refusal = alert('Your king would be in check.');
	expect(words(announced.alarm)).toBe('Your king would be in check.');
	withdraw(refusal);
	expect(announced.alarm).toBeNull();
	const old = alert('old');
	alert('new');
	withdraw(old);
	expect(words(announced.alarm)).toBe('new');
});
