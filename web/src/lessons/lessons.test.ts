import { beforeAll, describe, expect, it } from 'vitest';
import { isSquare } from '../learn/diagrams';
import { locales } from '../paraglide/runtime';
import type { Game, RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import type { Side, VariantId } from '../rules/variant';
import { judge, replyTo, type Verdict } from './judge';
import { type Chapter, type LessonTexts, loadLessons, marked, type Step, startOf, TAUGHT } from './lesson';

/** Minimum for all that a first game needs. */
const MIN_STEPS = 25;

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

function begin(game: VariantId, step: Step): { live: Game; side: Side } {
	const live = new rules.Game(game, startOf(step), {});
	return { live, side: live.state().side };
}

/** Plays the player's moves with replies between them and returns the last verdict. */
function verdictOn(game: VariantId, step: Step, moves: readonly string[]): Verdict | { kind: 'refused'; code: string } {
	const { live, side } = begin(game, step);
	try {
		let verdict: Verdict = { kind: 'going' };
		for (const move of moves) {
			if (verdict.kind !== 'going') throw new Error(`${step.key}: ${move} comes after the end`);
			if (live.state().side !== side) {
				const reply = replyTo(live);
				if (reply) live.play(reply);
			}
			const refusal = live.why(move);
			if (refusal) return { kind: 'refused', code: refusal.code };
			live.play(move);
			verdict = judge(step, live, side);
		}
		return verdict;
	} finally {
		live.free();
	}
}

function why(answer: ReturnType<typeof verdictOn>): string {
	if (answer.kind === 'refused') return answer.code;
	return answer.kind === 'missed' ? answer.what : answer.kind;
}

describe.each(TAUGHT)('the lessons of %s', (game) => {
	let chapters: Chapter[];
	let steps: Step[];
	const texts = new Map<string, LessonTexts>();
	beforeAll(async () => {
		for (const language of locales) {
			const lessons = await loadLessons(game, language);
			chapters = lessons.chapters;
			texts.set(language, lessons.texts);
		}
		steps = chapters.flatMap((chapter) => chapter.steps);
	});

	it('are enough, with unique keys', () => {
		expect(steps.length).toBeGreaterThanOrEqual(MIN_STEPS);
		expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
	});

	it('are solved by their solutions, at the last move only', () => {
		for (const step of steps) {
			expect(why(verdictOn(game, step, step.solution)), step.key).toBe('done');
			expect(step.solution.length, step.key).toBeLessThanOrEqual(step.within ?? 1);
			const before = step.solution.slice(0, -1);
			if (before.length > 0) expect(why(verdictOn(game, step, before)), step.key).toBe('going');
		}
	});

	it('reject wrong moves with the reason', () => {
		for (const step of steps) {
			const wrong = Object.entries(step.wrong);
			expect(wrong.length, step.key).toBeGreaterThan(0);
			const answers = wrong.map(([moves]) => [moves, why(verdictOn(game, step, moves.split(' ')))]);
			expect(Object.fromEntries(answers), step.key).toEqual(step.wrong);
		}
	});

	it('ask for more than any move does', () => {
		for (const step of steps.filter(({ within = 1 }) => within === 1)) {
			const { live } = begin(game, step);
			const legal = live.legalMoves();
			live.free();
			const short = legal.some((move) => why(verdictOn(game, step, [move])) !== 'done');
			expect(short, step.key).toBe(true);
		}
	});

	it('name squares of the board', () => {
		for (const step of steps)
			for (const square of marked(step)) expect(isSquare(game, square), `${step.key}: ${square}`).toBe(true);
	});

	it('have texts in every language', () => {
		for (const language of locales) {
			const { chapters: titles, steps: words } = texts.get(language) ?? { chapters: {}, steps: {} };
			expect(Object.keys(titles).sort(), language).toEqual(chapters.map(({ key }) => key).sort());
			expect(Object.keys(words).sort(), language).toEqual(steps.map(({ key }) => key).sort());
			for (const [key, { task, hint, done }] of Object.entries(words))
				for (const text of [task, hint, ...(done === undefined ? [] : [done])])
					expect(text.trim(), `${language} ${key}`).not.toBe('');
		}
	});
});
