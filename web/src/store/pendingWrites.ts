/**
 * Values not yet written to the database. Database writes take milliseconds and are lost when the page closes, so
 * a closing page writes them to one key of local storage; the next page moves them to the database.
 */
import { keysWith, readJson, removeKey, writeJson } from './storage';

const PREFIX = 'komadai.unwritten.';
/** Each tab has its own key. */
const LINE = PREFIX + Math.random().toString(36).slice(2);

const notes = new Map<string, unknown>();
let stands = false;
let leaving = false;

/** Returns `true` if every note is in local storage. */
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

/** `now`: the database refused the value, so store it at once. Returns `true` if it is stored. */
export function note(name: string, value: unknown, now = false): boolean {
	notes.set(name, value);
	return (now || leaving || stands) && writeLine();
}

export function noted(name: string): unknown {
	return notes.get(name);
}

export function forget(name: string): void {
	if (notes.delete(name) && stands) writeLine();
}

export interface Left {
	name: string;
	value: unknown;
	forget: () => void;
}

function leave(key: string, name: string): void {
	const line = readJson(key);
	if (typeof line !== 'object' || line === null) return;
	const { [name]: _, ...others } = line as Record<string, unknown>;
	if (Object.keys(others).length > 0) writeJson(key, others);
	else removeKey(key);
}

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

// Mobile browsers discard hidden pages without further events: treat hiding as closing.
globalThis.document?.addEventListener?.('visibilitychange', () => {
	if (document.visibilityState === 'hidden') goAway();
	else leaving = false;
});
globalThis.window?.addEventListener('pagehide', goAway);
globalThis.window?.addEventListener('pageshow', () => {
	leaving = false;
});
