import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { locales } from '../paraglide/runtime';
import { VARIANT_IDS } from '../rules/variant';
import { heads } from './pageHeads';

const server = readFileSync(new URL('../../../crates/server/src/http/head.rs', import.meta.url), 'utf8');

it('has a title and a description of every page that the server requests, in every language', () => {
	const asked = [...server.matchAll(/of_game\("([a-z]+)"/g)].map(([, name]) => name);
	expect(asked.length).toBeGreaterThan(3);
	const all = heads();
	for (const language of locales) {
		const own = all[language];
		const pages = [
			'home',
			'learn',
			'view',
			...VARIANT_IDS.flatMap((game) =>
				[...asked, 'invitation', 'game', 'squares', 'names', 'handicaps'].map((name) => `${name}/${game}`),
			),
		];
		for (const page of pages) {
			const [title = '', description = ''] = own[page] ?? [];
			expect(title.length, `${language} ${page}`).toBeGreaterThan(2);
			expect(description.length, `${language} ${page}`).toBeGreaterThan(6);
			expect(title + description, `${language} ${page}`).not.toMatch(/[{}]|undefined/);
		}
	}
	expect(all.ja.home).not.toEqual(all.en.home);
});
