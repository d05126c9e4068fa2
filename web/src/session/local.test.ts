import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameRecord } from '../database/gameRecord';
import type { Problem } from '../database/open';
import type { HangingRequest } from '../engine/channel';
import { engineForTests } from '../engine/testEngine';
import type { Toss } from '../furigoma/furigoma';
import type { ClockSettings } from '../protocol';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { settings } from '../settings/settings.svelte';
import type { SearchRequest } from '../wasm/engine/engine';
import { type Keeper, LocalSession } from './local.svelte';
import { type LocalGameChoice, newRecord } from './new';

// Node has no workers.
vi.mock('../engine/engine', () => ({
	StoppedError: class extends Error {},
	Engine: class {
		warm(): void {}
		end(): void {}
		stop(): void {}
		async search(request: SearchRequest): Promise<unknown> {
			asked.push(request);
			return engine.search(request, undefined);
		}
		async hanging({ game, position, side }: HangingRequest): Promise<string[]> {
			return engine.hanging(game, position, side);
		}
	},
}));

let saved: GameRecord[] = [];
let problem: Problem | null = null;
const keeper: Keeper = {
	save: (record) => saved.push(record),
	begin: () => {},
	get problem() {
		return problem;
	},
};

let asked: SearchRequest[] = [];
let rules: RulesModule;
let engine: Awaited<ReturnType<typeof engineForTests>>;
let session: LocalSession | undefined;
const page = { visibilityState: 'visible' };

beforeAll(async () => {
	rules = await rulesForTests();
	engine = await engineForTests();
});

beforeEach(() => {
	asked = [];
	saved = [];
	problem = null;
	vi.stubGlobal('document', page);
	page.visibilityState = 'visible';
	vi.useFakeTimers({
		toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance', 'Date'],
	});
});

afterEach(() => {
	session?.stop();
	session = undefined;
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function open(clock: ClockSettings = { kind: 'none' }): LocalSession {
	saved.push(newRecord({ game: 'minishogi', start: '', rules: {}, opponent: { kind: 'device' }, clock }, 0, 'g'));
	return reopen();
}

function reopen(): LocalSession {
	session?.stop();
	const record = saved.at(-1);
	if (!record) throw new Error('the game was not kept');
	session = new LocalSession(rules, structuredClone(record), keeper);
	session.begin();
	return session;
}

const BYO = {
	kind: 'byoyomi',
	main_ms: 2_000,
	period_ms: 5_000,
	periods: 2,
} as const satisfies ClockSettings;

describe('a game on one device', () => {
	it('goes on after a reload', () => {
		const game = open();
		game.play('5d5c');
		game.play('1b1c');
		expect(reopen().history.now.moves).toEqual(['5d5c', '1b1c']);
		expect(session?.movers).toEqual(['first']);
	});

	it('keeps its outcome', () => {
		const game = open();
		game.play('5d5c');
		game.resign();
		expect(game.outcome).toEqual({ winner: 'first', reason: 'resignation', ply: 1 });
		expect(reopen().outcome).toEqual({ winner: 'first', reason: 'resignation', ply: 1 });
		expect(session?.possible).toMatchObject({ rematch: true, resign: false });
	});

	it('is saved with each move, and not without a change', () => {
		const game = open();
		game.pause();
		expect(saved).toHaveLength(1);
		game.play('5d5c');
		expect(saved).toHaveLength(2);
		game.pause();
		reopen();
		expect(saved).toHaveLength(2);
		session?.resign();
		expect(saved.at(-1)?.outcome?.reason).toBe('resignation');
	});

	it('shows a banner when it is in memory only', () => {
		const game = open();
		expect(game.banners).toEqual([]);
		problem = 'full';
		expect(game.banners).toMatchObject([{ kind: 'warning', text: expect.stringContaining('no room') }]);
	});

	it('takes back a move, but not a resignation', () => {
		const game = open();
		game.play('5d5c');
		game.play('1b1c');
		game.takeback();
		expect(game.history.now.moves).toEqual(['5d5c']);
		expect(reopen().history.now.moves).toEqual(['5d5c']);
		session?.resign();
		expect(session?.possible.takeback).toBe(false);
		session?.takeback();
		expect(reopen().outcome).toMatchObject({ reason: 'resignation' });
	});
});

describe('its clock', () => {
	it('waits for the first move and then runs', () => {
		const game = open(BYO);
		vi.advanceTimersByTime(60_000);
		expect(game.clocks?.first.main_ms).toBe(2_000);
		game.play('5d5c');
		vi.advanceTimersByTime(1_000);
		expect(game.clocks?.second.main_ms).toBe(1_000);
	});

	it('stands while the page is hidden, and survives a reload', () => {
		const game = open(BYO);
		game.play('5d5c');
		vi.advanceTimersByTime(500);
		page.visibilityState = 'hidden';
		vi.advanceTimersByTime(3_600_000);
		game.pause();
		page.visibilityState = 'visible';
		expect(reopen().clocks?.second.main_ms).toBe(1_500);
		vi.advanceTimersByTime(200);
		expect(session?.clocks?.second.main_ms).toBe(1_300);
	});

	it('a takeback restores the clock before the earlier move', () => {
		const game = open(BYO);
		game.play('5d5c');
		vi.advanceTimersByTime(8_000);
		game.play('1b1c');
		game.play('5c5b');
		expect(game.clocks?.second).toMatchObject({ in_byoyomi: true, periods_left: 0, period_ms: 5_000 });
		vi.advanceTimersByTime(3_000);
		game.play('1c1d');
		game.takeback();
		expect(game.clocks?.second).toMatchObject({ in_byoyomi: true, periods_left: 0, period_ms: 5_000 });
		game.takeback();
		game.takeback();
		expect(game.clocks?.second).toMatchObject({ in_byoyomi: false, periods_left: 2, main_ms: 2_000 });
	});

	it('of the first move starts after the furigoma animation', () => {
		const furigoma: Toss = { tosser: 'first', faces: ['pawn', 'pawn', 'pawn', 'tokin', 'tokin'] };
		const opponent = { kind: 'device' } as const;
		const choice = { game: 'minishogi', start: '', rules: {}, opponent, clock: BYO, furigoma } as const;
		saved.push(newRecord(choice, 0, 'g'));
		const game = reopen();
		vi.advanceTimersByTime(1_000);
		game.play('5d5c');
		vi.advanceTimersByTime(60_000);
		expect(game.running).toBeNull();
		expect(game.clocks?.second.main_ms).toBe(2_000);
		game.tossSeen();
		vi.advanceTimersByTime(500);
		expect(game.running).toBe('second');
		expect(game.clocks?.second.main_ms).toBe(1_500);
	});

	it('flags once, and the outcome is saved', () => {
		const game = open(BYO);
		game.play('5d5c');
		vi.advanceTimersByTime(12_500);
		expect(game.outcome).toEqual({ winner: 'first', reason: 'time', ply: 1 });
		expect(game.movers).toEqual([]);
		expect(game.possible.takeback).toBe(false);
		expect(reopen().outcome?.reason).toBe('time');
	});

	describe('that runs out between two ticks', () => {
		/** The flag fell at 12,050 ms, after the last tick at 12,000 ms; it is now 12,090 ms. */
		function late(): LocalSession {
			const game = open({ ...BYO, main_ms: 2_050 });
			game.play('5d5c');
			vi.advanceTimersByTime(12_090);
			expect(game.outcome).toBeNull();
			return game;
		}
		const lost = { winner: 'first', reason: 'time', ply: 1 };

		it('ends the game when a move comes too late', () => {
			const game = late();
			game.play('1b1c');
			expect(game.outcome).toEqual(lost);
			expect(game.history.now.moves).toEqual(['5d5c']);
			expect(reopen().outcome).toEqual(lost);
		});
		it('ends the game when a resignation comes too late', () => {
			const game = late();
			game.resign();
			expect(game.outcome).toEqual(lost);
		});
		it('cannot be restored by a takeback', () => {
			const game = late();
			game.takeback();
			expect(game.outcome).toEqual(lost);
			expect(reopen().history.now.moves).toEqual(['5d5c']);
		});
	});
});

describe('a game with the computer', () => {
	it('is won by the computer when it may declare its entered king', async () => {
		const start = '+P+P+P+P+P4/K+P+P+P+P+P3/9/9/9/9/9/9/8k b 2RB3P 1';
		const opponent = { kind: 'computer', level: '4', you: 'second' } as const;
		const asked = { game: 'shogi', start, rules: { declaration: 'csa-27' }, opponent } as const;
		saved.push(newRecord({ ...asked, clock: { kind: 'none' } }, 0, 'g'));
		const game = reopen();
		await vi.advanceTimersByTimeAsync(2_000);
		expect(game.outcome).toEqual({ winner: 'first', reason: 'declaration', ply: 0 });
		expect(reopen().outcome?.reason).toBe('declaration');
	});

	function against(changes: Partial<LocalGameChoice> = {}): LocalSession {
		const opponent = { kind: 'computer', level: '1', you: 'first' } as const;
		const choice = { game: 'minishogi', start: '', rules: {}, opponent, clock: { kind: 'none' } } as const;
		session?.stop();
		session = undefined;
		saved.push(newRecord({ ...choice, ...changes }, 0, 'g'));
		return reopen();
	}

	it('is answered after a delay of at most 1.5 s, or at once with the setting', async () => {
		const game = against();
		game.play('5d5c');
		await vi.advanceTimersByTimeAsync(150);
		expect(game.history.now.ply).toBe(1);
		expect(game.thinking).toBe(true);
		await vi.advanceTimersByTimeAsync(1_400);
		expect(game.history.now.ply).toBe(2);
		settings.instant = true;
		const { moves } = game.history.destinations();
		const [from, [to = ''] = []] = Object.entries(moves).find(([, targets]) => targets.length > 0) ?? [];
		game.play(game.history.normalMove(from ?? '', to));
		await vi.advanceTimersByTimeAsync(0);
		expect(game.history.now.ply).toBe(4);
		settings.instant = false;
	});

	it('delays the computer’s first move until the furigoma animation has ended', async () => {
		const furigoma: Toss = { tosser: 'second', faces: ['pawn', 'tokin', 'tokin', 'tokin', 'pawn'] };
		const opponent = { kind: 'computer', level: '1', you: 'second' } as const;
		const game = against({ opponent, furigoma, clock: BYO });
		await vi.advanceTimersByTimeAsync(5_000);
		expect(game.history.now.ply).toBe(0);
		expect(game.running).toBeNull();
		game.tossSeen();
		await vi.advanceTimersByTimeAsync(1_500);
		expect(game.history.now.ply).toBe(1);
	});

	it('gives a legal full-strength hint and the hanging pieces', async () => {
		const start = '4k/2p2/2R2/2G2/4K b - 1';
		const game = against({ start });
		const hint = await game.teacher?.hint();
		expect(asked.at(-1)).toMatchObject({ moveTimeMs: 500, moves: [] });
		expect(asked.at(-1)).not.toHaveProperty('level');
		expect(hint && game.history.why(hint)).toBeNull();
		expect(await game.teacher?.hanging()).toEqual(['3c']);
		game.resign();
		expect(game.teacher).toBeNull();
	});

	it('gives neither help nor takebacks with a clock unless help was chosen', async () => {
		for (const help of [undefined, true] as const) {
			const game = against({ clock: BYO, ...(help ? { help } : {}) });
			game.play('5d5c');
			await vi.advanceTimersByTimeAsync(1_500);
			expect(game.history.now.ply).toBe(2);
			expect(game.teacher !== null).toBe(help === true);
			expect(game.possible.takeback).toBe(help === true);
			game.takeback();
			expect(game.history.now.ply).toBe(help ? 0 : 2);
		}
	});
});
