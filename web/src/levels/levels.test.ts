import { beforeAll, describe, expect, it } from 'vitest';
import { engineForTests } from '../engine/testEngine';
import { GAME_IDS } from '../games/game';
import { withLocale } from '../i18n/locale.svelte';
import { levelsOf, readLevel } from './levels';
import { computerName, gradeText, levelText } from './levelText';

let engine: Awaited<ReturnType<typeof engineForTests>>;
beforeAll(async () => {
	engine = await engineForTests();
});

describe.each(GAME_IDS)('the levels of %s', (game) => {
	it('are those of the engine', () => {
		expect(levelsOf(game).length).toBeGreaterThan(9);
		expect(levelsOf(game)).toEqual(engine.levels(game));
	});

	it('of earlier pages play on as the same players', () => {
		const play = (level: string, seed: number) =>
			engine.search({ game, position: '', moves: [], level: level as '1', seed }, undefined);
		const seeds = Array.from({ length: 8 }, (_, seed) => seed);
		for (const old of ['easy', 'middle'])
			for (const seed of seeds) expect(play(readLevel(game, old), seed)).toEqual(play(old, seed));
		// They can be distinguished at all.
		const answers = (level: string) => seeds.map((seed) => play(level, seed));
		expect(answers(readLevel(game, 'middle'))).not.toEqual(answers('easy'));
	});

	it('are read as they were stored, and what is none is the gentlest', () => {
		for (const { level } of levelsOf(game)) expect(readLevel(game, level)).toBe(level);
		expect(readLevel(game, 'full')).toBe('full');
		for (const bad of ['0', '99', '-1', '1.5', '', 'hard', null, undefined, 3])
			expect(readLevel(game, bad)).toBe('1');
	});

	it('have names in every language', () => {
		const [first] = levelsOf(game);
		if (!first) throw new Error('no levels');
		const words = (language: 'en' | 'ja' | 'zh-Hans' | 'zh-Hant') =>
			withLocale(language, () => [levelText(game, '1'), computerName(game, '1')]);
		const { number, rating } = first;
		expect(first.grade).toBe('kyu');
		// A grade is not torn apart at the end of a line.
		const kyu = `${number}\u00a0kyu`;
		expect(words('en')).toEqual([`Level 1 · ${kyu} · ${rating}`, `Computer (level\u00a01, ${kyu})`]);
		expect(words('ja')).toEqual([`レベル1・${number}級・${rating}`, `コンピュータ（レベル1・${number}級）`]);
		expect(words('zh-Hans')).toEqual([`强度1 · ${number}级 · ${rating}`, `电脑（强度1，${number}级）`]);
		expect(words('zh-Hant')).toEqual([`強度1 · ${number}級 · ${rating}`, `電腦（強度1，${number}級）`]);
		expect(withLocale('en', () => computerName(game, 'full'))).toBe('Computer (full strength)');
	});
});

it('spells dan as they are spelled', () => {
	const dan = (number: number) => gradeText({ grade: 'dan', number }).replace('\u00a0', ' ');
	expect(withLocale('en', () => [1, 2, 13].map(dan))).toEqual(['1 dan', '2 dan', '13 dan']);
	for (const language of ['ja', 'zh-Hans', 'zh-Hant'] as const)
		expect(withLocale(language, () => [1, 2, 9, 10, 13].map(dan))).toEqual([
			'初段',
			'二段',
			'九段',
			'十段',
			'十三段',
		]);
});
