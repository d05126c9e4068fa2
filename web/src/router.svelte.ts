/** History routing. The server answers every page address with the same HTML. */

import { isLocale, type Locale } from './paraglide/runtime';
import { isVariantId, type VariantId } from './rules/variant';
import { browserScroll, type ScrollMemory, watchScroll } from './scroll';

export type Route =
	| { page: 'home' }
	| { page: 'new'; game: VariantId }
	| { page: 'play'; id: string }
	| { page: 'friend'; id: string }
	| { page: 'view' }
	| { page: 'boards' }
	| { page: 'analysis'; game: VariantId; id: string | null }
	| { page: 'games' | 'challenges' }
	| { page: 'learn' }
	/** `language` of the address overrides the page's language. */
	| { page: 'guide'; game: VariantId; language: Locale | null; chapter: string | null }
	| { page: 'lessons'; game: VariantId; step: string | null }
	| { page: 'squares' | 'names' | 'handicaps'; game: VariantId }
	| { page: 'puzzles' | 'puzzle-history' }
	/** `at` is a puzzle id, `day` or `review`; without it the next puzzle is shown. */
	| { page: 'puzzle'; game: VariantId; at: string | null; theme: string | null }
	| { page: 'puzzle-run'; game: VariantId; kind: 'sprint' | 'storm' }
	| { page: 'puzzle-sheet'; game: VariantId }
	| { page: 'devices' | 'sign-in' }
	| { page: 'missing' };

/** Returns the text itself if its percent-encoding is invalid. */
export function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

function learnRoute(game: string | undefined, rest: string[]): Route {
	const [head, ...more] = rest;
	if (game === undefined) return { page: 'learn' };
	if (!isVariantId(game)) return { page: 'missing' };
	if (head === 'lessons' && more.length < 2)
		return { page: 'lessons', game, step: more[0] === undefined ? null : decoded(more[0]) };
	const language = isLocale(head) ? head : null;
	const [chapter = null, ...beyond] = language ? more : rest;
	if (beyond.length > 0) return { page: 'missing' };
	if (!language && (chapter === 'squares' || chapter === 'names' || chapter === 'handicaps'))
		return { page: chapter, game };
	// The guide page checks that the chapter exists.
	return chapter === null || /^[a-z]+$/.test(chapter)
		? { page: 'guide', game, language, chapter }
		: { page: 'missing' };
}

function puzzleRoute(game: string | undefined, rest: string[]): Route {
	if (game === undefined) return { page: 'puzzles' };
	if (game === 'history' && rest.length === 0) return { page: 'puzzle-history' };
	if (!isVariantId(game)) return { page: 'missing' };
	const [at = null, theme, ...beyond] = rest;
	if (at === 'theme' && theme !== undefined && beyond.length === 0)
		return { page: 'puzzle', game, at: null, theme: decoded(theme) };
	if (theme !== undefined) return { page: 'missing' };
	if (at === 'print') return { page: 'puzzle-sheet', game };
	if (at === 'sprint' || at === 'storm') return { page: 'puzzle-run', game, kind: at };
	return { page: 'puzzle', game, at: at === null ? null : decoded(at), theme: null };
}

export function parseRoute(path: string): Route {
	const [head, tail, ...rest] = path.split('/').filter(Boolean);
	if (head === undefined) return { page: 'home' };
	if (head === 'view' && tail === undefined) return { page: 'view' };
	if (head === 'games' && tail === undefined) return { page: 'games' };
	if (head === 'challenges' && tail === undefined) return { page: 'challenges' };
	if (head === 'devices' && tail === undefined) return { page: 'devices' };
	if (head === 'link' && tail === undefined) return { page: 'sign-in' };
	if (head === 'learn') return learnRoute(tail, rest);
	if (head === 'puzzles') return puzzleRoute(tail, rest);
	if (head === 'analysis' && tail === undefined) return { page: 'boards' };
	if (head === 'analysis' && tail !== undefined && isVariantId(tail) && rest.length < 2)
		return { page: 'analysis', game: tail, id: rest[0] === undefined ? null : decoded(rest[0]) };
	if (tail !== undefined && rest.length === 0) {
		if (head === 'new' && isVariantId(tail)) return { page: 'new', game: tail };
		if (head === 'play') return { page: 'play', id: decoded(tail) };
		if (head === 'g') return { page: 'friend', id: decoded(tail) };
	}
	return { page: 'missing' };
}

let current: Route = $state(parseRoute(globalThis.location?.pathname ?? '/'));

export function route(): Route {
	return current;
}

let scroll: ScrollMemory | undefined;

export function go(path: string, replace = false): void {
	scroll?.remember();
	if (replace) history.replaceState(history.state, '', path);
	else history.pushState(scroll?.nextState() ?? null, '', path);
	current = parseRoute(location.pathname);
	scroll?.opened();
}

export function startRouter(): () => void {
	scroll = browserScroll();
	const endScroll = watchScroll(scroll);
	const moved = () => {
		const next = parseRoute(location.pathname);
		if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
		scroll?.moved();
	};
	/** Client-side navigation for links; modified clicks and other targets are left to the browser. */
	const click = (event: MouseEvent) => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = (event.target as Element | null)?.closest?.('a');
		if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
		if (parseRoute(link.pathname).page === 'missing') return;
		// The browser handles links within the page.
		if (link.hash && link.pathname === location.pathname && current.page === 'guide') return;
		event.preventDefault();
		go(link.pathname + link.search + link.hash);
	};
	addEventListener('popstate', moved);
	document.addEventListener('click', click);
	return () => {
		endScroll();
		removeEventListener('popstate', moved);
		document.removeEventListener('click', click);
	};
}
