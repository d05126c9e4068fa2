/** Titles and descriptions of pages, which the server inserts before any script runs. Runs in the build, in Node. */

import { gameLine, gameName } from '../games/names';
import { withLocale } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import { type Locale, locales } from '../paraglide/runtime';
import { VARIANT_IDS, type VariantId } from '../rules/variant';

type Texts = [title: string, description: string];

/** By language, then page; `crates/server/src/http/head.rs` uses these names. */
export type Heads = Record<Locale, Record<string, Texts>>;

function ofGame(game: VariantId): Record<string, Texts> {
	const name = gameName[game]();
	const line = gameLine[game]();
	const invitation = m.head_invitation_title({ game: name });
	const played = m.head_view_game({ game: name });
	return {
		[`new/${game}`]: [m.learn_play({ game: name }), line],
		[`guide/${game}`]: [m.learn_page({ game: name }), line],
		[`lessons/${game}`]: [m.lesson_link_of({ game: name }), m.head_lessons({ game: name })],
		[`squares/${game}`]: [`${m.trainer_squares()} · ${name}`, line],
		[`names/${game}`]: [`${m.trainer_names()} · ${name}`, line],
		[`handicaps/${game}`]: [m.adviser_of({ game: name }), m.adviser_lead()],
		[`puzzles/${game}`]: [m.puzzle_title_of({ game: name }), m.puzzle_lead()],
		[`view/${game}`]: [played, m.head_view()],
		[`invitation/${game}`]: [invitation, m.head_invitation()],
		[`game/${game}`]: [played, m.head_game()],
	};
}

function inOwnLanguage(): Record<string, Texts> {
	const texts: Record<string, Texts> = {
		home: [m.home_title(), m.home_lead()],
		learn: [m.learn_title(), m.learn_lead()],
		puzzles: [m.puzzle_title(), m.puzzle_lead()],
		view: [m.head_view_title(), m.head_view()],
		...Object.assign({}, ...VARIANT_IDS.map(ofGame)),
	};
	for (const [page, [title, description]] of Object.entries(texts))
		if (page !== 'home') texts[page] = [`${title} · ${m.app_name()}`, description];
	return texts;
}

export function heads(): Heads {
	return Object.fromEntries(locales.map((one) => [one, withLocale(one, inOwnLanguage)])) as Heads;
}
