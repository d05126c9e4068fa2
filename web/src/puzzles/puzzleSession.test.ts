import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rulesForTests } from '../rules/testRules';
import type { Puzzle } from './puzzle';
import { PuzzleSession, type PuzzleState, type Result } from './puzzleSession.svelte';
import type { Asked, Defence, Search, Solver } from './solver';

const rules = await rulesForTests();

/** Solver with a table of answers that records its requests. */
class TestSolver implements Solver {
	readonly asked: string[] = [];
	defences: Record<string, Defence> = {};
	searches: Record<string, Search> = {};
	lines: Record<string, string[]> = {};

	async defend({ moves }: Asked, plies: number | null): Promise<Defence> {
		this.asked.push(`defend ${moves.join(' ')} ${plies}`);
		const found = this.defences[`${moves.join(' ')} ${plies}`] ?? this.defences[moves.join(' ')];
		if (!found) throw new Error('nobody knows');
		return found;
	}
	async mate({ moves }: Asked, plies: number): Promise<readonly string[]> {
		this.asked.push(`mate ${moves.join(' ')} ${plies}`);
		return this.lines[moves.join(' ')] ?? [];
	}
	async search({ moves }: Asked): Promise<Search> {
		this.asked.push(`search ${moves.join(' ')}`);
		return this.searches[moves.join(' ')] ?? { move: null, win: 500 };
	}
}

/** Mate in one without the attacker's king: a gold in hand and a silver that supports it. */
const ONE: Puzzle = {
	game: 'shogi',
	id: 'mateinon',
	kind: 'mate',
	position: '4k4/9/4S4/9/9/9/9/9/9 b 2G2r2b2g3s4n4l18p 1',
	plies: 1,
	moves: ['G*5b'],
	solutions: [],
	themes: [],
	rating: 800,
};
/** Mate in three from self-play; a silver beside the king is a check with a single answer, too. */
const THREE: Puzzle = {
	...ONE,
	id: 'mateinth',
	position: '2G1+L4/1S7/9/8p/p+R2ps3/5np2/k+l2P2PP/2PG1K1R1/PP3G1NL b BGS2N5Pbsl3p 155',
	plies: 3,
	moves: ['B*8f', '8g8f', 'S*9h'],
};
const TACTIC: Puzzle = {
	...ONE,
	id: 'tactical',
	kind: 'tactic',
	position: '4k4/9/9/9/4r4/9/4P4/4L4/4K4 b - 1',
	plies: 3,
	moves: ['5g5f', '5e5f', '5h5f'],
};

let solver: TestSolver;
let results: string[];

function begin(puzzle: Puzzle, helped = false): PuzzleSession {
	const events = {
		ondecided: (result: Result) => results.push(result),
		onsolved: () => results.push('in the end'),
	};
	return new PuzzleSession(rules, puzzle, solver, events, helped);
}

const settle = () => vi.advanceTimersByTimeAsync(1_000);
const wrong = (state: PuzzleState) => (state.kind === 'wrong' ? state : undefined);

beforeEach(() => {
	vi.useFakeTimers();
	solver = new TestSolver();
	results = [];
});
afterEach(() => void vi.useRealTimers());

describe('a mate', () => {
	it('without the attacker’s king is solved by the stored move, without the engine', async () => {
		const session = begin(ONE);
		expect(session.bottomSide).toBe('first');
		session.play('G*5b');
		expect(session.state.kind).toBe('solved');
		expect(session.movers).toEqual([]);
		expect(results).toEqual(['clean', 'in the end']);
		expect(solver.asked).toEqual([]);
		session.stop();
	});

	it('is solved by any other mate', () => {
		const session = begin({ ...ONE, moves: ['G*4b'] });
		session.play('G*5b');
		expect(session.state.kind).toBe('solved');
		session.stop();
	});

	it('replies to a move that gives no check, says so, and needs one press to try again', async () => {
		const session = begin(ONE);
		solver.defences['G*9i'] = { move: '5a4a', result: 'no-mate', plies: Number.POSITIVE_INFINITY };
		session.play('G*9i');
		expect(session.state.kind).toBe('thinking');
		expect(session.movers).toEqual([]);
		await settle();
		expect(wrong(session.state)?.why).toBe('no-check');
		expect(wrong(session.state)?.reply).toMatchObject({ byKing: true, captures: false });
		expect(session.history.now.moves).toEqual(['G*9i', '5a4a']);
		expect(results).toEqual(['missed']);
		session.again();
		expect(session.history.now.moves).toEqual([]);
		session.play('G*5b');
		expect(results, 'decided once, solved in the end').toEqual(['missed', 'in the end']);
		session.stop();
	});

	it('shows the escape of a king that was not mated', async () => {
		const session = begin(ONE);
		solver.defences['G*5b'] = { move: null, result: 'mate', plies: 0 };
		solver.defences['G*4a'] = { move: '5a4a', result: 'no-mate', plies: Number.POSITIVE_INFINITY };
		session.play('G*4a');
		await settle();
		expect(wrong(session.state)?.why).toBe('escapes');
		expect(wrong(session.state)?.reply).toMatchObject({ byKing: true, captures: true });
		session.stop();
	});

	it('names the captured piece correctly where another one is taken', async () => {
		const position = '4k1r2/9/4S1P2/9/9/9/9/9/9 b 2Gr2b2g3s4n4l17p 1';
		const session = begin({ ...ONE, position });
		solver.defences['G*9i'] = { move: '3a3c', result: 'no-mate', plies: Number.POSITIVE_INFINITY };
		session.play('G*9i');
		await settle();
		expect(session.history.now.lastMove?.capture).toBe(true);
		expect(wrong(session.state)?.reply).toMatchObject({ byKing: false, captures: false });
		session.stop();
	});

	it('goes on after the stored move with the stored defence', async () => {
		const session = begin(THREE);
		session.play('B*8f');
		expect(session.state.kind).toBe('replying');
		await settle();
		expect(session.history.now.moves).toEqual(['B*8f', '8g8f']);
		session.play('S*9h');
		expect(results).toEqual(['clean', 'in the end']);
		session.stop();
	});

	it('shows the solution when given up', async () => {
		const session = begin(THREE);
		session.play('B*8f');
		session.show();
		expect(session.state.kind).toBe('shown');
		expect(session.history.shown.ply).toBe(0);
		expect(session.history.now.ply).toBe(3);
		expect(results).toEqual(['missed']);
		await settle();
		expect(session.history.now.ply, 'the reply that was on its way is void').toBe(3);
		session.stop();
	});

	it('accepts every move that still mates within the plies left', async () => {
		const session = begin(THREE);
		solver.defences['S*8h 2'] = { move: '8g8h', result: 'mate', plies: 2 };
		session.play('S*8h');
		await settle();
		expect(session.state.kind).toBe('going');
		expect(session.history.now.ply).toBe(2);
		expect(results).toEqual([]);
		session.stop();
	});

	it('says when a mate takes too long, and when the solver ran out of time', async () => {
		const session = begin(THREE);
		solver.defences['S*8h 2'] = { move: '8g8h', result: 'no-mate', plies: Number.POSITIVE_INFINITY };
		solver.defences['S*8h null'] = { move: '8g8h', result: 'mate', plies: 6 };
		session.play('S*8h');
		await settle();
		expect(wrong(session.state)?.why).toBe('too-long');
		session.again();
		solver.defences['S*8h null'] = { move: '8g8h', result: 'unknown', plies: Number.POSITIVE_INFINITY };
		session.play('S*8h');
		await settle();
		expect(wrong(session.state)?.why).toBe('unproven');
		session.stop();
	});

	it('hints at the piece, then the square, also off the stored line', async () => {
		const session = begin(THREE);
		await session.help();
		expect(session.hint).toEqual({ move: 'B*8f', step: 1 });
		await session.help();
		expect(session.hint).toEqual({ move: 'B*8f', step: 2 });
		solver.defences['S*8h 2'] = { move: '8g8h', result: 'mate', plies: 2 };
		solver.lines['S*8h 8g8h'] = ['G*9h'];
		session.play('S*8h');
		expect(session.hint).toBeNull();
		await settle();
		await session.help();
		expect(session.hint).toEqual({ move: 'G*9h', step: 1 });
		session.stop();
	});
});

describe('a tactic', () => {
	it('counts a hint before a reload', async () => {
		const session = begin(ONE, true);
		session.play('G*5b');
		await settle();
		expect(results).toEqual(['helped', 'in the end']);
	});
	it('is solved by its line, as helped after a hint', async () => {
		const session = begin(TACTIC);
		await session.help();
		session.play('5g5f');
		await settle();
		expect(session.history.now.ply).toBe(2);
		session.play('5h5f');
		expect(results).toEqual(['helped', 'in the end']);
		session.stop();
	});

	it('accepts another winning move, and refutes a bad one with the best reply', async () => {
		const session = begin(TACTIC);
		solver.searches['5i4i'] = { move: '5e5g', win: 900 };
		session.play('5i4i');
		await settle();
		expect(wrong(session.state)?.why).toBe('not-winning');
		expect(session.history.now.moves).toEqual(['5i4i', '5e5g']);
		session.again();
		solver.searches['5i6i'] = { move: '5e5g', win: 60 };
		session.play('5i6i');
		await settle();
		expect(session.state.kind).toBe('solved');
		expect(results).toEqual(['missed', 'in the end']);
		session.stop();
	});
});

it('with several right first moves accepts each without the engine', () => {
	const session = begin({ ...TACTIC, solutions: ['5g5f', '5i4i'] });
	session.play('5i4i');
	expect(session.state.kind).toBe('solved');
	expect(solver.asked).toEqual([]);
	session.stop();
});

it('a move that cannot be judged without the engine is not called right', async () => {
	const info = vi.spyOn(console, 'info').mockImplementation(() => {});
	const session = begin(THREE);
	session.play('S*8h');
	await settle();
	expect(wrong(session.state)?.why).toBe('unproven');
	expect(session.history.now.moves).toEqual(['S*8h']);
	session.again();
	expect(session.history.now.moves).toEqual([]);
	session.stop();
	info.mockRestore();
});
