import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pieceLetter } from '../board/pieceSheet';
import { loadFacts } from '../learn/material';
import { m } from '../paraglide/messages';
import { baseLocale, locales, overwriteGetLocale } from '../paraglide/runtime';
import { rulesForTests } from '../rules/testRules';
import { LOOKS, VARIANT_IDS } from '../rules/variant';
import { bestOf, keepBest } from './best';
import { faceSpeech } from './faceSpeech';
import { CHOICES, FACES, movesKey, nextName } from './names';
import { ROUND_MS, Round } from './round.svelte';
import { namingsOf, nextSquare, squareAs } from './squares';

const rules = await rulesForTests();

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, text: string) => kept.set(key, text),
	});
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it('a round lasts a minute and counts answers right at the first try', () => {
	const over = vi.fn();
	const round = new Round(over, () => Date.now());
	round.begin();
	round.right();
	round.wrong();
	round.wrong();
	round.right();
	round.right();
	expect([round.score, round.misses]).toEqual([2, 2]);
	vi.advanceTimersByTime(ROUND_MS - 1_000);
	expect(round.phase).toBe('running');
	vi.advanceTimersByTime(1_000);
	expect(round.phase).toBe('over');
	expect(over).toHaveBeenCalledExactlyOnceWith(2);
	vi.advanceTimersByTime(ROUND_MS);
	expect(over).toHaveBeenCalledTimes(1);
	round.begin();
	expect([round.score, round.misses, round.leftMs]).toEqual([0, 0, ROUND_MS]);
	round.stop();
	vi.advanceTimersByTime(2 * ROUND_MS);
	expect(over).toHaveBeenCalledTimes(1);
});

it('the last second of a round lasts one second', () => {
	const spoken = (seconds: number) => m.trainer_left({ seconds }, { locale: 'en' });
	expect([0, 1, 2, 60].map(spoken)).toEqual(['0 seconds left', '1 second left', '2 seconds left', '60 seconds left']);
});

it('the best score is kept for each kind of round, and invalid values are ignored', () => {
	expect(keepBest('squares shogi', 0)).toBe(false);
	expect(keepBest('squares shogi', 12)).toBe(true);
	expect(keepBest('squares shogi', 12)).toBe(false);
	expect(keepBest('names shogi', 5)).toBe(true);
	expect([bestOf('squares shogi'), bestOf('names shogi'), bestOf('names shogun')]).toEqual([12, 5, 0]);
	localStorage.setItem('komadai.trainer', '{"squares shogi": "many", "names shogi": -3}');
	expect([bestOf('squares shogi'), bestOf('names shogi')]).toEqual([0, 0]);
});

it('squares are named in the notations of each variant', () => {
	expect(namingsOf('shogi').map((naming) => squareAs('shogi', '7g', naming))).toEqual(['77', '7七', '7g']);
	expect(namingsOf('shogun').map((naming) => squareAs('shogun', '4h', naming))).toEqual(['e1']);
});

it('every square is asked, and never twice in a row', () => {
	for (const game of VARIANT_IDS) {
		const { files, ranks } = LOOKS[game];
		const asked = new Set<string>();
		let last: string | null = null;
		for (let i = 0; i < 2_000; i++) {
			const square = nextSquare(game, last);
			expect(square).not.toBe(last);
			asked.add(square);
			last = square;
		}
		expect(asked.size, game).toBe(files * ranks);
	}
});

it('a piece question has four different choices, one correct and none that moves like it', () => {
	for (const game of VARIANT_IDS) {
		const spec = rules.gameSpec(game);
		const moves = new Map(spec.kinds.map((kind) => [pieceLetter(kind), movesKey(kind)]));
		const asked = new Set<string>();
		let last: string | null = null;
		for (let i = 0; i < 400; i++) {
			const faces = i % 2 === 0 ? FACES.slice(0, 2) : FACES.slice(1);
			const { letter, choices } = nextName(spec, faces, last);
			expect(letter).not.toBe(last);
			expect(choices).toContain(letter);
			expect(new Set(choices).size).toBe(CHOICES);
			if (faces.includes('moves')) expect(new Set(choices.map((one) => moves.get(one))).size).toBe(CHOICES);
			asked.add(letter);
			last = letter;
		}
		expect(asked.size, game).toBe(spec.kinds.length);
	}
});

it('the text of a face is never the piece letter', async () => {
	for (const language of locales) {
		overwriteGetLocale(() => language);
		for (const game of VARIANT_IDS) {
			const spec = rules.gameSpec(game);
			const facts = await loadFacts(game);
			for (const letter of spec.kinds.map(pieceLetter))
				for (const face of FACES) {
					const { text, lang } = faceSpeech(game, spec, facts, letter, face);
					expect(text, `${game} ${letter} ${face} ${language}`).not.toMatch(/^(p?[A-Z])?$/);
					if (lang)
						expect(text, 'Japanese is what stands on pieces').toMatch(/^[\p{Script=Han}\p{Script=Hiragana}]+$/u);
				}
		}
	}
	overwriteGetLocale(() => baseLocale);
});
