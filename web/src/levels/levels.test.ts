import { beforeAll, describe, expect, it } from 'vitest';
import { engineForTests } from '../engine/testEngine';
import { withLocale } from '../i18n/locale.svelte';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { levelsOf, measured, readLevel } from './levels';
import { computerName, levelName, levelText } from './levelText';
import { levelOf, STRENGTHS, strengthOf } from './strength';

let engine: Awaited<ReturnType<typeof engineForTests>>;
beforeAll(async () => {
	engine = await engineForTests();
});

/** Positions outside the opening plans, whose moves are the same at many levels. */
const ELSEWHERE: Record<VariantId, string> = {
	shogi: 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1',
	minishogi: 'rbsgk/5/4p/P4/KGSBR b - 1',
	torishogi: 'rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/2CF3/LP1KCPR w - 1',
	shogun: 'rnb+fkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB+FKBNR[] w KQkq - 0 1',
};

describe.each(VARIANT_IDS)('the levels of %s', (game) => {
	it('are those of the engine', () => {
		expect(levelsOf(game).length).toBeGreaterThan(9);
		expect(levelsOf(game)).toEqual(engine.levels(game));
	});

	it('of earlier versions keep their strength', () => {
		const play = (level: string, seed: number) =>
			engine.search({ game, position: ELSEWHERE[game], moves: [], level: level as '1', seed }, undefined);
		const seeds = Array.from({ length: 8 }, (_, seed) => seed);
		for (const old of ['easy', 'middle'])
			for (const seed of seeds) expect(play(readLevel(game, old), seed)).toEqual(play(old, seed));
		const answers = (level: string) => seeds.map((seed) => play(level, seed));
		expect(answers(readLevel(game, 'middle'))).not.toEqual(answers('easy'));
	});

	it('are read as stored, and invalid values become the easiest level', () => {
		for (const { level } of levelsOf(game)) expect(readLevel(game, level)).toBe(level);
		expect(readLevel(game, 'full')).toBe('full');
		for (const bad of ['99', '00', '-1', '1.5', '', 'hard', null, undefined, 3]) expect(readLevel(game, bad)).toBe('1');
	});

	it('have names in every language', () => {
		const easy = measured(game, '1');
		if (!easy) throw new Error('no levels');
		const words = (language: 'en' | 'ja' | 'zh-Hans' | 'zh-Hant') =>
			withLocale(language, () => [levelText(game, '1'), levelName('1'), computerName('1')]);
		const { rating } = easy;
		expect(words('en')).toEqual([`Level 1 · ${rating}`, 'Level 1', 'Computer (level\u00a01)']);
		expect(words('ja')).toEqual([`レベル1・${rating}`, 'レベル1', 'コンピュータ（レベル1）']);
		expect(words('zh-Hans')).toEqual([`强度1 · ${rating}`, '强度1', '电脑（强度1）']);
		expect(words('zh-Hant')).toEqual([`強度1 · ${rating}`, '強度1', '電腦（強度1）']);
		const children = (language: 'en' | 'ja' | 'zh-Hans' | 'zh-Hant') =>
			withLocale(language, () => levelText(game, '0'));
		expect(children('en')).toBe('Level 0 · for children');
		expect(children('ja')).toBe('レベル0・こども向け');
		expect(children('zh-Hans')).toBe('强度0 · 适合儿童');
		expect(children('zh-Hant')).toBe('強度0 · 適合兒童');
		expect(withLocale('en', () => computerName('full'))).toBe('Computer (full strength)');
	});

	it('have three words in rising order, the first for the easy level rather than the children’s', () => {
		const levels = STRENGTHS.map((strength) => levelOf(game, strength));
		expect(levels[0]).toBe('1');
		expect(levels.map(Number)).toEqual([...new Set(levels.map(Number))].sort((a, b) => a - b));
		for (const strength of STRENGTHS) expect(strengthOf(game, levelOf(game, strength))).toBe(strength);
		expect(strengthOf(game, 'full')).toBeNull();
	});
});
