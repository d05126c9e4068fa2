import { beforeEach, expect, it } from 'vitest';
import { StoppedError } from '../engine/engine';
import { engineForTests } from '../engine/testEngine';
import type { MateAnswer, MateInfo, MateRequest } from '../wasm/engine/engine';
import type { Target } from './analyst.svelte';
import { MateSearch, type MateSolver } from './mateSearch.svelte';
import { mateText } from './mateText';

class Scripted implements MateSolver {
	asked: MateRequest[] = [];
	ended = 0;
	report: (info: MateInfo) => void = () => {};
	answer: (answer: Partial<MateAnswer>) => void = () => {};
	fail: (error: Error) => void = () => {};
	solveMate(request: MateRequest, onProgress?: (info: MateInfo) => void): Promise<MateAnswer> {
		this.asked.push(request);
		this.report = (info) => onProgress?.(info);
		return new Promise((done, fail) => {
			this.answer = (answer) => done({ ...none, ...answer });
			this.fail = fail;
		});
	}
	end(): void {
		this.ended += 1;
		this.fail(new StoppedError());
	}
}

const none: MateAnswer = {
	result: 'no-mate',
	plies: null,
	exact: false,
	line: [],
	solutions: [],
	undecided: [],
	leftInHand: null,
	nodes: 100,
};
const MATE = '4k4/9/4P4/9/9/9/9/9/4K4 b G 1';
const at = (position: string): Target => ({
	game: 'shogi',
	start: '',
	moves: [],
	rules: {},
	position,
	side: 'first',
	inCheck: false,
	over: false,
	problem: false,
	node: 0,
});
const settle = () => new Promise((done) => setTimeout(done));

let engine: Scripted;
let search: MateSearch;
beforeEach(() => {
	engine = new Scripted();
	search = new MateSearch(engine);
	search.look(at(MATE));
});

it('shows the first mate, then asks for the shortest', async () => {
	search.toggle();
	expect([search.running, engine.asked[0]?.exact]).toEqual([true, undefined]);
	engine.report({ nodes: 1024, hashfull: 0, line: [] });
	expect(search.nodes).toBe(1024);
	engine.answer({ result: 'mate', plies: 5, line: ['G*5b'], nodes: 2000 });
	await settle();
	expect([search.answer?.plies, search.running, engine.asked[1]?.exact]).toEqual([5, true, true]);
	expect(mateText('shogi', search)).not.toBe('');
	engine.report({ nodes: 10, hashfull: 0, line: [] });
	expect(search.nodes).toBe(2010);
	engine.answer({ result: 'mate', plies: 1, exact: true, line: ['G*5b'], nodes: 30 });
	await settle();
	expect([search.answer?.plies, search.running, search.nodes]).toEqual([1, false, 2030]);
});

it('pauses while hidden, and restarts', async () => {
	search.sleep(true);
	search.sleep(false);
	expect(engine.asked).toHaveLength(0);
	search.toggle();
	search.sleep(true);
	await settle();
	expect([search.running, search.stopped, search.failed, engine.ended > 0]).toEqual([false, false, false, true]);
	search.sleep(false);
	expect([search.running, engine.asked.length]).toEqual([true, 2]);
	search.sleep(true);
	search.look(at(MATE.replace(' G ', ' S ')));
	search.sleep(false);
	expect([search.running, engine.asked.length]).toEqual([false, 2]);
});

it('keeps a known mate when stopped, and is undecided without one', async () => {
	search.toggle();
	engine.answer({ result: 'mate', plies: 5, line: ['G*5b'] });
	await settle();
	search.toggle();
	expect([search.running, search.answer?.plies]).toEqual([false, 5]);
	search.toggle();
	search.toggle();
	expect([search.running, search.answer, search.stopped]).toEqual([false, null, true]);
	expect(mateText('shogi', search)).not.toBe('');
	await settle();
	expect(search.failed).toBe(false);
});

it('clears its result in another position', async () => {
	search.toggle();
	search.look(at('4k4/9/9/9/9/9/9/9/4K4 b G 1'));
	expect([search.running, engine.ended > 0]).toEqual([false, true]);
	engine.answer({ result: 'mate', plies: 5 });
	await settle();
	expect(search.answer).toBeNull();
});

it('says that it failed', async () => {
	search.toggle();
	engine.fail(new Error('no memory'));
	await settle();
	expect([search.running, search.failed]).toEqual([false, true]);
});

it('finds mates with the real solver, in every game', async () => {
	const module = await engineForTests();
	const real = new MateSearch({ solveMate: async (request) => module.mate(request, null), end: () => {} });
	for (const [game, position, plies] of [
		['shogi', MATE, 1],
		['shogi', '4k4/9/9/9/9/9/9/9/4K4 b G 1', null],
		['minishogi', '4k/5/4P/5/K4 b G 1', 1],
		['torishogi', '+fp1k3/s1cl+S2/2s1CsS/2sSS2/+sC+f1KS1/7/1Pp1CPR w LR2S4s 74', 3],
		['shogun', '7k/8/6K1/8/8/8/8/R7[] w - - 0 1', 1],
	] as const) {
		real.look({ ...at(position), game });
		real.toggle();
		await settle();
		expect(real.answer?.plies, `${game} ${position}`).toBe(plies);
		expect(mateText(game, real)).not.toBe('');
	}
});
