/** Plain history routing: which page the address asks for. The server answers every page address alike. */
import { type GameId, isGameId } from './games/game';

export type Route =
	| { page: 'home' }
	| { page: 'new'; game: GameId }
	| { page: 'play'; id: string }
	| { page: 'friend'; id: string }
	/** A game that its address carries. */
	| { page: 'view' }
	| { page: 'missing' };

/** Part of an address as text; what is no proper encoding stands for itself. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

export function parseRoute(path: string): Route {
	const [head, tail, ...rest] = path.split('/').filter(Boolean);
	if (head === undefined) return { page: 'home' };
	if (head === 'view' && tail === undefined) return { page: 'view' };
	if (tail !== undefined && rest.length === 0) {
		if (head === 'new' && isGameId(tail)) return { page: 'new', game: tail };
		if (head === 'play') return { page: 'play', id: decoded(tail) };
		if (head === 'g') return { page: 'friend', id: decoded(tail) };
	}
	return { page: 'missing' };
}

let current: Route = $state(parseRoute(globalThis.location?.pathname ?? '/'));

export function route(): Route {
	return current;
}

export function go(path: string, replace = false): void {
	if (replace) history.replaceState(null, '', path);
	else history.pushState(null, '', path);
	current = parseRoute(location.pathname);
	scrollTo(0, 0);
}

export function startRouter(): () => void {
	const back = () => {
		current = parseRoute(location.pathname);
	};
	/** Links within the page need no reload; everything a reader may want of a link still works. */
	const click = (event: MouseEvent) => {
		if (event.defaultPrevented || event.button !== 0) return;
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		const link = (event.target as Element | null)?.closest?.('a');
		if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
		if (parseRoute(link.pathname).page === 'missing') return;
		event.preventDefault();
		go(link.pathname + link.hash);
	};
	addEventListener('popstate', back);
	document.addEventListener('click', click);
	return () => {
		removeEventListener('popstate', back);
		document.removeEventListener('click', click);
	};
}
