import { beforeEach, expect, it, vi } from 'vitest';

let kept: Map<string, string>;
let refuses: boolean;

interface Tab {
	settings: typeof import('./settings.svelte').settings;
	change: typeof import('./settings.svelte').changeSettings;
	/** A `storage` event: another tab has written. */
	notified(): void;
	/** A `pageshow` event from the back/forward cache. */
	returns(): void;
}

async function open(): Promise<Tab> {
	const listeners: [string, (event: object) => void][] = [];
	vi.stubGlobal('addEventListener', (name: string, run: (event: object) => void) => listeners.push([name, run]));
	vi.resetModules();
	const { settings, changeSettings: change } = await import('./settings.svelte');
	const tell = (name: string, event: object) => {
		for (const [of, run] of listeners) if (of === name) run(event);
	};
	return {
		settings,
		change,
		notified: () => tell('storage', { key: 'komadai.settings' }),
		returns: () => tell('pageshow', { persisted: true }),
	};
}

const stored = () => JSON.parse(kept.get('komadai.settings') ?? '{}');

beforeEach(() => {
	kept = new Map();
	refuses = false;
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => {
			if (refuses) throw new DOMException('full', 'QuotaExceededError');
			kept.set(key, value);
		},
	});
});

it('a setting of another tab is not overwritten by a change in this one', async () => {
	const [a, b] = [await open(), await open()];
	a.change({ theme: 'dark' });
	b.change({ muted: true });
	expect(stored()).toMatchObject({ theme: 'dark', muted: true });
	expect(b.settings).toMatchObject({ theme: 'dark', muted: true });
	a.change({ pieces: { shogi: 'letters' }, notation: { shogi: 'usi' }, piecesAsked: ['shogi'] });
	b.change({ pieces: { torishogi: 'letters' }, notation: { torishogi: 'kif' }, piecesAsked: ['torishogi'] });
	expect(stored()).toMatchObject({
		pieces: { shogi: 'letters', torishogi: 'letters' },
		notation: { shogi: 'usi', torishogi: 'kif' },
		piecesAsked: ['shogi', 'torishogi'],
	});
});

it('a setting of another tab is applied at once, and when the page returns from the back/forward cache', async () => {
	const [a, b] = [await open(), await open()];
	a.change({ board: 'dark', pieces: { shogun: 'letters' } });
	expect(b.settings.board).toBe('wood');
	b.notified();
	expect([b.settings.board, b.settings.pieces.shogun]).toEqual(['dark', a.settings.pieces.shogun]);
	a.change({ volume: 10 });
	b.returns();
	expect(b.settings.volume).toBe(10);
});

it('settings of a newer version stay in the store', async () => {
	const tab = await open();
	kept.set('komadai.settings', JSON.stringify({ confirmMoves: 'drops', theme: 'light' }));
	tab.change({ muted: true });
	expect(stored()).toEqual({ confirmMoves: 'drops', theme: 'light', muted: true });
});

it('a change that cannot be stored still applies in this tab', async () => {
	const tab = await open();
	tab.change({ volume: 20 });
	refuses = true;
	tab.change({ theme: 'dark' });
	tab.change({ board: 'dark' });
	expect(tab.settings).toMatchObject({ volume: 20, theme: 'dark', board: 'dark' });
	refuses = false;
	tab.change({ muted: true });
	expect(stored()).toEqual({ volume: 20, theme: 'dark', board: 'dark', muted: true });
});
