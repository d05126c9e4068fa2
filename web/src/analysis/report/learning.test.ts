import { expect, test } from 'vitest';
import type { SearchRequest, SearchResult } from '../../wasm/engine/engine';
import type { Evaluation } from '../evaluation';
import { Learning, type TaskBoard, tasksOf } from './learning.svelte';
import { report } from './report';
import type { Reported, Searcher } from './run.svelte';

const at = (win: number, line: string[] = []): Evaluation => ({ value: { cp: 0 }, win, line, nodes: 1 });
const GAME: Reported = {
	game: 'shogi',
	start: '',
	rules: {},
	moves: ['a', 'b', 'c', 'd'],
	firstMover: 'first',
	outcome: null,
};
/** The first side's first move is a blunder, its second a mistake; the second side's first is an inaccuracy. */
const REPORT = report(
	[
		{ move: 'a', side: 'first' },
		{ move: 'b', side: 'second' },
		{ move: 'c', side: 'first' },
		{ move: 'd', side: 'second' },
	],
	[at(600, ['x', 'y']), at(300, ['z']), at(360, ['u']), at(250, ['d']), at(250)],
);

class TestBoard implements TaskBoard {
	log: string[] = [];
	over: ReturnType<TaskBoard['tryMove']> = null;
	goTo(ply: number) {
		this.log.push(`go ${ply}`);
	}
	tryMove(move: string) {
		this.log.push(`try ${move}`);
		return this.over;
	}
	takeAway() {
		this.log.push('away');
	}
}

/** Engine that gives the opponent, to move after the attempt, `win` per mille. */
function engine(win: number): Searcher & { asked: SearchRequest[] } {
	const asked: SearchRequest[] = [];
	const found = {
		score: 0,
		mate: null,
		bound: 'exact',
		depth: 1,
		nodes: 1,
		move: 'e',
		declares: false,
		ponder: null,
		pv: [],
	};
	return {
		asked,
		search: async (request) => {
			asked.push(request);
			return { ...found, win } as SearchResult;
		},
		stop: () => {},
		end: () => {},
	};
}

const learn = (board: TestBoard, win: number) => {
	const searcher = engine(win);
	return { searcher, learning: new Learning(REPORT, 'first', GAME, 1000, searcher, board) };
};

test('blunders, mistakes and inaccuracies are tasks', () => {
	const tasks = (side: 'first' | 'second') => tasksOf(REPORT, side).map(({ ply, judgement }) => [ply, judgement]);
	expect(tasks('first')).toEqual([
		[1, 'blunder'],
		[3, 'mistake'],
	]);
	expect(tasks('second')).toEqual([[2, 'inaccuracy']]);
});

test('a missed mate is a task, a longer mate is none', () => {
	const mate = (plies: number, line: string[] = []): Evaluation => ({
		...at(1000, line),
		value: { mate: plies },
	});
	const one = (after: Evaluation) =>
		tasksOf(report([{ move: 'a', side: 'first' }], [mate(3, ['x']), after]), 'first').map(({ ply }) => ply);
	expect(one(at(990))).toEqual([1]);
	expect(one(mate(30))).toEqual([]);
});

test('a task is open until it is answered or shown', async () => {
	const { learning } = learn(new TestBoard(), 460);
	expect(learning.isOpen).toBe(true);
	await learning.attempt('w');
	expect([learning.phase, learning.isOpen]).toEqual(['wrong', true]);
	await learning.attempt('x');
	expect(learning.isOpen).toBe(false);
	learning.next();
	expect(learning.isOpen).toBe(true);
	learning.show();
	expect(learning.isOpen).toBe(false);
	learning.next();
	expect(learning.isOpen).toBe(false);
});

test('the best move is right without a search, and the next task follows', async () => {
	const board = new TestBoard();
	const { learning, searcher } = learn(board, 0);
	await learning.attempt('x');
	expect(learning.phase).toBe('right');
	expect(searcher.asked).toEqual([]);
	learning.next();
	expect(board.log).toEqual(['go 0', 'try x', 'go 2']);
	learning.next();
	expect(learning.task).toBeUndefined();
	expect(learning.solved).toBe(1);
});

test('every move that keeps the win probability is right', async () => {
	const board = new TestBoard();
	const { learning, searcher } = learn(board, 440);
	await learning.attempt('w');
	expect(learning.phase).toBe('right');
	expect(learning.win).toBeCloseTo(0.56);
	expect(searcher.asked).toMatchObject([{ moves: ['w'], nodes: 1000 }]);
});

test('a losing move is taken back', async () => {
	const board = new TestBoard();
	const { learning } = learn(board, 460);
	await learning.attempt('w');
	expect(learning.phase).toBe('wrong');
	expect(board.log).toEqual(['go 0', 'try w', 'away']);
	await learning.attempt('x');
	expect(learning.phase).toBe('right');
});

test('the move of the game is not tried again', async () => {
	const board = new TestBoard();
	const { learning } = learn(board, 0);
	await learning.attempt('a');
	expect(learning.phase).toBe('same');
	expect(board.log).toEqual(['go 0']);
});

test('a move that ends the game is judged by its result', async () => {
	const board = new TestBoard();
	board.over = { winner: 'first' };
	const { learning, searcher } = learn(board, 1000);
	await learning.attempt('w');
	expect(learning.phase).toBe('right');
	expect(searcher.asked).toEqual([]);
});

test('a shown solution does not count', () => {
	const board = new TestBoard();
	const { learning } = learn(board, 0);
	learning.show();
	expect(learning.phase).toBe('shown');
	expect(board.log.at(-1)).toBe('try x');
	expect(learning.solved).toBe(0);
});

test('skipping a task during the check of a move removes the move', () => {
	const board = new TestBoard();
	const { learning, searcher } = learn(board, 0);
	searcher.search = () => new Promise(() => {});
	void learning.attempt('w');
	expect(learning.phase).toBe('checking');
	learning.next();
	expect(board.log).toEqual(['go 0', 'try w', 'away', 'go 2']);
});
