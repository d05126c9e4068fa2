/**
 * Scroll restoration. The browser restores before the page is drawn; here each history entry has a number in its
 * state, and going back scrolls to the position of that entry while the page grows.
 */

import { readSession, writeSession } from './store/session';

export interface ScrollPorts {
	state(): unknown;
	replaceState(state: unknown): void;
	scrollTop(): number;
	/** Clamped to the height of the page. */
	scrollTo(top: number): void;
	/** Returns a function that ends the observation. */
	onResize(run: () => void): () => void;
	after(ms: number, run: () => void): () => void;
	load(): unknown;
	save(positions: [number, number][]): void;
}

/** Time for a page to grow to its old height. */
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

	remember(): void {
		if (!this.#endRestoring) this.#positions.set(this.#entry, this.#ports.scrollTop());
	}

	nextState(): { entry: number } {
		return { entry: this.#entry + 1 };
	}

	/** A new page starts at the top. */
	opened(): void {
		this.stop();
		this.#entry = entryOf(this.#ports.state()) ?? this.#entry;
		this.#positions.set(this.#entry, 0);
		this.#ports.scrollTo(0);
	}

	moved(): void {
		const entry = entryOf(this.#ports.state());
		this.stop();
		if (entry === undefined) {
			// In-page link: the browser has added the entry and scrolled.
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

	/** Ends a restoration, as when the reader scrolls. */
	stop(): void {
		this.#endRestoring?.();
		this.#endRestoring = undefined;
	}

	save(): void {
		this.remember();
		this.#ports.save([...this.#positions]);
	}
}

const STORAGE_KEY = 'komadai.scroll';

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
			load: () => parsed(readSession(STORAGE_KEY)),
			save: (positions) => writeSession(STORAGE_KEY, JSON.stringify(positions)),
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
