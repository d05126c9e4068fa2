import { beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '../paraglide/runtime';
import type { ClockSettings, SideClock } from '../protocol';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { cuesOf, spokenText } from './count';

const BYOYOMI: ClockSettings = { kind: 'byoyomi', main_ms: 5_000, period_ms: 60_000, periods: 2 };

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

function running(clock: ClockSettings, from?: SideClock) {
	const saved = { game: 'shogi', start: '', rules: {}, opponent: {} } as const;
	const clocks = from && { clocks: { first: from, second: from } };
	return new rules.LocalGame(
		{ ...saved, moves: [], clocksBefore: [], clock, started: true, outcome: null, ...clocks },
		0,
	);
}

/** Runs a clock down in steps and records each cue with the elapsed seconds. */
function heard(settings: ClockSettings, locale: Locale, from?: SideClock, step = 100) {
	const said: [number, string][] = [];
	const ticks: number[] = [];
	const low: number[] = [];
	const game = running(settings, from);
	const at = (ms: number) => game.clocks(ms)?.left.first as SideClock;
	for (let ms = step; ; ms += step) {
		const [before, after] = [at(ms - step), at(ms)];
		if (after.main_ms + after.period_ms + after.periods_left === 0) break;
		const cues = cuesOf(settings, before, after);
		if (cues.say) said.push([ms / 1000, spokenText(cues.say, locale)]);
		if (cues.tick) ticks.push(ms / 1000);
		if (cues.low) low.push(ms / 1000);
	}
	game.free();
	return { said, ticks, low };
}

describe('byo-yomi', () => {
	it('counts up in Japanese, in tens from thirty seconds left, then by seconds', () => {
		const { said } = heard(BYOYOMI, 'ja');
		expect(said.slice(0, 13)).toEqual([
			[5, '秒読みに入ります'],
			[35, '三十秒'],
			[45, '四十秒'],
			[55, '五十秒'],
			...'一二三四五六七八九'.split('').map((word, i) => [56 + i, word]),
		]);
		expect(said[13]).toEqual([65, '残り1回です']);
		expect(said.at(-1)).toEqual([124, '九']);
	});
	it('counts down in other languages', () => {
		const english = heard(BYOYOMI, 'en').said;
		expect(english.slice(0, 5).map(([, text]) => text)).toEqual([
			'Byo-yomi begins',
			'30 seconds left',
			'20 seconds left',
			'10 seconds left',
			'9',
		]);
		expect(english[13]).toEqual([65, 'Last period']);
		expect(heard(BYOYOMI, 'zh-Hans').said.slice(1, 5)).toEqual([
			[35, '还剩三十秒'],
			[45, '还剩二十秒'],
			[55, '还剩十秒'],
			[56, '九'],
		]);
	});
	it('ticks and warns only in the last period', () => {
		const { ticks, low } = heard(BYOYOMI, 'en');
		expect(ticks).toEqual([115, 116, 117, 118, 119, 120, 121, 122, 123, 124]);
		expect(low).toEqual([115]);
	});
	it('counts a short period from its beginning', () => {
		const short: ClockSettings = { kind: 'byoyomi', main_ms: 0, period_ms: 5_000, periods: 1 };
		expect(heard(short, 'ja').said.map(([, text]) => text)).toEqual(['一', '二', '三', '四']);
		expect(heard(short, 'en').said.map(([, text]) => text)).toEqual(['4', '3', '2', '1']);
	});
	it('is silent for the first ten seconds of a period of thirty', () => {
		const half: ClockSettings = { kind: 'byoyomi', main_ms: 0, period_ms: 30_000, periods: 1 };
		expect(heard(half, 'ja').said.slice(0, 3)).toEqual([
			[10, '十秒'],
			[20, '二十秒'],
			[21, '一'],
		]);
	});
});

describe('main time', () => {
	it('counts its last seconds without byo-yomi', () => {
		const sudden: ClockSettings = { kind: 'sudden', main_ms: 40_000 };
		const { said, ticks, low } = heard(sudden, 'zh-Hant');
		expect(said.slice(0, 4)).toEqual([
			[10, '還剩三十秒'],
			[20, '還剩二十秒'],
			[30, '還剩十秒'],
			[31, '九'],
		]);
		expect(heard(sudden, 'ja').said.slice(2, 4)).toEqual([
			[30, '残り十秒'],
			[31, '一'],
		]);
		expect(ticks).toHaveLength(10);
		expect(low).toEqual([30]);
	});
	it('warns again after an increment has lifted it above ten seconds', () => {
		const settings = { kind: 'increment', main_ms: 12_000, increment_ms: 5_000 } as const;
		expect(heard(settings, 'en').low).toEqual([2]);
		const left = (main_ms: number) => ({ main_ms, period_ms: 0, periods_left: 0, in_byoyomi: false });
		expect(heard(settings, 'en', left(6_000)).low).toEqual([]);
		expect(heard(settings, 'en', left(6_000 + settings.increment_ms)).low).toEqual([1]);
	});
	it('runs out in silence before byo-yomi', () => {
		const { said, ticks } = heard({ ...BYOYOMI, main_ms: 60_000 } as ClockSettings, 'en');
		expect(said[0]).toEqual([60, 'Byo-yomi begins']);
		expect(ticks[0]).toBe(170);
	});
});

it('a game without a clock has no cues', () => {
	const none: ClockSettings = { kind: 'none' };
	const clock = { main_ms: 0, period_ms: 0, periods_left: 0, in_byoyomi: false };
	expect(cuesOf(none, clock, clock)).toEqual({ tick: false, low: false, say: null });
});

it('coarse readings skip seconds and announce the latest once', () => {
	const sudden: ClockSettings = { kind: 'sudden', main_ms: 12_000 };
	expect(heard(sudden, 'en', undefined, 3_000).said.map(([, text]) => text)).toEqual(['9', '6', '3']);
	expect(heard(sudden, 'en', undefined, 3_000).low).toEqual([3]);
});
