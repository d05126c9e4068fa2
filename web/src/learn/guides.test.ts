import { beforeAll, describe, expect, it } from 'vitest';
import keys from '../../learn/keys.json';
import { withLocale } from '../i18n/locale.svelte';
import type { Locale } from '../paraglide/runtime';
import { locales } from '../paraglide/runtime';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { chapterPath, chapterWith, guidePath, sectionPath } from './chapters';
import { isSquare, play } from './diagrams';
import { guideMarkdown } from './docs';
import { Edition } from './edition';
import type { Setting } from './html';
import { parseGuide, sectionsOf } from './markdown';
import { loadMaterial, writtenIn } from './material';
import { reach } from './movement';
import { diagramsIn, outline } from './outline';
import { chapterDescription, chapterHtml } from './page';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

async function edition(game: VariantId, language: Locale): Promise<Edition> {
	return new Edition(rules, game, language, await loadMaterial(game, language));
}

function setting(edition: Edition, key: string, live: boolean): Setting {
	const chapter = edition.guide.chapters.find((one) => one.key === key);
	if (!chapter) throw new Error(`no chapter ${key}`);
	const base = guidePath(edition.game, edition.language);
	return { edition, chapter, base, piece: (side, letter) => `/${side}-${letter}.svg`, live };
}

function pagesOf(edition: Edition, live: boolean): Map<string, string> {
	const { game, guide, language } = edition;
	const pages = guide.chapters.map(({ key }): [string, string] => [
		chapterPath(guidePath(game, language), game, key),
		withLocale(language, () => chapterHtml(setting(edition, key, live))),
	]);
	return new Map(pages);
}

const words = (text: string) => text.replace(/<[^>]+>/g, ' ');

describe.each(VARIANT_IDS)('the guide to %s', (game) => {
	it('is written in every language', () => {
		expect(writtenIn(game).sort()).toEqual([...locales].sort());
	});

	it('has every required section, and names every disagreement', async () => {
		for (const language of writtenIn(game)) {
			const guide = parseGuide((await loadMaterial(game, language)).source);
			const chapters = guide.chapters.map(({ key, sections }) => [key, sections.map((one) => one.key)]);
			expect(chapters, language).toEqual(Object.entries(keys[game].chapters));
			const named = outline(guide).flatMap(([, asks]) => asks.filter((ask) => /^C-/.test(ask)));
			expect([...new Set(named)].sort(), language).toEqual([...keys[game].disagree].sort());
		}
	});

	it('says the same in every language', async () => {
		const model = outline(parseGuide((await loadMaterial(game, 'en')).source));
		for (const language of writtenIn(game))
			expect(outline(parseGuide((await loadMaterial(game, language)).source)), language).toEqual(model);
	});

	it('describes every piece', async () => {
		const { spec, guide, facts, letters } = await edition(game, 'en');
		expect(Object.keys(facts).sort()).toEqual([...letters].sort());
		expect(spec.kinds.length).toBe(letters.length);
		const parts = sectionsOf(guide).flatMap((section) => section.parts.map(({ key }) => key));
		expect(parts.filter((key) => key.startsWith('piece-')).sort()).toEqual(
			letters.map((letter) => `piece-${letter}`).sort(),
		);
	});

	it('shows every diagram, and only existing ones', async () => {
		const { diagrams } = await loadMaterial(game, 'en');
		for (const language of writtenIn(game)) {
			const shown = diagramsIn(parseGuide((await loadMaterial(game, language)).source));
			expect([...new Set(shown)].sort(), language).toEqual(Object.keys(diagrams).sort());
		}
	});

	it('has legal positions and lines, and tries with the stated results', async () => {
		const { diagrams } = await loadMaterial(game, 'en');
		expect(Object.keys(diagrams).length).toBeGreaterThan(10);
		for (const [id, diagram] of Object.entries(diagrams)) {
			const played = play(rules, game, diagram, 'western', (letter) => letter);
			expect(played.states.length, id).toBe((diagram.moves ?? []).length + 1);
			expect(diagram.show ?? 0, id).toBeLessThan(played.states.length);
			const answers = played.tries.map(({ move, refusal }) => [move, refusal?.code ?? 'legal']);
			expect(Object.fromEntries(answers), id).toEqual(diagram.tries ?? {});
			const { winner, reason } = played.outcome ?? {};
			expect(played.outcome ? { winner, reason } : undefined, id).toEqual(diagram.ends);
			for (const square of [...(diagram.marks ?? []), ...(diagram.arrows ?? []).flat()])
				expect(isSquare(game, square), `${id}: ${square}`).toBe(true);
		}
	});

	it('draws the moves of every piece as the rules define them', async () => {
		const { spec, letters, diagrams } = await edition(game, 'en');
		for (const letter of letters) {
			const { position } = diagrams[`move-${letter}`] ?? { position: '' };
			const live = new rules.Game(game, position, {});
			const reached = reach(game, spec, letter).filter(({ only }) => only !== 'capture');
			const from = Object.entries(live.destinations().moves).find(
				([, to]) =>
					[...to].sort().join() ===
					reached
						.map(({ square }) => square)
						.sort()
						.join(),
			);
			expect(from, letter).toBeDefined();
			live.free();
		}
	});

	it('is rendered as one page per chapter in each language, with no directive left over', async () => {
		for (const language of writtenIn(game)) {
			const made = await edition(game, language);
			const pages = pagesOf(made, true);
			const ids = new Map<string, string[]>();
			for (const [path, html] of pages) {
				expect(html).toContain(`<article class="guide live" lang="${language}">`);
				expect(words(html), path).not.toMatch(/::|\{\w+ |undefined|NaN/);
				const own = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
				expect(new Set(own).size, path).toBe(own.length);
				ids.set(path, own);
			}
			for (const [path, html] of pages)
				for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
					const [page = '', key] = href.split('#');
					const there = ids.get(page || path);
					if (page.startsWith(`${guidePath(game, language)}`)) expect(there, href).toBeDefined();
					if (there && key) expect(there, `${path}: ${href}`).toContain(key);
				}
		}
	});

	it('promises live boards only in the app, not in static pages or docs/rules', async () => {
		for (const language of writtenIn(game)) {
			const made = await edition(game, language);
			const promise = /^::live \| (.+)$/m.exec((await loadMaterial(game, language)).source)?.[1] ?? 'missing';
			const promises = (live: boolean) => [...pagesOf(made, live).values()].filter((html) => html.includes(promise));
			expect([promises(true).length, promises(false).length], language).toEqual([1, 0]);
			expect(guideMarkdown(made)).not.toContain(promise);
		}
	});

	it('links neighbouring chapters, and finds the section of an old address', async () => {
		const made = await edition(game, 'en');
		const pages = [...pagesOf(made, false).entries()];
		for (const [i, [path, html]] of pages.entries()) {
			const next = pages[i + 1]?.[0];
			const previous = pages[i - 1]?.[0];
			expect(/<a rel="next" href="([^"]+)"/.exec(html)?.[1], path).toBe(next);
			expect(/<a rel="prev" href="([^"]+)"/.exec(html)?.[1], path).toBe(previous);
			expect(html).toContain(`<a href="${path}" aria-current="page">`);
		}
		// Without a script the first page has an anchor for every section.
		for (const { key } of sectionsOf(made.guide)) expect(pages[0]?.[1]).toContain(` id="${key}"`);
		for (const { key } of sectionsOf(made.guide)) expect(chapterWith(made.guide, key)).toBeDefined();
	});

	it('explains check before promotion and drops, and movement before history and furigoma', () => {
		const order = Object.values(keys[game].chapters).flat() as string[];
		const sorted = (...wanted: string[]) => {
			const places = wanted.filter((key) => order.includes(key)).map((key) => order.indexOf(key));
			expect(places).toEqual([...places].sort((a, b) => a - b));
		};
		sorted('board', 'pieces', 'check', 'promotion', 'drops', 'repetition');
		sorted('pieces', 'history');
		sorted('pieces', 'furigoma');
	});

	it('shows no option names, and folds disagreements', async () => {
		for (const language of writtenIn(game))
			for (const [path, html] of pagesOf(await edition(game, language), false)) {
				expect(words(html), path).not.toMatch(/[a-z]-?[a-z]+=[a-z0-9]/);
				expect(html).not.toMatch(/<details[^>]* open/);
				expect(html.match(/class="aside"/g)?.length ?? 0).toBe(html.match(/<details class="aside"/g)?.length ?? 0);
			}
	});

	it('has a description of each chapter', async () => {
		for (const language of writtenIn(game)) {
			const made = await edition(game, language);
			for (const chapter of made.guide.chapters) {
				const text = withLocale(language, () => chapterDescription(setting(made, chapter.key, false)));
				expect(text.length, `${language} ${chapter.key}`).toBeGreaterThan(15);
				expect(text).not.toMatch(/[<>{}]/);
			}
		}
	});

	it('is kept as docs/rules: `npx vitest run src/learn -u` writes it anew', async () => {
		const made = await edition(game, 'en');
		const text = withLocale('en', () => guideMarkdown(made));
		await expect(text).toMatchFileSnapshot(`../../../docs/rules/${game}.md`);
	});
});

it('has an address for each section, and throws for unknown ones', () => {
	expect(sectionPath('shogi', 'overview')).toBe('/learn/shogi#overview');
	expect(sectionPath('shogi', 'impasse')).toBe('/learn/shogi/ending#impasse');
	expect(() => sectionPath('shogun', 'impasse')).toThrow('no section');
});

it('numbers moves per ply, in chess per pair', async () => {
	const numbers = async (game: VariantId, id: string) =>
		(await edition(game, 'en')).numbered(id).map(({ number }) => number);
	expect((await numbers('shogun', 'repetition')).slice(0, 4)).toEqual(['1.', '', '2.', '']);
	expect((await numbers('shogi', 'first-moves')).slice(0, 3)).toEqual(['1.', '2.', '3.']);
});
