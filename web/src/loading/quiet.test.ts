import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loading, quiet } from './quiet';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

it('waits for pending loads and for loads started meanwhile', async () => {
	let finish: () => void = () => {};
	const load = () => loading(new Promise<void>((done) => (finish = done)));
	void load();
	let isQuiet = false;
	void quiet(100).then(() => {
		isQuiet = true;
	});
	await vi.advanceTimersByTimeAsync(500);
	expect(isQuiet).toBe(false);
	finish();
	await vi.advanceTimersByTimeAsync(50);
	void load();
	await vi.advanceTimersByTimeAsync(500);
	expect(isQuiet).toBe(false);
	finish();
	await vi.advanceTimersByTimeAsync(100);
	expect(isQuiet).toBe(true);
});

it('a failed load is over', async () => {
	await expect(loading(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
	const done = quiet(10);
	await vi.advanceTimersByTimeAsync(10);
	await done;
});
