import { expect, it } from 'vitest';
import { VARIANT_IDS } from '../rules/variant';
import { CLOCK_KINDS, type ClockForm, clockSettings, defaultClock, PRESETS } from './form';

const form: ClockForm = {
	kind: 'byoyomi',
	mainMinutes: 10,
	incrementSeconds: 5,
	periodSeconds: 30,
	periods: 3,
};

it('defaults to byo-yomi in every game', () => {
	for (const game of VARIANT_IDS) expect(clockSettings(defaultClock(game))?.kind).toBe('byoyomi');
});

it('every preset is allowed', () => {
	for (const kind of CLOCK_KINDS)
		for (const preset of PRESETS[kind]) expect(clockSettings({ ...form, ...preset, kind })).not.toBeNull();
});

it('turns minutes and seconds into milliseconds', () => {
	expect(clockSettings(form)).toEqual({ kind: 'byoyomi', main_ms: 600_000, period_ms: 30_000, periods: 3 });
	expect(clockSettings({ ...form, kind: 'increment', mainMinutes: 0.5 })).toEqual({
		kind: 'increment',
		main_ms: 30_000,
		increment_ms: 5_000,
	});
});

it.each([
	{ mainMinutes: Number.NaN },
	{ mainMinutes: -1 },
	{ periodSeconds: 0 },
	{ periods: 0 },
	{ periods: 1.5 },
	{ periods: 11 },
	{ kind: 'sudden' as const, mainMinutes: 0 },
])('refuses %o', (changes) => expect(clockSettings({ ...form, ...changes })).toBeNull());

it('refuses an increment without main time, which would lose at once', () => {
	expect(clockSettings({ ...form, kind: 'increment', mainMinutes: 0 })).toBeNull();
});
