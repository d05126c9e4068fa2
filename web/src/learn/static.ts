/** The guides as files that need no script. Runs in the build, in Node. */
import { GAME_IDS } from '../games/game';
import { gameLine, gameName } from '../games/names';
import { LOCALE_NAMES, withLocale } from '../i18n/locale.svelte';
import { piecePicture } from '../looks/pictures';
import { pieceSet } from '../looks/sets';
import { m } from '../paraglide/messages';
import { type Locale, locales } from '../paraglide/runtime';
import type { RulesModule } from '../rules/module';
import { Edition } from './edition';
import style from './guide.css?raw';
import { guideHtml } from './html';
import { plainText } from './markdown';
import { loadMaterial, writtenIn } from './material';
import { escaped } from './text';

interface Module extends RulesModule {
	initSync(from: { module: BufferSource }): unknown;
}

/** A page by its path without `.html`. */
export interface StaticPage {
	path: string;
	language: Locale;
	title: string;
	description: string;
	/** The same page in other languages, by language. */
	alternates: Partial<Record<Locale, string>>;
	body: string;
}

const modules = import.meta.glob<Module>('../wasm/rules/rules.js');

export { style };

/** Whether the rules module is there to make them. */
export const possible = Object.keys(modules).length > 0;

function around(inside: string): string {
	return `<div class="static-guide"><p><a href="/">${escaped(m.app_name())}</a> · <a href="/learn">${escaped(m.learn_title())}</a></p>${inside}</div>`;
}

function links(alternates: StaticPage['alternates'], language: Locale): string {
	const others = Object.entries(alternates).filter(([one]) => one !== language);
	if (others.length === 0) return '';
	const list = others.map(
		([one, path]) => `<a href="${path}" lang="${one}" hreflang="${one}">${LOCALE_NAMES[one as Locale]}</a>`,
	);
	return `<nav aria-label="${escaped(m.learn_languages())}">${list.join(' · ')}</nav>`;
}

function overview(): StaticPage {
	const items = GAME_IDS.map((game) => {
		const languages = writtenIn(game)
			.filter((one) => one !== 'en')
			.map(
				(one) => ` <a href="/learn/${game}/${one}" lang="${one}" hreflang="${one}">${LOCALE_NAMES[one]}</a>`,
			);
		return `<li><a href="/learn/${game}">${escaped(gameName[game]())}</a>: ${escaped(gameLine[game]())}${languages.join('')}</li>`;
	});
	const body = `<h1>${escaped(m.learn_title())}</h1><p>${escaped(m.learn_lead())}</p><ul>${items.join('')}</ul>`;
	return {
		path: '/learn',
		language: 'en',
		title: m.learn_title(),
		description: m.learn_lead(),
		alternates: {},
		body: around(body),
	};
}

export async function pages(wasm: BufferSource): Promise<StaticPage[]> {
	const rules = await Object.values(modules)[0]?.();
	if (!rules) return [];
	rules.initSync({ module: wasm });
	const made: StaticPage[] = [withLocale('en', overview)];
	for (const game of GAME_IDS) {
		const written = locales.filter((one) => writtenIn(game).includes(one));
		const alternates = Object.fromEntries(written.map((one) => [one, `/learn/${game}/${one}`]));
		const set = pieceSet(game, null).id;
		for (const language of written) {
			const material = await loadMaterial(game, language);
			const page = withLocale(language, () => {
				const edition = new Edition(rules, game, language, material);
				const html = guideHtml({
					edition,
					piece: (side, letter) => piecePicture(game, side, letter, false, set),
					live: false,
				});
				return {
					language,
					title: m.learn_page({ game: gameName[game]() }),
					description: plainText(edition.guide.lead),
					alternates,
					body: around(html + links(alternates, language)),
				};
			});
			made.push({ ...page, path: `/learn/${game}/${language}` });
			// The address without a language is answered in English; where there is a script, in the reader's.
			if (language === 'en') made.push({ ...page, path: `/learn/${game}` });
		}
	}
	return made;
}
