/** Browser storage for tests: empty database and local storage, and pages that share them. */
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

class Memory {
	getItem(key: string) {
		return (this as unknown as Record<string, string>)[key] ?? null;
	}
	setItem(key: string, value: string) {
		(this as unknown as Record<string, string>)[key] = value;
	}
	removeItem(key: string) {
		delete (this as unknown as Record<string, string>)[key];
	}
}

export function emptyStorage(): void {
	vi.stubGlobal('localStorage', new Memory());
	globalThis.indexedDB = new IDBFactory();
}

/** Makes every opening of the database fail with this error name. */
export function refuseDatabase(name: string): void {
	globalThis.indexedDB = {
		open: () => {
			throw new DOMException('refused', name);
		},
	} as unknown as IDBFactory;
}

/** A page with modules of its own over the same storage. */
export async function newPage() {
	vi.resetModules();
	const [window, document] = [new EventTarget(), new EventTarget()];
	vi.stubGlobal('window', window);
	vi.stubGlobal('document', Object.assign(document, { visibilityState: 'visible' }));
	const [held, boards, games, open, home, lines] = await Promise.all([
		import('./heldBoard.svelte'),
		import('./boards'),
		import('./games'),
		import('./open'),
		import('./home'),
		import('./lines'),
	]);
	return {
		...held,
		...boards,
		...games,
		...open,
		...home,
		...lines,
		goAway: () => window.dispatchEvent(new Event('pagehide')),
	};
}
