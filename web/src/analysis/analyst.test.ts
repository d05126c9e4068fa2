import { beforeEach, expect, it, vi } from 'vitest';
import { StoppedError } from '../engine/engine';
import { afterNullMove } from '../rules/positionText';
import type { SearchInfo, SearchRequest, SearchResult } from '../wasm/engine/engine';
import { Analyst, lineOf, type Searcher, type Target } from './analyst.svelte';
import { Evaluations, positionKey, recordedValue } from './evaluations.svelte';
import { hintsOf } from './hints';

class Scripted implements Searcher {
	asked: SearchRequest[] = [];
	say: (info: SearchInfo) => void = () => {};
	finish: () => void = () => {};
	#fail: (error: Error) => void = () => {};
	stopped = 0;
	search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<SearchResult> {
		this.asked.push(request);
		this.say = (info) => onInfo?.(info);
		return new Promise((done, fail) => {
			this.finish = () => done({} as SearchResult);
			this.#fail = fail;
		});
	}
	stop(): void {
		this.stopped += 1;
		this.#fail(new StoppedError());
	}
	end(): void {}
	warm(): void {}
}

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const AFTER = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2';
const at = (node: number, more: Partial<Target> = {}): Target => ({
	game: 'shogi',
	start: '',
	moves: node === 0 ? [] : ['7g7f'],
	rules: {},
	position: node === 0 ? START : AFTER,
	side: node === 0 ? 'first' : 'second',
	inCheck: false,
	over: false,
	problem: false,
	node,
	...more,
});
const info = (more: Partial<SearchInfo>): SearchInfo => ({
	depth: 5,
	pvIndex: 1,
	seldepth: 5,
	nodes: 1000,
	timeMs: 10,
	hashfull: 0,
	pv: ['2g2f'],
	score: 30,
	mate: null,
	bound: 'exact',
	win: 510,
	...more,
});

let engine: Scripted;
let evaluations: Evaluations;
let analyst: Analyst;
beforeEach(() => {
	vi.useFakeTimers();
	engine = new Scripted();
	evaluations = new Evaluations();
	analyst = new Analyst(evaluations, engine);
});

const pass = () => vi.advanceTimersByTimeAsync(100);

it('searches only while on, and stops at once', async () => {
	analyst.look(at(0));
	await pass();
	expect(engine.asked).toEqual([]);
	analyst.toggle();
	expect(engine.asked).toHaveLength(1);
	expect(analyst.running).toBe(true);
	const { stopped } = engine;
	analyst.toggle();
	expect(engine.stopped).toBe(stopped + 1);
	expect(analyst.running).toBe(false);
});

it('shows lines from the first side’s view and caches them', async () => {
	analyst.look(at(1));
	analyst.toggle();
	engine.say(info({ score: 30, win: 510, pv: ['3c3d'] }));
	await pass();
	expect(analyst.shown?.lines[0]).toMatchObject({ value: { cp: -30 }, win: 490, moves: ['3c3d'] });
	analyst.look(at(0));
	expect(analyst.shown).toBeNull();
	await pass();
	analyst.look(at(1));
	expect(analyst.shown?.lines[0]?.value).toEqual({ cp: -30 });
	await pass();
	engine.say(info({ depth: 2, score: 500, pv: ['8c8d'] }));
	await pass();
	expect(analyst.shown?.lines[0]?.moves, 'a new search is not shown before it knows more').toEqual(['3c3d']);
	engine.say(info({ depth: 6, score: 500, pv: ['8c8d'] }));
	await pass();
	expect(analyst.shown?.lines[0]?.moves).toEqual(['8c8d']);
});

it('a completed search is not repeated with the same limit', async () => {
	analyst.look(at(0));
	analyst.toggle();
	engine.say(info({}));
	engine.finish();
	await pass();
	expect(analyst.running).toBe(false);
	analyst.look(at(1));
	await pass();
	analyst.look(at(0));
	await pass();
	expect(engine.asked).toHaveLength(2);
	analyst.change({ lines: 3 });
	expect(engine.asked.at(-1)).toMatchObject({ multiPv: 3, moves: [] });
	analyst.change({ effort: 'depth-8' });
	expect(engine.asked.at(-1)).toMatchObject({ depth: 8 });
	expect(engine.asked.at(-1)?.moveTimeMs).toBeUndefined();
});

it('reports of an earlier search are dropped', async () => {
	analyst.look(at(0));
	analyst.toggle();
	const late = engine.say;
	analyst.look(at(1));
	late(info({}));
	await pass();
	expect(analyst.shown).toBeNull();
});

it('replaces a line that has moved up', async () => {
	analyst.look(at(0));
	analyst.change({ lines: 2 });
	analyst.toggle();
	engine.say(info({ pv: ['a'] }));
	engine.say(info({ pvIndex: 2, pv: ['b'] }));
	await pass();
	expect(analyst.shown?.lines.map(({ moves }) => moves[0])).toEqual(['a', 'b']);
	engine.say(info({ depth: 6, pv: ['b'] }));
	await pass();
	expect(analyst.shown?.lines.map(({ moves }) => moves[0])).toEqual(['b', 'a']);
	analyst.change({ lines: 3 });
	for (const [i, move] of ['a', 'b', 'c'].entries()) engine.say(info({ depth: 7, pvIndex: i + 1, pv: [move] }));
	for (const [i, move] of ['c', 'a'].entries()) engine.say(info({ depth: 8, pvIndex: i + 1, pv: [move] }));
	await pass();
	expect(analyst.shown?.lines.map(({ moves }) => moves[0])).toEqual(['c', 'a', 'b']);
	engine.say(info({ depth: 8, pvIndex: 3, pv: ['d'] }));
	await pass();
	expect(
		analyst.shown?.lines.map(({ moves }) => moves[0]),
		'what the iteration has not named is gone',
	).toEqual(['c', 'a', 'd']);
});

it('lines are sorted by value', async () => {
	const shown = () => analyst.shown?.lines.map(({ moves }) => moves[0]);
	const found = (scores: Record<string, number | null>, depth = 9) => {
		for (const [i, [move, score]] of Object.entries(scores).entries())
			engine.say(info({ depth, pvIndex: i + 1, pv: [move], score: score ?? 9_990, mate: score === null ? 5 : null }));
	};
	analyst.look(at(0));
	analyst.change({ lines: 5 });
	analyst.toggle();
	found({ a: 392, b: 414, c: 347, d: 368, e: 318 });
	await pass();
	expect(shown()).toEqual(['b', 'a', 'd', 'c', 'e']);
	expect(analyst.shown?.lines[0]?.value).toEqual({ cp: 414 });
	// A search aborted during an iteration has lines of two depths.
	found({ a: 320, b: null }, 10);
	engine.finish();
	await pass();
	expect(shown()).toEqual(['b', 'd', 'c', 'a', 'e']);
	expect(evaluations.of({ nodes: new Map() } as never, 0)?.value).toEqual({ mate: 5 });
	analyst.look(at(1));
	await pass();
	found({ a: 112, b: 178, c: 30 });
	await pass();
	expect(shown(), 'good for the second side').toEqual(['b', 'a', 'c']);
	expect(analyst.shown?.lines.map(({ value }) => value)).toEqual([{ cp: -178 }, { cp: -112 }, { cp: -30 }]);
});

it('a position without a king is not searched', async () => {
	analyst.look(at(0, { problem: true }));
	analyst.toggle();
	analyst.toggleThreat();
	await pass();
	expect([analyst.on, analyst.threat]).toEqual([false, false]);
	expect(engine.asked).toEqual([]);
});

it('a threat is searched with the other side to move, and not in check', async () => {
	analyst.look(at(0));
	analyst.toggleThreat();
	expect(analyst.on).toBe(true);
	expect(engine.asked.at(-1)).toMatchObject({ position: START.replace(' b ', ' w '), moves: [] });
	engine.say(info({ score: 100 }));
	await pass();
	expect(analyst.shown?.lines[0]?.value, 'good for the second side').toEqual({ cp: -100 });
	expect(evaluations.has(0), 'says nothing about the position').toBe(false);
	analyst.look(at(1, { inCheck: true }));
	expect(analyst.threat).toBe(false);
	analyst.toggleThreat();
	expect(analyst.threat).toBe(false);
});

it('a transposition has the same evaluation', async () => {
	analyst.look(at(1));
	analyst.toggle();
	engine.say(info({ score: 30 }));
	await pass();
	analyst.look(at(7, { position: AFTER, moves: ['7g7f'] }));
	expect(engine.asked, 'the search goes on').toHaveLength(1);
	expect(evaluations.has(7)).toBe(true);
	analyst.look(at(8, { position: AFTER, moves: ['7g7f'] }));
	engine.say(info({ depth: 6, score: 50 }));
	await pass();
	expect(evaluations.of({ nodes: new Map() } as never, 8)?.value).toEqual({ cp: -50 });
});

it('pauses while hidden', async () => {
	analyst.look(at(0));
	analyst.toggle();
	analyst.sleep(true);
	expect(analyst.running).toBe(false);
	analyst.sleep(false);
	expect(engine.asked).toHaveLength(2);
});

it('makes a null move in SFEN and in FEN', () => {
	expect(afterNullMove('shogi', START)).toBe(START.replace(' b ', ' w '));
	expect(afterNullMove('shogun', '4k3/8/8/8/8/8/8/4K3[] b - e3 0 1')).toBe('4k3/8/8/8/8/8/8/4K3[] w - - 0 1');
});

it('the position key ignores move numbers', () => {
	expect(positionKey(START)).toBe(positionKey(START.replace(' 1', ' 7')));
	expect(positionKey(START)).not.toBe(positionKey(afterNullMove('shogi', START)));
	expect(positionKey('8/8[] w KQkq e3 3 9')).toBe('8/8[] w KQkq e3');
});

it('mates are counted in plies here and in moves in records', () => {
	expect(lineOf(info({ mate: 5, score: 9_995 }), 'second').value).toEqual({ mate: -5 });
	expect(recordedValue({ mate: -5 })).toEqual({ mate: -3 });
	expect(recordedValue({ mate: 1 })).toEqual({ mate: 1 });
});

it('arrows come from squares and from the hand; a move that is much worse has none', () => {
	const look = { files: 9, ranks: 9, checkered: false };
	const line = (move: string, win: number) => ({ value: { cp: 0 }, win, depth: 1, moves: [move] });
	const found = {
		lines: [line('P*5e', 600), line('7g7f', 590), line('2g2f', 300)],
		asked: 3,
		nodes: 1,
		timeMs: 1,
		effort: null,
	};
	expect(hintsOf(found, look, false, 'first')).toEqual([
		{ from: '7g', to: '7f', brush: 'other' },
		{ from: 'P*', to: '5e', brush: 'best' },
	]);
	expect(hintsOf(found, look, true, 'second')).toEqual([{ from: 'p*', to: '5e', brush: 'threat' }]);
});

it('the number of lines and the limit chosen in two tabs are both saved', () => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
	});
	const [a, b] = [new Analyst(evaluations, new Scripted()), new Analyst(evaluations, new Scripted())];
	a.change({ lines: 3 });
	b.change({ effort: 'depth-20' });
	expect(new Analyst(evaluations, new Scripted())).toMatchObject({ lines: 3, effort: 'depth-20' });
	vi.unstubAllGlobals();
});
