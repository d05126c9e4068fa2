import { afterEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '../net/api';
import { createOnce } from './createOnce';

const page = { seat: 'watcher', snapshot: {} };
const answered = () => new Response(JSON.stringify(page), { status: 201 });

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

test('a request whose answer was lost is retried under the same idempotency key', async () => {
	vi.useFakeTimers();
	const names: (string | null)[] = [];
	const answers: ('lost' | 'refused' | 'made')[] = ['lost', 'refused', 'made', 'made', 'lost', 'made', 'lost', 'made'];
	vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
		names.push(new Headers(init.headers).get('idempotency-key'));
		const answer = answers.shift();
		if (answer === 'lost') throw new TypeError('no network');
		if (answer === 'refused') return new Response(JSON.stringify({ code: 'storage-failed' }), { status: 503 });
		return answered();
	});
	const shogi = { game: 'shogi' } as const;
	await expect(createOnce(shogi)).rejects.toThrow(ApiFailure);
	await expect(createOnce(shogi)).rejects.toThrow(ApiFailure);
	await createOnce(shogi);
	expect(new Set(names).size).toBe(1);
	await createOnce(shogi);
	expect(new Set(names).size).toBe(2);
	await expect(createOnce(shogi)).rejects.toThrow(ApiFailure);
	await createOnce({ game: 'minishogi' });
	expect(new Set(names).size).toBe(4);
	// After the retry window.
	await expect(createOnce(shogi)).rejects.toThrow(ApiFailure);
	vi.advanceTimersByTime(61_000);
	await createOnce(shogi);
	expect(new Set(names).size).toBe(6);
	expect(names.every((name) => name)).toBe(true);
});
