/**
 * What this page has not written into the database yet. A database's writes take milliseconds and end with the page, so
 * a page that goes away leaves them in one line of local storage, at once; the next page that starts writes them.
 */
import { keysWith, readJson, removeKey, writeJson } from './storage';

const PREFIX = 'komadai.unwritten.';
/** The line of this page: several tabs of a browser each have their own. */
const LINE = PREFIX + Math.random().toString(36).slice(2);

const notes = new Map<string, unknown>();
/** The line stands in local storage. */
let stands = false;
let leaving = false;

/** Returns whether the line has all that is noted. */
function writeLine(): boolean {
	if (notes.size > 0) {
		const isWritten = writeJson(LINE, Object.fromEntries(notes));
		stands ||= isWritten;
		return isWritten;
	}
	if (stands) removeKey(LINE);
	stands = false;
	return true;
}

/**
 * Takes note of a value until it is forgotten. `now`: the database refused it, so the line has it from here on.
 * Returns whether the line has it.
 */
export function note(name: string, value: unknown, now = false): boolean {
	notes.set(name, value);
	return (now || leaving || stands) && writeLine();
}

/** What this page has taken note of under this name. */
export function noted(name: string): unknown {
	return notes.get(name);
}

export function forget(name: string): void {
	if (notes.delete(name) && stands) writeLine();
}

export interface Left {
	name: string;
	value: unknown;
	/** Once the value is written: it leaves the line. */
	forget: () => void;
}

function leave(key: string, name: string): void {
	const line = readJson(key);
	if (typeof line !== 'object' || line === null) return;
	const { [name]: _, ...others } = line as Record<string, unknown>;
	if (Object.keys(others).length > 0) writeJson(key, others);
	else removeKey(key);
}

/** What other pages have left whose names begin so. */
export function leftBehind(beginning: string): Left[] {
	return keysWith(PREFIX)
		.filter((key) => key !== LINE)
		.flatMap((key) => {
			const line = readJson(key);
			if (typeof line !== 'object' || line === null) return [];
			return Object.entries(line)
				.filter(([name]) => name.startsWith(beginning))
				.map(([name, value]) => ({ name, value, forget: () => leave(key, name) }));
		});
}

function goAway(): void {
	leaving = true;
	writeLine();
}

// Phones end hidden pages without another word, so that hiding counts as going away.
globalThis.document?.addEventListener?.('visibilitychange', () => {
	if (document.visibilityState === 'hidden') goAway();
	else leaving = false;
});
globalThis.window?.addEventListener('pagehide', goAway);
globalThis.window?.addEventListener('pageshow', () => {
	leaving = false;
});
