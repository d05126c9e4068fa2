import { expect, it } from 'vitest';
import { announced, say } from './announcer.svelte';

it('keeps what may still be read, and no more', () => {
	for (let i = 0; i < 20; i++) say(String(i));
	expect(announced.log.length).toBeLessThan(20);
	expect(announced.log.at(-1)?.text).toBe('19');
	expect(new Set(announced.log.map(({ id }) => id)).size).toBe(announced.log.length);
});
