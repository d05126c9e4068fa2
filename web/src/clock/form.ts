/** Clock fields of the new-game form, and their conversion to settings. */

import {
	type ClockSettings,
	MAX_INCREMENT_MS,
	MAX_MAIN_MS,
	MAX_PERIOD_MS,
	MAX_PERIODS,
	MIN_PERIOD_MS,
} from '../protocol';
import type { VariantId } from '../rules/variant';
import { BYOYOMI_PRESETS } from './presets';

export const CLOCK_KINDS = ['none', 'byoyomi', 'increment', 'sudden'] as const;
export type ClockKind = (typeof CLOCK_KINDS)[number];

export interface ClockForm {
	kind: ClockKind;
	mainMinutes: number;
	incrementSeconds: number;
	periodSeconds: number;
	periods: number;
}

const DEFAULTS: Record<VariantId, Pick<ClockForm, 'mainMinutes' | 'periodSeconds' | 'incrementSeconds'>> = {
	shogi: { mainMinutes: 10, periodSeconds: 30, incrementSeconds: 15 },
	minishogi: { mainMinutes: 3, periodSeconds: 10, incrementSeconds: 5 },
	torishogi: { mainMinutes: 5, periodSeconds: 20, incrementSeconds: 10 },
	shogun: { mainMinutes: 10, periodSeconds: 30, incrementSeconds: 10 },
};

export function defaultClock(game: VariantId): ClockForm {
	return { kind: 'byoyomi', periods: 1, ...DEFAULTS[game] };
}

export const PRESETS: Record<ClockKind, Partial<ClockForm>[]> = {
	byoyomi: [...BYOYOMI_PRESETS],
	increment: [
		{ mainMinutes: 3, incrementSeconds: 2 },
		{ mainMinutes: 5, incrementSeconds: 5 },
		{ mainMinutes: 10, incrementSeconds: 10 },
		{ mainMinutes: 15, incrementSeconds: 15 },
	],
	sudden: [{ mainMinutes: 3 }, { mainMinutes: 10 }, { mainMinutes: 30 }],
	none: [],
};

export function isPreset(form: ClockForm, preset: Partial<ClockForm>): boolean {
	return Object.entries(preset).every(([name, value]) => form[name as keyof ClockForm] === value);
}

function within(value: number, low: number, high: number): boolean {
	return Number.isFinite(value) && value >= low && value <= high;
}

/** Settings, or null for a missing number or one out of bounds. */
export function clockSettings(form: ClockForm): ClockSettings | null {
	if (form.kind === 'none') return { kind: 'none' };
	const main_ms = Math.round(form.mainMinutes * 60_000);
	if (!within(main_ms, 0, MAX_MAIN_MS)) return null;
	switch (form.kind) {
		case 'sudden':
			return main_ms > 0 ? { kind: 'sudden', main_ms } : null;
		case 'increment': {
			const increment_ms = Math.round(form.incrementSeconds * 1000);
			// Without main time the flag falls before the first increment.
			if (!within(increment_ms, 0, MAX_INCREMENT_MS) || main_ms === 0) return null;
			return { kind: 'increment', main_ms, increment_ms };
		}
		case 'byoyomi': {
			const period_ms = Math.round(form.periodSeconds * 1000);
			const { periods } = form;
			if (!within(period_ms, MIN_PERIOD_MS, MAX_PERIOD_MS)) return null;
			if (!Number.isInteger(periods) || !within(periods, 1, MAX_PERIODS)) return null;
			return { kind: 'byoyomi', main_ms, period_ms, periods };
		}
	}
}
