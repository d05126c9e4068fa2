import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { ViewSession } from '../session/view.svelte';
import { type LinkedGame, readLink, writeLink, writePreview } from './link';
import { LinkError } from './linkError';
import { decodeMove, encodeMove } from './moveCode';
import { openLink } from './openLink';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

function wholeGame(game: VariantId): string[] {
	const file = new URL(`../../../e2e/games/${game}.json`, import.meta.url);
	const { moves } = JSON.parse(readFileSync(file, 'utf8')) as { moves: { move: string }[] };
	return moves.map(({ move }) => move);
}

function shared(game: VariantId, changes: Partial<LinkedGame> = {}): LinkedGame {
	return {
		game,
		start: '',
		rules: {},
		moves: [],
		end: null,
		at: null,
		bottom: 'first',
		names: {},
		...changes,
	};
}

/** Characters that chat and mail programs leave unescaped and keep at the end of a URL. */
const SAFE = /^[\w.~()&=:,-]+$/;

describe('moves', () => {
	it('every legal move of a whole game round-trips', () => {
		for (const game of VARIANT_IDS) {
			const squares = game === 'shogun' ? 'uci' : 'usi';
			const table = new rules.Game(game, '', {});
			for (const next of wholeGame(game)) {
				for (const move of table.legalMoves()) {
					const code = encodeMove(move, squares);
					expect(code).toMatch(/^[\w-]{3}$/);
					expect(decodeMove(code, squares)).toBe(move);
				}
				table.play(next);
			}
			table.free();
		}
	});
	it('an invalid code has no move', () => {
		for (const code of ['', 'AA', 'AAAA', 'A A', 'AAB', '___', 'é12'])
			expect(decodeMove(code, 'usi'), code).toBeUndefined();
	});
});

describe('links', () => {
	const cases: LinkedGame[] = [
		...VARIANT_IDS.map((game) => shared(game, { moves: wholeGame(game) })),
		...VARIANT_IDS.map((game) => shared(game)),
		shared('shogi', { start: 'handicap:two-piece', bottom: 'second', at: 0 }),
		shared('torishogi', { start: 'handicap:falcon', moves: [], end: { reason: 'agreement', winner: null } }),
		shared('shogi', { rules: { declaration: '27', 'max-plies': '512' }, moves: ['7g7f', '3c3d'], at: 1 }),
		shared('minishogi', { start: '2k2/5/2G2/5/2K2 b 2Gp 1', end: { reason: 'time', winner: 'second' } }),
		shared('shogi', { start: 'lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 4' }),
		shared('shogun', {
			start: 'rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[Pn] b KQkq - 0 1',
			moves: ['P@e5'],
		}),
	];
	for (const one of cases)
		it(`${one.game} ${one.start} ${one.moves.length} moves`, () => {
			const link = writeLink(one);
			expect(link).toMatch(SAFE);
			expect(readLink(link)).toEqual(one);
			expect(readLink(`#${encodeURIComponent(link).replaceAll('%3D', '=').replaceAll('%26', '&')}`)).toEqual(one);
		});

	it('the example in docs/links.md is parsed', () => {
		const page = readFileSync(new URL('../../../docs/links.md', import.meta.url), 'utf8');
		const example = /view#(\S+)/.exec(page)?.[1] ?? '';
		expect(readLink(example)).toEqual(shared('shogi', { moves: ['7g7f', '3c3d'] }));
	});

	it('the preview query needs no percent-encoding', () => {
		const query = writePreview('shogun', 'rnb+fkbnr/8/8/8/8/8/8/RNB+FKBNR[Pp] w KQkq - 0 1');
		expect(query).toBe('?shogun=rnb~fkbnr.8.8.8.8.8.8.RNB~FKBNR(Pp)_w_KQkq_-_0_1');
		expect(new URL(`https://games.example.org/view${query}`).search).toBe(query);
	});

	it('have three characters per move', () => {
		const moves = wholeGame('shogi');
		expect(writeLink(shared('shogi', { moves })).length).toBeLessThan(3 * moves.length + 40);
	});

	it('handicaps and positions are accepted by the rules', () => {
		for (const game of VARIANT_IDS) {
			expect(openLink(rules, writeLink(shared(game, { moves: wholeGame(game) })))).toHaveProperty('shared');
			for (const { id, position } of rules.gameSpec(game).handicaps)
				for (const start of [`handicap:${id}`, position])
					expect(openLink(rules, writeLink(shared(game, { start }))), start).toHaveProperty('shared');
		}
	});
});

describe('bad links', () => {
	const good = 'v=1&game=shogi&count=2&moves=';
	const codes = () => writeLink(shared('shogi', { moves: ['7g7f', '3c3d'] })).split('moves=')[1] ?? '';
	const fault = (link: string) => {
		try {
			readLink(link);
		} catch (error) {
			if (error instanceof LinkError) return error.fault;
			throw error;
		}
		return undefined;
	};
	it('report their error', () => {
		expect(fault('')).toEqual({ code: 'empty' });
		expect(fault('#')).toEqual({ code: 'empty' });
		expect(fault('v=2&game=shogi')).toEqual({ code: 'version', text: '2' });
		expect(fault('game=shogi')).toEqual({ code: 'version', text: '' });
		expect(fault('v=1&game=xiangqi')).toEqual({ code: 'game', text: 'xiangqi' });
		expect(fault('v=1&game=shogi&colour=red')).toEqual({ code: 'part', text: 'colour' });
		expect(fault('v=1&game=shogi&game=shogun')).toEqual({ code: 'twice', text: 'game' });
		expect(fault('v=1&game=shogi&handicap=rook&position=9')).toEqual({ code: 'twice', text: 'position' });
		expect(fault('v=1&game=shogi&at=x')).toEqual({ code: 'value', part: 'at', text: 'x' });
		expect(fault('v=1&game=shogi&at=1')).toEqual({ code: 'value', part: 'at', text: '1' });
		expect(fault('v=1&game=shogi&bottom=left')).toEqual({ code: 'value', part: 'bottom', text: 'left' });
		expect(fault('v=1&game=shogi&end=checkmate.first')).toMatchObject({ code: 'value', part: 'end' });
		expect(fault('v=1&game=shogi&rules=declaration')).toMatchObject({ code: 'value', part: 'rules' });
		expect(fault('v=1&game=shogi&position=%zz')).toEqual({ code: 'part', text: 'position=%zz' });
		expect(fault(`${good}${codes().slice(0, 3)}!!!`)).toEqual({ code: 'moves', number: 2, text: '!!!' });
	});
	it('a truncated link reports the missing moves', () => {
		const whole = good + codes();
		expect(readLink(whole).moves).toEqual(['7g7f', '3c3d']);
		for (let length = good.length; length < whole.length; length++)
			expect(fault(whole.slice(0, length))).toEqual({
				code: 'cut',
				count: 2,
				found: Math.floor((length - good.length) / 3),
			});
	});
	it('errors of the rules are explained in words', () => {
		const problem = (one: LinkedGame) => {
			const opened = openLink(rules, writeLink(one));
			return 'problem' in opened ? opened.problem() : '';
		};
		expect(problem(shared('shogi', { moves: ['7g7f', '3c3e'] }))).toContain('2 (3c3e)');
		expect(problem(shared('shogi', { start: 'handicap:nothing' }))).toContain('nothing');
		expect(problem(shared('shogi', { rules: { colour: 'red' } }))).toContain('colour');
		expect(problem(shared('shogi', { rules: { repetition: 'never' } }))).toContain('never');
		expect(problem(shared('shogi', { start: 'lnsgkgsnl/9/9 b - 1' }))).not.toBe('');
		expect(problem(shared('shogi', { moves: ['7g7f'] }))).toBe('');
	});
});

describe('names', () => {
	it('of people and computers round-trip', () => {
		const names = { first: 'Änne & 駒~=', second: 'computer.3' };
		const text = writeLink(shared('shogi', { moves: ['7g7f'], names }));
		expect(readLink(text).names).toEqual(names);
		expect(readLink(writeLink(shared('shogi', { names: { second: 'computer.full' } }))).names).toEqual({
			second: 'computer.full',
		});
	});
	it('that are empty or too long are refused', () => {
		for (const name of ['', 'x'.repeat(61)]) expect(() => readLink(`v=1&game=shogi&first=${name}`)).toThrow(LinkError);
	});
	it('are shown with a resigned game, its result and the level of a computer', () => {
		const end = { reason: 'resignation', winner: 'second' } as const;
		const link = shared('shogi', { moves: ['7g7f'], end, names: { second: 'computer.3' } });
		const view = new ViewSession(rules, link);
		expect(view.players.second).toMatchObject({ name: 'Computer', about: 'Level 3' });
		expect(view.players.first.name).toBe('Sente');
		expect(view.outcome).toEqual({ ...end, ply: 1 });
		view.stop();
	});
});
