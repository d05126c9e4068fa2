/** Texts, file names and problems of records, and records of the page's own games. */
import { beforeAll, describe, expect, it } from 'vitest';
import { GameHistory } from '../board/gameHistory.svelte';
import { withLocale } from '../i18n/locale.svelte';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { recordOfSession, timeControl } from '../session/record';
import type { Session } from '../session/session';
import { endOf, mainLine, mainMoves } from './mainLine';
import { recordOfLink } from './ofLink';
import { problemText } from './problemText';
import type { RecordedGame, RecordProblem } from './record';
import { aboutText, fileName, playersText } from './summary';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

const GAME: RecordedGame = {
	game: 'shogi',
	start: '',
	headers: [
		['Date', '2026/11/23 10:00:00'],
		['White', '山田 太郎'],
		['Event', 'Open: A/B'],
	],
	rules: null,
	nodes: [
		{ parent: -1 },
		{ parent: 0, move: '7g7f' },
		{ parent: 1, move: '3c3d' },
		{ parent: 1, move: '8c8d' },
		{ parent: 2, move: '2g2f' },
		{ parent: 4, end: { reason: 'resignation', winner: 'first' } },
	],
};

describe('a record in a list', () => {
	it('takes the first child at each node', () => {
		expect(mainLine(GAME.nodes)).toEqual([1, 2, 4, 5].map((index) => GAME.nodes[index]));
		expect(mainMoves(GAME.nodes)).toEqual(['7g7f', '3c3d', '2g2f']);
		expect(endOf(GAME.nodes)).toEqual({ reason: 'resignation', winner: 'first' });
		expect(endOf([{ parent: -1 }])).toBeNull();
	});

	it('states players, date, length and result', () => {
		withLocale('en', () => {
			expect(playersText(GAME)).toBe('山田 太郎 – Gote');
			expect(aboutText(GAME)).toBe('Open: A/B · 2026/11/23 10:00:00 · 3 moves · Sente wins');
			const position = { ...GAME, headers: [], nodes: [{ parent: -1 }] };
			expect(aboutText(position)).toBe('Position');
		});
	});

	it('has a file name that is valid on every system', () => {
		expect(fileName(GAME)).toBe('shogi-2026-11-23-山田_太郎');
		expect(fileName({ ...GAME, headers: [['White', 'a/b\\c:d*"<>|']] })).toBe('shogi-a_b_c_d_');
	});
});

it('describes what could not be read', () => {
	const problem: RecordProblem = {
		line: 3,
		column: 6,
		found: '３五歩(33)',
		expected: '△３四歩 or △３三角',
		code: 'illegal-move',
		refusal: 'wrong-movement',
	};
	withLocale('en', () => {
		const { place, what, expected, english } = problemText('shogi', problem);
		expect(place).toBe('Line 3, column 6');
		expect(what).toMatch(/^This move isn’t legal\. /);
		expect([expected, english]).toEqual(['△３四歩, △３三角', false]);
		const other = problemText('shogi', {
			...problem,
			code: 'bad-time',
			expected: 'a time such as ( 0:05)',
			refusal: null,
		});
		expect([other.expected, other.english]).toEqual(['a time such as ( 0:05)', false]);
		const example = problemText('shogi', { ...problem, expected: 'a legal move such as △９四歩' });
		expect([example.expected, example.english]).toEqual(['△９四歩', false]);
	});
});

it('states the expected text in the language of the page', () => {
	const problem: RecordProblem = {
		line: 3,
		column: 6,
		found: '5秒',
		expected: '',
		code: 'bad-time',
		refusal: null,
	};
	const words = (expected: string) => {
		const { expected: said, english } = withLocale('ja', () => problemText('shogi', { ...problem, expected }));
		return [said, english];
	};
	expect(words('a time such as ( 0:05)')).toEqual(['( 0:05) などの消費時間', false]);
	expect(words('$NAME:VALUE')).toEqual(['$NAME:VALUE', false]);
	expect(words('something new')).toEqual(['something new', true]);
});

it('writes time controls as in PGN', () => {
	expect(timeControl({ kind: 'none' })).toBe('');
	expect(timeControl({ kind: 'sudden', main_ms: 600_000 })).toBe('600');
	expect(timeControl({ kind: 'increment', main_ms: 300_000, increment_ms: 2_500 })).toBe('300+2.5');
	expect(timeControl({ kind: 'byoyomi', main_ms: 0, period_ms: 30_000, periods: 2 })).toBe('0:1/30:1/30');
});

it('is made from a game of the page', () => {
	const history = new GameHistory(rules, 'minishogi', '', ['5d5c'], { repetition: 'draw-4' });
	const session = {
		game: 'minishogi',
		history,
		outcome: { reason: 'resignation', winner: 'second', ply: 1 },
		players: { first: { name: 'You' }, second: { name: 'Level 5' } },
		oneDevice: false,
		startedAt: Date.UTC(2026, 10, 23, 12),
		clockSettings: { kind: 'none' },
	} as unknown as Session;
	const record = recordOfSession(session, rules.gameSpec('minishogi'));
	expect(record.headers).toEqual([
		['Date', '2026/11/23'],
		['White', 'You'],
		['Black', 'Level 5'],
	]);
	expect(record.start).toMatch(/^rbsgk\//);
	expect(record.nodes).toEqual([
		{ parent: -1 },
		{ parent: 0, move: '5d5c' },
		{ parent: 1, end: { reason: 'resignation', winner: 'second' } },
	]);
	history.free();
	const link = recordOfLink(rules, {
		game: 'shogi',
		start: 'handicap:bishop',
		rules: {},
		moves: ['3c3d'],
		end: null,
		at: null,
		bottom: 'first',
		names: { first: 'Ada' },
	});
	expect(link.start).toMatch(/^lnsgkgsnl\/1r7\//);
	expect(link.headers).toEqual([['White', 'Ada']]);
	expect(mainMoves(link.nodes)).toEqual(['3c3d']);
});
