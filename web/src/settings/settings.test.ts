import { expect, it } from 'vitest';
import { parseSettings } from './settings.svelte';

it('settings of older versions keep their meaning', () => {
	const old = parseSettings({ locale: 'ja', theme: 'dark', muted: true, coordinates: false });
	expect(old).toMatchObject({ locale: 'ja', theme: 'dark', muted: true, coordinates: 'none' });
	expect(parseSettings({ coordinates: true }).coordinates).toBe('usual');
	expect(parseSettings({ piecesAsked: true }).piecesAsked).toContain('torishogi');
	expect(parseSettings({ piecesAsked: false }).piecesAsked).toEqual([]);
});

it('the computer answers with a delay unless set otherwise', () => {
	expect(parseSettings({}).instant).toBe(false);
	expect(parseSettings({ instant: 1 }).instant).toBe(false);
	expect(parseSettings({ instant: true }).instant).toBe(true);
});

it('each invalid value falls back to its default', () => {
	const defaults = parseSettings(undefined);
	expect(parseSettings('x')).toEqual(defaults);
	expect(parseSettings([])).toEqual(defaults);
	expect(
		parseSettings({
			theme: 4,
			board: 'marble',
			stand: null,
			voice: {},
			volume: 900,
			pieces: [],
			locale: 'xx',
		}),
	).toEqual(defaults);
	expect(parseSettings({ board: 'marble', voice: 'dark', volume: 0, counting: true })).toMatchObject({
		board: 'wood',
		voice: 'dark',
		volume: 0,
		counting: true,
	});
	expect(parseSettings({ volume: Number.NaN }).volume).toBe(defaults.volume);
});
