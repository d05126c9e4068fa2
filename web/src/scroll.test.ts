import { beforeEach, expect, it } from 'vitest';
import { ScrollMemory } from './scroll';

class FakeWindow {
	entries: unknown[] = [null];
	at = 0;
	top = 0;
	range = 0;
	resized = new Set<() => void>();
	timers = new Set<() => void>();
	saved: [number, number][] | undefined;
	readonly ports = {
		state: () => this.entries[this.at],
		replaceState: (state: unknown) => {
			this.entries[this.at] = state;
		},
		scrollTop: () => this.top,
		scrollTo: (top: number) => {
			this.top = Math.min(top, this.range);
		},
		onResize: (run: () => void) => {
			this.resized.add(run);
			return () => this.resized.delete(run);
		},
		after: (_: number, run: () => void) => {
			this.timers.add(run);
			return () => this.timers.delete(run);
		},
		load: () => this.saved,
		save: (positions: [number, number][]) => {
			this.saved = positions;
		},
	};

	grow(range: number): void {
		this.range = range;
		this.top = Math.min(this.top, range);
		for (const run of [...this.resized]) run();
	}

	open(memory: ScrollMemory): void {
		memory.remember();
		this.entries.splice(this.at + 1, Number.POSITIVE_INFINITY, memory.nextState());
		this.at += 1;
		memory.opened();
	}

	/** Navigates. The page has no height until it is drawn. */
	go(memory: ScrollMemory, by: number): void {
		this.at += by;
		memory.moved();
		this.grow(0);
	}

	scroll(memory: ScrollMemory, top: number): void {
		memory.stop();
		this.top = top;
		memory.remember();
	}
}

let page: FakeWindow;
let memory: ScrollMemory;
beforeEach(() => {
	page = new FakeWindow();
	memory = new ScrollMemory(page.ports, 1);
	page.grow(2_000);
});

it('forward navigation starts at the top', () => {
	page.scroll(memory, 900);
	page.open(memory);
	expect(page.top).toBe(0);
});

it('going back restores the scroll position once the page has grown', () => {
	page.scroll(memory, 900);
	page.open(memory);
	page.scroll(memory, 300);
	page.go(memory, -1);
	memory.remember();
	page.grow(500);
	expect(page.top).toBe(500);
	page.grow(2_000);
	expect(page.top).toBe(900);
	page.go(memory, 1);
	page.grow(2_000);
	expect(page.top).toBe(300);
});

it('scrolling by the reader ends the restoration', () => {
	page.scroll(memory, 900);
	page.open(memory);
	page.go(memory, -1);
	page.grow(100);
	page.scroll(memory, 40);
	page.grow(2_000);
	expect(page.top).toBe(40);
	expect(page.resized.size + page.timers.size).toBe(0);
});

it('a link within the page gets its own entry and keeps the browser’s scrolling', () => {
	page.scroll(memory, 900);
	page.entries.push(null);
	page.at += 1;
	page.top = 1_500;
	memory.moved();
	expect(page.top).toBe(1_500);
	memory.remember();
	page.at -= 1;
	memory.moved();
	expect(page.top).toBe(900);
});

it('a reload keeps the position', () => {
	page.scroll(memory, 900);
	memory.save();
	page.top = 0;
	page.range = 0;
	memory = new ScrollMemory(page.ports, 7);
	page.grow(2_000);
	expect(page.top).toBe(900);
});
