import { expect, it } from 'vitest';
import { alert, announced, say, withdraw } from './announcer.svelte';

it('keeps what may still be read, and no more', () => {
	for (let i = 0; i < 20; i++) say(String(i));
	expect(announced.log.length).toBeLessThan(20);
	expect(announced.log.at(-1)?.text).toBe('19');
	expect(new Set(announced.log.map(({ id }) => id)).size).toBe(announced.log.length);
});

it('a refusal leaves the live region when it is withdrawn, and takes nothing with it that was said since', () => {
	const refusal = alert('Your king would be in check.');
	expect(announced.alarm?.text).toBe('Your king would be in check.');
	withdraw(refusal);
	expect(announced.alarm).toBeNull();
	const old = alert('old');
	alert('new');
	withdraw(old);
	expect(announced.alarm?.text).toBe('new');
});
