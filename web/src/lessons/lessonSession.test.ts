/** Mate steps, judged and refuted by the solver of the engine module. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engineForTests } from '../engine/testEngine';
import type { Solver } from '../puzzles/solver';
import { rulesForTests } from '../rules/testRules';
import type { VariantId } from '../rules/variant';
import { loadLessons, type Step, startOf, TAUGHT } from './lesson';
import { LessonSession } from './lessonSession.svelte';

const NODES = 2_000;
const rules = await rulesForTests();
const engine = await engineForTests();

const solver: Solver = {
	async defend({ game, position, moves }, plies) {
		const limit = plies === null ? {} : { plies };
		const request = { game, position, moves: [...moves], ...limit, nodes: NODES };
		const { move, result, plies: found } = engine.defend(request, undefined);
		return { move, result, plies: found ?? Number.POSITIVE_INFINITY };
	},
	mate: () => Promise.reject(new Error('no hint is asked for')),
	search: () => Promise.reject(new Error('nothing is searched')),
};

const mates = new Map<VariantId, Step[]>();
for (const game of TAUGHT) {
	const { chapters } = await loadLessons(game, 'en');
	mates.set(
		game,
		chapters.flatMap(({ steps }) => steps.filter(({ goal }) => goal.mate)),
	);
}
const stepOf = (game: VariantId, key: string): Step => {
	const found = mates.get(game)?.find((step) => step.key === key);
	if (!found) throw new Error(`${game} has no step ${key}`);
	return found;
};

/** Every check, and every fifth other move. */
function someMoves(game: VariantId, step: Step): string[] {
	const live = new rules.Game(game, startOf(step), {});
	const moves = live.legalMoves().filter((move, i) => {
		live.play(move);
		const { check } = live.state();
		live.undo();
		return check || i % 5 === 0;
	});
	live.free();
	return moves;
}

const settle = () => vi.advanceTimersByTimeAsync(1_000);

async function played(session: LessonSession, moves: readonly string[]): Promise<string> {
	for (const move of moves) {
		session.play(move);
		await settle();
	}
	return session.verdict.kind;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each(TAUGHT)('in the lessons of %s', (game) => {
	it('every mate is accepted, and every other move is refuted on the board', async () => {
		for (const step of mates.get(game) ?? []) {
			const session = new LessonSession(rules, game, step, solver);
			const tried = someMoves(game, step);
			expect(tried.length, step.key).toBeGreaterThan(1);
			for (const move of tried) {
				const what = `${step.key} ${move}`;
				const kind = await played(session, [move]);
				const { outcome, ply } = session.history.now;
				const verdict = session.verdict;
				const isMate = outcome?.reason === 'checkmate';
				if (kind === 'done') expect(isMate, what).toBe(true);
				else if (isMate) expect(step.goal.piece, what).toBeTruthy();
				if (verdict.kind === 'missed' && verdict.what === 'mate' && !outcome) {
					expect(ply, what).toBe(2);
					expect(session.reply?.text, what).toBeTruthy();
					expect(session.movers, what).toEqual([]);
				}
				session.again();
				expect(session.verdict.kind, what).toBe('going');
				expect(session.history.now.ply, what).toBe(0);
			}
			session.stop();
		}
	});

	it('a mate in two continues only after a check that keeps the mate', async () => {
		const step = stepOf(game, 'two-move-mate');
		const session = new LessonSession(rules, game, step, solver);
		const right: string[] = [];
		for (const move of someMoves(game, step)) {
			if ((await played(session, [move])) === 'going') right.push(move);
			session.again();
		}
		expect(right).toEqual(step.solution.slice(0, 1));
		expect(await played(session, step.solution)).toBe('done');
		session.stop();
	});
});

it('a stalemate that wins is no mate', async () => {
	const session = new LessonSession(rules, 'minishogi', stepOf('minishogi', 'two-move-mate'), solver);
	expect(await played(session, ['2e2b'])).toBe('missed');
	expect(session.history.now.outcome?.reason).toBe('stalemate');
	session.stop();
});

it('restarting a step discards the pending judgement', async () => {
	const session = new LessonSession(rules, 'shogi', stepOf('shogi', 'head-gold'), solver);
	session.play('G*4b');
	expect(session.verdict.kind).toBe('thinking');
	expect(session.movers).toEqual([]);
	session.again();
	await settle();
	expect(session.verdict.kind).toBe('going');
	expect(session.history.now.moves).toEqual([]);
	session.stop();
});

it('without an engine the rules judge the last move', async () => {
	const info = vi.spyOn(console, 'info').mockImplementation(() => {});
	const broken: Solver = { ...solver, defend: () => Promise.reject(new Error('no engine')) };
	const session = new LessonSession(rules, 'shogi', stepOf('shogi', 'head-gold'), broken);
	expect(await played(session, ['G*4b'])).toBe('missed');
	expect(session.reply).toMatchObject({ byKing: true });
	session.stop();
	const longer = new LessonSession(rules, 'shogi', stepOf('shogi', 'two-move-mate'), broken);
	expect(await played(longer, stepOf('shogi', 'two-move-mate').solution)).toBe('done');
	longer.stop();
	info.mockRestore();
});
