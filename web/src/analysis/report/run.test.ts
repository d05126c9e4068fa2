import { beforeEach, expect, test, vi } from 'vitest';
import { StoppedError } from '../../engine/engine';
import type { SearchInfo, SearchRequest, SearchResult } from '../../wasm/engine/engine';
import { effortFor } from './effort';
import { type Reported, ReportRun, type Searcher } from './run.svelte';

const GAME: Reported = {
	game: 'minishogi',
	start: '',
	rules: {},
	moves: ['5d5c', '1b1c', '5e5d'],
	firstMover: 'first',
	outcome: null,
};

/** Engine that answers at once: the side to move wins with 600 per mille. */
class Oracle implements Searcher {
	asked: SearchRequest[] = [];
	/** Number of the search that fails as if stopped. */
	stopsAt = Number.POSITIVE_INFINITY;
	search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<SearchResult> {
		this.asked.push(request);
		if (this.asked.length === this.stopsAt) return Promise.reject(new StoppedError());
		const found = {
			score: 40,
			mate: null,
			bound: 'exact' as const,
			win: 600,
			depth: 9,
			nodes: request.nodes ?? 0,
		};
		onInfo?.({ ...found, pvIndex: 1, seldepth: 9, timeMs: 100, hashfull: 0, pv: ['a'] });
		return Promise.resolve({ ...found, move: 'a', declares: false, ponder: null, pv: ['a'] });
	}
	stop = vi.fn();
	end = vi.fn();
}

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
		removeItem: (key: string) => kept.delete(key),
	});
});

test('a report searches every position with the same effort, and has scores from the first side’s view', async () => {
	const engine = new Oracle();
	const found: number[] = [];
	const run = new ReportRun(GAME, engine, (ply, { win }) => found.push(ply, win));
	await run.run();
	expect(run.phase).toBe('done');
	// The first search measures the speed.
	expect(engine.asked.map(({ moves }) => moves?.length)).toEqual([0, 0, 1, 2, 3]);
	expect(new Set(engine.asked.slice(1).map(({ nodes }) => nodes))).toEqual(new Set([run.nodes]));
	expect(found).toEqual([0, 600, 1, 400, 2, 600, 3, 400]);
	expect(run.evaluations[1]).toMatchObject({ value: { cp: -40 }, line: ['a'] });
});

test('a stopped report resumes with the same effort', async () => {
	const engine = new Oracle();
	engine.stopsAt = 4;
	const run = new ReportRun(GAME, engine);
	await run.run();
	expect(run.phase).toBe('stopped');
	expect(run.evaluations).toHaveLength(2);

	const again = new Oracle();
	const found: number[] = [];
	const next = new ReportRun(GAME, again, (ply) => found.push(ply));
	expect(found).toEqual([0, 1]);
	await next.run();
	expect(again.asked.map(({ moves, nodes }) => [moves?.length, nodes])).toEqual([
		[2, run.nodes],
		[3, run.nodes],
	]);
	expect(next.phase).toBe('done');
	expect(new ReportRun(GAME, new Oracle()).phase).toBe('done');
});

test('a report pauses while hidden, and repeats the stopped search', async () => {
	const engine = new Oracle();
	engine.stopsAt = 4;
	const run = new ReportRun(GAME, engine);
	const search = engine.search.bind(engine);
	engine.search = (request, onInfo) => {
		if (engine.asked.length === 3) run.sleep(true);
		return search(request, onInfo);
	};
	let over = false;
	const report = run.run().then(() => {
		over = true;
	});
	await new Promise((done) => setTimeout(done));
	expect([over, run.phase, run.evaluations.length, engine.stop.mock.calls.length]).toEqual([false, 'running', 2, 1]);
	run.sleep(false);
	await report;
	expect([run.phase, run.evaluations.length]).toEqual(['done', 4]);
});

test('another game has another report', async () => {
	await new ReportRun(GAME, new Oracle()).run();
	expect(new ReportRun({ ...GAME, moves: GAME.moves.slice(1) }, new Oracle()).phase).toBe('new');
	expect(new ReportRun({ ...GAME, rules: { impasse: 'points-24' } }, new Oracle()).phase).toBe('new');
});

test('a new report does not replace one finished in another tab', async () => {
	const late = new ReportRun(GAME, new Oracle());
	await new ReportRun(GAME, new Oracle()).run();
	const running = late.run();
	late.stop();
	await running;
	expect(new ReportRun(GAME, new Oracle()).phase).toBe('done');
});

test('an unreadable stored report is made again', async () => {
	await new ReportRun(GAME, new Oracle()).run();
	expect(new ReportRun(GAME, new Oracle()).phase).toBe('done');
	const kept = JSON.parse(localStorage.getItem('komadai.reports') ?? '[]');
	kept[0].evaluations[1] = { win: 0.4, cp: -40, line: ['a'], nodes: 100 };
	localStorage.setItem('komadai.reports', JSON.stringify(kept));
	expect(new ReportRun(GAME, new Oracle()).phase).toBe('new');
});

test('the end of a game is not searched', async () => {
	const engine = new Oracle();
	const run = new ReportRun({ ...GAME, outcome: { winner: 'second' } }, engine);
	await run.run();
	expect(engine.asked).toHaveLength(4);
	expect(run.evaluations.at(-1)).toMatchObject({ win: 0, nodes: 0 });
});

test('the effort is the default on a desktop, and less where it would take too long', () => {
	// 100 moves in at most a minute, with 100,000 nodes each.
	expect(effortFor(250_000, 101)).toBeGreaterThanOrEqual(100_000);
	expect(effortFor(5_000_000, 101)).toBe(200_000);
	expect(effortFor(60_000, 101)).toBeLessThan(100_000);
	expect((effortFor(60_000, 101) * 101) / 60_000).toBeLessThan(150);
	expect(effortFor(1_000, 300)).toBe(10_000);
	expect(effortFor(Number.POSITIVE_INFINITY, 4)).toBe(200_000);
});
