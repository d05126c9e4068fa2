import { expect, test } from 'vitest';
import { decided, type Evaluation } from '../evaluation';
import { moveAccuracy } from './accuracy';
import { chancesText } from './chances';
import { judge } from './judgement';
import { type PlayedMove, report } from './report';

const at = (win: number, line: string[] = [], mate?: number): Evaluation => ({
	value: mate === undefined ? { cp: 0 } : { mate },
	win,
	line,
	nodes: 100,
});

test('a move is judged by its side’s loss of win probability', () => {
	expect(judge(1, 'first', 'b', at(600, ['a']), at(580)).judgement).toBeNull();
	expect(judge(1, 'first', 'b', at(600, ['a']), at(540)).judgement).toBe('inaccuracy');
	expect(judge(1, 'first', 'b', at(600, ['a']), at(490)).judgement).toBe('mistake');
	const blunder = judge(1, 'first', 'b', at(600, ['a', 'c']), at(300));
	expect(blunder).toMatchObject({ judgement: 'blunder', better: ['a', 'c'], before: 0.6, after: 0.3 });
	expect(judge(2, 'second', 'b', at(300, ['a']), at(500)).judgement).toBe('blunder');
	expect(judge(2, 'second', 'b', at(500, ['a']), at(300)).judgement).toBeNull();
});

test('the expected best move loses nothing, whatever the next search says', () => {
	const best = judge(1, 'first', 'a', at(900, ['a']), at(400));
	expect(best).toMatchObject({ loss: 0, judgement: null, better: [] });
});

test('a lost mate is missed, a longer one is not', () => {
	expect(judge(1, 'first', 'b', at(1000, ['a'], 3), at(970)).missedMate).toBe(3);
	expect(judge(1, 'first', 'b', at(1000, ['a'], 3), at(970)).judgement).toBe('inaccuracy');
	expect(judge(1, 'first', 'b', at(1000, ['a'], 3), at(1000, [], 5))).toMatchObject({
		missedMate: null,
		judgement: null,
	});
	expect(judge(1, 'first', 'b', at(1000, ['a'], 3), at(1000, [], 13)).judgement).toBe('inaccuracy');
	expect(judge(2, 'second', 'b', at(0, ['a'], -5), at(20)).missedMate).toBe(5);
	expect(judge(1, 'first', 'b', at(1000, ['a'], 3), decided('first')).missedMate).toBeNull();
});

test('accuracy falls with the loss of win probability', () => {
	expect(moveAccuracy(0)).toBe(100);
	expect(moveAccuracy(0.1)).toBeGreaterThan(60);
	expect(moveAccuracy(0.1)).toBeLessThan(70);
	expect(moveAccuracy(1)).toBe(0);
});

test('a report counts by side and finds where the favourite changed', () => {
	const moves: PlayedMove[] = [
		{ move: 'a', side: 'first', spentMs: 1000 },
		{ move: 'b', side: 'second' },
		{ move: 'c', side: 'first', spentMs: 500 },
		{ move: 'd', side: 'second' },
	];
	const found = report(moves, [at(500, ['a']), at(500, ['x']), at(700, ['y']), at(300, ['d']), at(320)]);
	expect(found.sides.first).toMatchObject({
		counts: { inaccuracy: 0, mistake: 0, blunder: 1 },
		spentMs: 1500,
	});
	expect(found.sides.second).toMatchObject({
		counts: { inaccuracy: 0, mistake: 0, blunder: 1 },
		spentMs: null,
	});
	expect(found.turningPoints).toEqual([3]);
	expect(found.wins).toHaveLength(5);
	expect(found.sides.first.accuracy).toBeLessThan(60);
	expect(found.sides.second.accuracy).toBeLessThan(80);
});

/** A regression test: the mover's values differed from the graph's. */
test('the list shows the first side’s win probability, as the graph', () => {
	const moves: PlayedMove[] = [
		{ move: 'a', side: 'first' },
		{ move: 'b', side: 'second' },
	];
	const found = report(moves, [at(500, ['x']), at(300, ['y']), at(750)]);
	expect([1, 2].map((ply) => chancesText(found, ply))).toEqual(['50% → 30%', '30% → 75%']);
});

test('a game without moves has no accuracy, and a partly searched one has a partial report', () => {
	expect(report([], [at(500)]).sides.first.accuracy).toBeNull();
	const moves: PlayedMove[] = [
		{ move: 'a', side: 'first' },
		{ move: 'b', side: 'second' },
	];
	expect(report(moves, [at(500), at(500)]).moves).toHaveLength(1);
});
