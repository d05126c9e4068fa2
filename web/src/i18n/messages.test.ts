import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const LOCALES = ['en', 'ja', 'zh-Hans', 'zh-Hant'];
const BASE = 'en';

type Messages = Record<string, unknown>;

function load(locale: string): Messages {
	const text = readFileSync(new URL(`../../messages/${locale}.json`, import.meta.url), 'utf8');
	const { $schema: _, ...messages } = JSON.parse(text) as Messages;
	return messages;
}

function parameters(message: unknown): string[] {
	const found = JSON.stringify(message).matchAll(/\{(\w+)\}/g);
	return [...new Set([...found].map((match) => match[1] ?? ''))].sort();
}

function texts(message: unknown): string[] {
	if (typeof message === 'string') return [message];
	if (Array.isArray(message)) return message.flatMap((one) => Object.values(one.match));
	return [];
}

describe('messages', () => {
	const base = load(BASE);
	it('are all used', () => {
		const root = new URL('../', import.meta.url);
		const files = (readdirSync(root, { recursive: true }) as string[]).filter(
			(file) => /\.(svelte|ts)$/.test(file) && !/^(paraglide|wasm)\//.test(file),
		);
		const code = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');
		const used = new Set([...code.matchAll(/\bm\.(\w+)/g)].map((match) => match[1]));
		expect(Object.keys(base).filter((key) => !used.has(key))).toEqual([]);
	});
	it('address the reader in one way in Chinese', () => {
		for (const locale of ['zh-Hans', 'zh-Hant']) expect(JSON.stringify(load(locale)), locale).not.toContain('您');
	});
	it('exist at all', () => expect(Object.keys(base).length).toBeGreaterThan(100));

	for (const locale of LOCALES.filter((one) => one !== BASE)) {
		const messages = load(locale);
		it(`${locale} has the same keys as ${BASE}`, () => {
			expect(Object.keys(messages).sort()).toEqual(Object.keys(base).sort());
		});
		it(`${locale} has the same parameters`, () => {
			for (const [key, message] of Object.entries(base)) {
				// English plural forms may omit the number; other languages use a subset of the inputs.
				const declared = JSON.stringify(message).matchAll(/input (\w+)/g);
				const known = new Set([...parameters(message), ...[...declared].map((match) => match[1])]);
				if (typeof message === 'string') expect(parameters(messages[key]), key).toEqual(parameters(message));
				else
					expect(
						parameters(messages[key]).filter((name) => !known.has(name)),
						key,
					).toEqual([]);
			}
		});
	}

	for (const locale of LOCALES) {
		it(`${locale} has no empty text`, () => {
			for (const [key, message] of Object.entries(load(locale))) {
				const all = texts(message);
				expect(all.length, key).toBeGreaterThan(0);
				for (const text of all) expect(text.trim(), key).not.toBe('');
			}
		});
	}
});
