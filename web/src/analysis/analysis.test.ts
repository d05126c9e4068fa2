import { beforeAll, expect, it } from 'vitest';
import { readAnalysis } from '../database/schemas';
import type { RecordedGame } from '../records/record';
import { mainLine, nodeOf } from '../records/tree';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { Analysis } from './analysis.svelte';
import { graphPoints, hasGraph } from './graphData';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const RECORD: RecordedGame = {
	game: 'shogi',
	start: '',
	headers: [['White', 'Habu']],
	rules: null,
	nodes: [
		{ parent: -1, eval: { cp: 20 } },
		{ parent: 0, move: '7g7f', eval: { mate: 3 }, spentMs: 4_000 },
		{ parent: 1, move: '3c3d' },
		{ parent: 2, end: { reason: 'resignation', winner: 'first' } },
		{ parent: 1, move: '8c8d' },
	],
};

it('names the players of an own game as the game did', () => {
	const record = {
		...RECORD,
		headers: [
			['White', ''],
			['Black', 'Komadai 1'],
		] as RecordedGame['headers'],
	};
	const seats = { players: { first: '', second: 'computer.1' }, you: 'first' } as const;
	const { players } = new Analysis(rules, record, 0, 'first', seats);
	expect(players.first.name).toBe('You');
	expect(players.second).toMatchObject({ name: 'Computer', about: 'Level 1' });
});

it('plays, navigates and undoes; navigation is no undo step', () => {
	const analysis = new Analysis(rules, RECORD, 0);
	expect(analysis.history.now.ply).toBe(0);
	expect(analysis.players.first.name).toBe('Habu');
	analysis.forward();
	expect(analysis.canUndo).toBe(false);
	analysis.play('8c8d');
	expect(analysis.canUndo, 'a move that is there is followed').toBe(false);
	analysis.play('2g2f');
	expect(analysis.history.now.moves).toEqual(['7g7f', '8c8d', '2g2f']);
	analysis.beside(-1);
	expect(analysis.history.now.moves).toEqual(['7g7f', '3c3d']);
	analysis.undo();
	expect(analysis.history.now.moves).toEqual(['7g7f', '8c8d']);
	expect(analysis.canRedo).toBe(true);
	analysis.redo();
	expect(analysis.tree.nodes.size).toBe(5);
	analysis.remove(1);
	expect(analysis.at).toBe(0);
	analysis.undo();
	expect(analysis.tree.nodes.size).toBe(5);
	analysis.stop();
});

it('names a move played after an undo correctly', () => {
	const analysis = Analysis.empty(rules, 'shogi');
	analysis.play('7g7f');
	expect(analysis.texts.get(analysis.at)).toBe('P-76');
	analysis.undo();
	analysis.play('2g2f');
	expect(analysis.texts.get(analysis.at)).toBe('P-26');
	analysis.undo();
	analysis.redo();
	expect(analysis.texts.get(analysis.at)).toBe('P-26');
	analysis.stop();
});

it('gives texts of moves, also of lines outside the tree', () => {
	const analysis = new Analysis(rules, RECORD, 1);
	expect(analysis.texts.get(1)).toBe('P-76');
	expect(analysis.textsAfter(['3c3d', '8h2b+'])).toEqual(['P-34', 'Bx22+']);
	expect(analysis.textsAfter(['3c3d', '1i1h', 'nonsense']), 'as far as the rules allow').toEqual([
		'P-34',
		'L-18',
		'nonsense',
	]);
	expect(analysis.positionAfter(['3c3d'])).toContain(' b - 3');
	analysis.stop();
});

it('drops illegal moves of a stored record', () => {
	const nodes = [{ parent: -1 }, { parent: 0, move: '7g7f' }, { parent: 1, move: '7g7f' }, { parent: 2, move: '3c3d' }];
	const analysis = new Analysis(rules, { ...RECORD, nodes });
	expect(analysis.history.now.moves).toEqual(['7g7f']);
	expect(analysis.tree.nodes.size).toBe(2);
	analysis.stop();
});

it('is saved with its evaluations, and reads back unchanged', () => {
	const analysis = new Analysis(rules, RECORD, 4);
	analysis.evaluations.set(2, { value: { mate: -5 }, win: 0, line: [], nodes: 100 });
	const kept = analysis.kept('second');
	expect(kept.record.nodes.map(({ eval: value }) => value)).toEqual([
		{ cp: 20 },
		{ mate: 3 },
		{ mate: -3 },
		undefined,
		undefined,
	]);
	expect(kept.record.nodes[3]?.end?.reason).toBe('resignation');
	const read = readAnalysis(JSON.parse(JSON.stringify(kept)), 'shogi');
	expect(read).toEqual(kept);
	expect(readAnalysis(kept, 'minishogi')).toBeNull();
	expect(readAnalysis({ record: { game: 'shogi' } }, 'shogi')).toBeNull();
	expect(readAnalysis(null, 'shogi')).toBeNull();
	analysis.stop();
});

it('has a graph once there is something to draw', () => {
	const analysis = new Analysis(rules, RECORD, 0);
	const points = graphPoints(analysis);
	expect(points.map(({ id }) => id)).toEqual(mainLine(analysis.tree));
	expect(points.map(({ win, spentMs }) => [win, spentMs])).toEqual([
		[50.5, null],
		[100, 4_000],
		[null, null],
	]);
	expect(hasGraph(points)).toBe(true);
	expect(hasGraph(points.slice(1))).toBe(false);
	expect(nodeOf(analysis.tree, 2).end?.end?.winner).toBe('first');
	analysis.stop();
});
