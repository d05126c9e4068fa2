/** Checks lessons with the engine: their mates are mates, and only the required moves escape one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { engineForTests } from '../engine/testEngine';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import type { VariantId } from '../rules/variant';
import { judge, replyTo } from './judge';
import { loadLessons, type Step, startOf, TAUGHT } from './lesson';

const NODES = 20_000;

let rules: RulesModule;
let engine: Awaited<ReturnType<typeof engineForTests>>;
beforeAll(async () => {
	rules = await rulesForTests();
	engine = await engineForTests();
});

/** Plays the solution up to its last move and returns the engine's move there. */
function lastMove(game: VariantId, step: Step) {
	const live = new rules.Game(game, startOf(step), {});
	try {
		const { side } = live.state();
		for (const move of step.solution.slice(0, -1)) {
			live.play(move);
			const reply = replyTo(live);
			if (reply) live.play(reply);
		}
		const { moves } = live.state();
		const found = engine.search({ game, position: startOf(step), moves, nodes: NODES }, undefined);
		if (found.move) live.play(found.move);
		return { found, verdict: judge(step, live, side).kind };
	} finally {
		live.free();
	}
}

describe.each(TAUGHT)('the engine in the lessons of %s', (game) => {
	let steps: Step[];
	beforeAll(async () => {
		const { chapters } = await loadLessons(game, 'en');
		steps = chapters.flatMap((chapter) => chapter.steps);
	});

	it('finds every required mate', () => {
		const mates = steps.filter(({ goal }) => goal.mate);
		expect(mates.length).toBeGreaterThanOrEqual(4);
		for (const step of mates) {
			const { found, verdict } = lastMove(game, step);
			expect(found.mate, step.key).toBe(1);
			// Any mate is right if the piece is not prescribed.
			if (!step.goal.piece) expect(verdict, step.key).toBe('done');
		}
	});

	it('escapes every mate that a step asks to escape', () => {
		const escapes = steps.filter(({ goal }) => goal.saved);
		expect(escapes.length).toBeGreaterThan(0);
		for (const step of escapes) expect(lastMove(game, step).verdict, step.key).toBe('done');
	});

	it('accepts every solution as legal', () => {
		for (const step of steps) {
			const asked = { game, position: startOf(step), moves: step.solution.slice(0, 1), nodes: 500 };
			expect(() => engine.search(asked, undefined), step.key).not.toThrow();
		}
	});
});
