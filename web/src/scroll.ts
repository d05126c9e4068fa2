/**
 * Scroll positions of the entries of the browser's history. A page is drawn after its address has changed, so
 * the browser's own restoration comes too early: here every entry has a number in its state, and going back
 * scrolls to where that entry was left as its page grows.
 */

import { readSession, writeSession } from './store/session';

/** What is needed of the browser's window. */
export interface ScrollPorts {
	/** The state of the present entry. */
	state(): unknown;
	/** Replaces it without making another entry. */
	replaceState(state: unknown): void;
	scrollTop(): number;
	/** Scrolls as far as the page allows. */
	scrollTo(top: number): void;
	/** Calls back whenever the page's height changes, until the answer is called. */
	onResize(run: () => void): () => void;
	after(ms: number, run: () => void): () => void;
	/** Positions that outlast a reload. */
	load(): unknown;
	save(positions: [number, number][]): void;
}

/** A page that has not grown to its old height by then stays where it is. */
const RESTORE_WITHIN_MS = 3_000;

function entryOf(state: unknown): number | undefined {
	const entry = (state as { entry?: unknown } | null)?.entry;
	return typeof entry === 'number' ? entry : undefined;
}

export class ScrollMemory {
	#ports: ScrollPorts;
	#positions: Map<number, number>;
	#entry: number;
	#endRestoring: (() => void) | undefined;

	constructor(ports: ScrollPorts, firstEntry: number) {
		this.#ports = ports;
		const saved = ports.load();
		this.#positions = new Map(Array.isArray(saved) ? saved : []);
		const entry = entryOf(ports.state());
		this.#entry = entry ?? firstEntry;
		if (entry === undefined) ports.replaceState({ entry: this.#entry });
		else this.#restore();
	}

	/** The reader scrolled, or the page is about to be left. */
	remember(): void {
		if (!this.#endRestoring) this.#positions.set(this.#entry, this.#ports.scrollTop());
	}

	/** The state of the entry that a link makes. */
	nextState(): { entry: number } {
		return { entry: this.#entry + 1 };
	}

	/** Another page was opened: it begins at its top. */
	opened(): void {
		this.stop();
		this.#entry = entryOf(this.#ports.state()) ?? this.#entry;
		this.#positions.set(this.#entry, 0);
		this.#ports.scrollTo(0);
	}

	/** The present entry of the history is another one. */
	moved(): void {
		const entry = entryOf(this.#ports.state());
		this.stop();
		if (entry === undefined) {
			// A link to a place on the same page: the browser made the entry and has scrolled.
			this.#entry += 1;
			this.#ports.replaceState({ entry: this.#entry });
			return;
		}
		this.#entry = entry;
		this.#restore();
	}

	#restore(): void {
		const top = this.#positions.get(this.#entry) ?? 0;
		const scroll = () => this.#ports.scrollTo(top);
		const stopTimer = this.#ports.after(RESTORE_WITHIN_MS, () => this.stop());
		const stopResize = this.#ports.onResize(scroll);
		this.#endRestoring = () => {
			stopTimer();
			stopResize();
		};
		scroll();
	}

	/** Ends a restoration that is under way, as when the reader scrolls. */
	stop(): void {
		this.#endRestoring?.();
		this.#endRestoring = undefined;
	}

	/** The page is closed or reloaded. */
	save(): void {
		this.remember();
		this.#ports.save([...this.#positions]);
	}
}

const KEY = 'komadai.scroll';

/** Watches the window's scrolling; the answer ends that. */
export function watchScroll(memory: ScrollMemory): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	addEventListener('scroll', () => memory.remember(), { passive: true, signal });
	for (const input of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
		addEventListener(input, () => memory.stop(), { passive: true, capture: true, signal });
	addEventListener('pagehide', () => memory.save(), { signal });
	return () => ending.abort();
}

export function browserScroll(): ScrollMemory {
	history.scrollRestoration = 'manual';
	return new ScrollMemory(
		{
			state: () => history.state,
			replaceState: (state) => history.replaceState(state, ''),
			scrollTop: () => scrollY,
			scrollTo: (top) => scrollTo({ top, behavior: 'instant' }),
			onResize(run) {
				const observer = new ResizeObserver(run);
				observer.observe(document.body);
				return () => observer.disconnect();
			},
			after(ms, run) {
				const timer = setTimeout(run, ms);
				return () => clearTimeout(timer);
			},
			load: () => parsed(readSession(KEY)),
			save: (positions) => writeSession(KEY, JSON.stringify(positions)),
		},
		Date.now(),
	);
}

function parsed(text: string | null): unknown {
	try {
		return text === null ? undefined : JSON.parse(text);
	} catch {
		return undefined;
	}
}
