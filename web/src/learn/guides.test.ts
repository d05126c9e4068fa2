import { beforeAll, describe, expect, it } from 'vitest';
import keys from '../../learn/keys.json';
import { GAME_IDS, type GameId } from '../games/game';
import { withLocale } from '../i18n/locale.svelte';
import type { Locale } from '../paraglide/runtime';
import { locales } from '../paraglide/runtime';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { isSquare, play } from './diagrams';
import { guideMarkdown } from './docs';
import { Edition } from './edition';
import { guideHtml } from './html';
import { parseGuide } from './markdown';
import { loadMaterial, writtenIn } from './material';
import { reach } from './movement';
import { diagramsIn, outline } from './outline';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

async function edition(game: GameId, language: Locale): Promise<Edition> {
	return new Edition(rules, game, language, await loadMaterial(game, language));
}

const words = (text: string) => text.replace(/<[^>]+>/g, ' ');

describe.each(GAME_IDS)('the guide to %s', (game) => {
	it('is written in every language of the page', () => {
		expect(writtenIn(game).sort()).toEqual([...locales].sort());
	});

	it('has every section it must have, and names every disagreement', async () => {
		for (const language of writtenIn(game)) {
			const guide = parseGuide((await loadMaterial(game, language)).source);
			expect(
				guide.sections.map(({ key }) => key),
				language,
			).toEqual(keys[game].sections);
			const named = outline(guide).flatMap(([, asks]) => asks.filter((ask) => /^C-/.test(ask)));
			expect([...new Set(named)].sort(), language).toEqual([...keys[game].disagree].sort());
		}
	});

	it('says the same in every language', async () => {
		const model = outline(parseGuide((await loadMaterial(game, 'en')).source));
		for (const language of writtenIn(game))
			expect(outline(parseGuide((await loadMaterial(game, language)).source)), language).toEqual(model);
	});

	it('tells of every piece', async () => {
		const { spec, guide, facts, letters } = await edition(game, 'en');
		expect(Object.keys(facts).sort()).toEqual([...letters].sort());
		expect(spec.kinds.length).toBe(letters.length);
		const parts = guide.sections.flatMap((section) => section.parts.map(({ key }) => key));
		expect(parts.filter((key) => key.startsWith('piece-')).sort()).toEqual(
			letters.map((letter) => `piece-${letter}`).sort(),
		);
	});

	it('shows every diagram, and only diagrams that there are', async () => {
		const { diagrams } = await loadMaterial(game, 'en');
		for (const language of writtenIn(game)) {
			const shown = diagramsIn(parseGuide((await loadMaterial(game, language)).source));
			expect([...new Set(shown)].sort(), language).toEqual(Object.keys(diagrams).sort());
		}
	});

	it('has positions and lines that are possible, and tries that come out as it says', async () => {
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

	it('draws the moves of every piece as the rules have them', async () => {
		const { spec, letters, diagrams } = await edition(game, 'en');
		for (const letter of letters) {
			const { position } = diagrams[`move-${letter}`] ?? { position: '' };
			const live = new rules.Game(game, position, {});
			const reached = reach(game, spec, letter).filter(({ only }) => only !== 'capture');
			const from = Object.entries(live.destinations().moves).find(
				([, to]) =>
					[...to].sort().join() ===
					reached
						.map(({ key }) => key)
						.sort()
						.join(),
			);
			expect(from, letter).toBeDefined();
			live.free();
		}
	});

	it('can be set as a page in each of its languages, with no directive left over', async () => {
		for (const language of writtenIn(game)) {
			const made = await edition(game, language);
			const html = withLocale(language, () =>
				guideHtml({ edition: made, piece: (side, letter) => `/${side}-${letter}.svg`, live: true }),
			);
			expect(html).toContain(`<article class="guide live" lang="${language}">`);
			expect(words(html), language).not.toMatch(/::|\{\w+ |undefined|NaN/);
			const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
			expect(new Set(ids).size).toBe(ids.length);
			for (const [, href = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(ids, href).toContain(href);
		}
	});

	it('is kept as docs/rules: `npx vitest run src/learn -u` writes it anew', async () => {
		const made = await edition(game, 'en');
		const text = withLocale('en', () => guideMarkdown(made));
		await expect(text).toMatchFileSnapshot(`../../../docs/rules/${game}.md`);
	});
});
