import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packedAnswer, sourceOf } from './answer';

const ORIGIN = 'https://games.example.org';
const LIST = { packed: ['/pieces/kanji/shogi/first-P.svg'], files: ['/assets/index-1.js'] };

function from(path: string, mode = 'no-cors', method = 'GET', origin = ORIGIN) {
	return sourceOf({ url: origin + path, mode, method }, ORIGIN, LIST).from;
}

describe('the source of an answer', () => {
	it('every route of the page gets the shell', () => {
		for (const path of ['/', '/new/shogi', '/play/x', '/g/x', '/view', '/no/such/page', '/index.html', '/?source=app'])
			expect(from(path, 'navigate'), path).toBe('shell');
	});
	it('only navigation gets the shell', () => {
		expect(from('/new/shogi')).toBe('network');
		expect(from('/no-such-file.svg', 'navigate')).toBe('network');
	});
	it('files come from the cache', () => {
		expect(from('/pieces/kanji/shogi/first-P.svg')).toBe('pack');
		expect(from('/assets/index-1.js')).toBe('file');
		expect(from('/assets/index-0.js'), 'of the version before').toBe('any-version');
	});
	it('every endpoint of the server goes to the network', () => {
		const document = JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));
		const paths = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, 'x'));
		expect(paths).toContain('/readyz');
		for (const path of paths) expect(from(path, 'navigate'), path).toBe('network');
	});
	it('requests that only the server can answer go to the network', () => {
		for (const path of ['/api/me', '/api', '/ws?game=x', '/healthz', '/sw.js'])
			expect(from(path, 'cors'), path).toBe('network');
		expect(from('/api/games', 'navigate')).toBe('network');
		expect(from('/new/shogi', 'navigate', 'POST')).toBe('network');
		expect(from('/', 'navigate', 'GET', 'https://elsewhere.example')).toBe('network');
	});
});

it('a packed file has its media type', async () => {
	const answer = packedAnswer({ '/a.svg': '<svg/>' }, '/a.svg');
	expect(answer?.headers.get('content-type')).toBe('image/svg+xml');
	expect(await answer?.text()).toBe('<svg/>');
	expect(packedAnswer({}, '/a.svg')).toBeUndefined();
});
