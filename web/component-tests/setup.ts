/** Styles of the page, and errors or warnings on the console, Svelte's too, as failures. */
import { afterEach, beforeEach, expect } from 'vitest';
import '../src/styles/base.css';
import '../src/looks/boards.css';
import { resetPage } from './support';

const complaints: string[] = [];
for (const kind of ['error', 'warn'] as const) {
	const write = console[kind].bind(console);
	console[kind] = (...words: unknown[]) => {
		complaints.push(`${kind}: ${words.map(String).join(' ')}`);
		write(...words);
	};
}

const request = globalThis.fetch;
globalThis.fetch = (input, init) => {
	const address = input instanceof Request ? input.url : String(input);
	// There is no server.
	if (new URL(address, location.href).pathname.startsWith('/api/')) return Promise.reject(new TypeError('offline'));
	return request(input, init);
};

beforeEach(resetPage);
afterEach(() => {
	expect(complaints.splice(0), 'console').toEqual([]);
});
