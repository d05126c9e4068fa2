/** What a visitor chose, remembered in this browser. */
import { isLocale, type Locale } from '../paraglide/runtime';
import { readJson, writeJson } from '../store/storage';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'komadai.settings';

interface Stored {
	locale: Locale | null;
	theme: Theme;
	muted: boolean;
	coordinates: boolean;
}

/** Reads settings leniently: what is missing or unknown falls back to the default. */
export function parseSettings(value: unknown): Stored {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
	return {
		locale: isLocale(given.locale) ? given.locale : null,
		theme: THEMES.find((theme) => theme === given.theme) ?? 'system',
		muted: given.muted === true,
		coordinates: given.coordinates !== false,
	};
}

export const settings: Stored = $state(parseSettings(readJson(KEY)));

/** Changes some settings and remembers all of them. */
export function changeSettings(changes: Partial<Stored>): void {
	Object.assign(settings, changes);
	writeJson(KEY, $state.snapshot(settings));
}
