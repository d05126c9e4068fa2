import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { announced, say } from './announcer.svelte';

it('an effect that says something runs once', () => {
	let runs = 0;
	const stop = $effect.root(() => {
		$effect(() => {
			runs += 1;
			say('hello');
		});
	});
	flushSync();
	stop();
	expect(runs).toBe(1);
	expect(announced.log.map(({ text }) => text)).toEqual(['hello']);
});

it('keeps what may still be read, and no more', () => {
	for (let i = 0; i < 20; i++) say(String(i));
	expect(announced.log.length).toBeLessThan(20);
	expect(announced.log.at(-1)?.text).toBe('19');
	expect(new Set(announced.log.map(({ id }) => id)).size).toBe(announced.log.length);
});
