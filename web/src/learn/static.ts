/** Static pages of the guides. Runs in the build, in Node. */

import { gameLine, gameName } from '../games/names';
import { LOCALE_NAMES, withLocale } from '../i18n/locale.svelte';
import { piecePicture } from '../looks/pictures';
import { m } from '../paraglide/messages';
import { baseLocale, type Locale, locales } from '../paraglide/runtime';
import type { RulesModule } from '../rules/module';
import { VARIANT_IDS } from '../rules/variant';
import { pieceSet } from '../settings/pieceSets';
import boards from './boards.css?raw';
import { chapterPath, guidePath } from './chapters';
import contents from './contents.css?raw';
import { Edition } from './edition';
import { escaped } from './escaped';
import guide from './guide.css?raw';
import type { Setting } from './html';
import { loadMaterial, writtenIn } from './material';
import { chapterDescription, chapterHtml, chapterTitle } from './page';
import { heads } from './pageHeads';
import print from './print.css?raw';

interface Module extends RulesModule {
	initSync(from: { module: BufferSource }): unknown;
}

export interface StaticPage {
	path: string;
	picture: string;
	language: Locale;
	title: string;
	description: string;
	/** Paths of the page in other languages. */
	alternates: Partial<Record<Locale, string>>;
	body: string;
}

const modules = import.meta.glob<Module>('../wasm/rules/rules.js');

export const style = [guide, boards, contents, print].join('\n');

export { heads };

/** `true` if the rules module is built. */
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
	const items = VARIANT_IDS.map((game) => {
		const languages = writtenIn(game)
			.filter((one) => one !== baseLocale)
			.map((one) => ` <a href="/learn/${game}/${one}" lang="${one}" hreflang="${one}">${LOCALE_NAMES[one]}</a>`);
		return `<li><a href="/learn/${game}">${escaped(gameName[game]())}</a>: ${escaped(gameLine[game]())}${languages.join('')}</li>`;
	});
	const body = `<h1>${escaped(m.learn_title())}</h1><p>${escaped(m.learn_lead())}</p><ul>${items.join('')}</ul>`;
	return {
		path: '/learn',
		picture: 'home.png',
		language: 'en',
		title: m.learn_title(),
		description: m.learn_lead(),
		alternates: {},
		body: around(body),
	};
}

function chapterPages(edition: Edition, written: readonly Locale[], base: string): StaticPage[] {
	const { game, language, guide } = edition;
	const set = pieceSet(game, null).id;
	return guide.chapters.map((chapter, at) => {
		const setting: Setting = {
			edition,
			chapter,
			base,
			piece: (side, letter) => piecePicture(game, side, letter, false, set),
			live: false,
		};
		const alternates = Object.fromEntries(
			written.map((one) => [one, chapterPath(guidePath(game, one), game, chapter.key)]),
		);
		const whole = m.learn_page({ game: gameName[game]() });
		return {
			path: chapterPath(base, game, chapter.key),
			picture: `${game}.png`,
			language,
			title: at === 0 ? whole : `${chapterTitle(setting)} · ${whole}`,
			description: chapterDescription(setting),
			alternates,
			body: around(chapterHtml(setting) + links(alternates, language)),
		};
	});
}

export async function pages(wasm: BufferSource): Promise<StaticPage[]> {
	const rules = await Object.values(modules)[0]?.();
	if (!rules) return [];
	rules.initSync({ module: wasm });
	const made: StaticPage[] = [withLocale('en', overview)];
	for (const game of VARIANT_IDS) {
		const written = locales.filter((one) => writtenIn(game).includes(one));
		for (const language of written) {
			const material = await loadMaterial(game, language);
			const own = guidePath(game, language);
			const of = (path: string) =>
				withLocale(language, () => chapterPages(new Edition(rules, game, language, material), written, path));
			made.push(...of(own));
			// The address without a language is in English; the app shows the reader's language.
			if (language === baseLocale) made.push(...of(guidePath(game)));
		}
	}
	return made;
}
