import { beforeEach, expect, it } from 'vitest';
import type { GameSummary } from '../protocol';
import { OnlineGames } from './onlineGames.svelte';
import { OnlineList } from './onlineList.svelte';

let list: OnlineList;
let games: OnlineGames;
let latest: number | undefined;
const memory = {
	latest: () => latest,
	remember: (at: number) => {
		latest = at;
	},
};
beforeEach(() => {
	latest = undefined;
	list = new OnlineList();
	games = new OnlineGames(list, memory);
});

function game(id: string, changes: Partial<GameSummary> = {}): GameSummary {
	return {
		id,
		game: 'shogi',
		status: 'playing',
		seat: 'first',
		players: { first: null, second: null },
		seq: 0,
		ply: 0,
		your_turn: false,
		outcome: null,
		updated_at_ms: 0,
		...changes,
	};
}

const ids = () => list.list.map(({ id }) => id);

function answered(whole: boolean, ...list: GameSummary[]): string[] {
	return games.answered({ player: 'a', position: 1, whole, games: list });
}

function happened(now: GameSummary): string[] {
	return games.happened({ player: 'a', news: 'turn', game: now });
}

function notice(shown = ''): string | undefined {
	games.settle((id) => id === shown);
	return games.notice?.game.id;
}

it('a fetched list yields to the subscription', () => {
	list.fetched([game('a'), game('over', { status: 'ended' }), game('watched', { seat: 'watcher' })]);
	expect(ids()).toEqual(['a']);
	answered(true, game('b'));
	list.fetched([game('a')]);
	expect(ids()).toEqual(['b']);
	list.following = false;
	list.fetched([game('a')]);
	expect(ids()).toEqual(['a']);
});

it('games last seen here do not replace the server’s list', () => {
	list.lastSeen([game('a')]);
	expect(ids()).toEqual(['a']);
	answered(true, game('a', { ply: 2 }), game('b'));
	list.following = false;
	// The home page opens offline, and the next answer has only changes.
	list.lastSeen([game('a')]);
	answered(false);
	expect(ids()).toEqual(['a', 'b']);
	expect(list.list[0]?.ply).toBe(2);
});

it('games begin, go on and end in the list', () => {
	answered(true, game('a'));
	happened(game('b', { status: 'waiting' }));
	expect(ids()).toEqual(['b', 'a']);
	expect(happened(game('a', { status: 'ended', ply: 9 }))).toEqual(['a']);
	expect(ids()).toEqual(['b']);
	expect(answered(false, game('c'), game('b', { status: 'ended' }))).toEqual(['b']);
	expect(ids()).toEqual(['c']);
	expect(answered(true, game('d'))).toEqual(['c']);
});

it('news that the answer has overtaken change nothing', () => {
	answered(true, game('a', { seq: 5, ply: 2 }));
	happened(game('a', { seq: 4, ply: 1, your_turn: true }));
	expect(list.list[0]?.ply).toBe(2);
	expect(notice()).toBeUndefined();
});

it('a game that has ended ends once and does not come back', () => {
	answered(true, game('a', { seq: 5 }));
	expect(happened(game('a', { seq: 7, status: 'ended' }))).toEqual(['a']);
	expect(happened(game('a', { seq: 6, your_turn: true }))).toEqual([]);
	expect(notice()).toBeUndefined();
	expect(answered(false, game('a', { seq: 7, status: 'ended' }))).toEqual([]);
	expect(ids()).toEqual([]);
});

it('a new turn is announced, an old one is not', () => {
	answered(true, game('a', { your_turn: true, ply: 2 }), game('b', { ply: 3 }));
	expect(notice()).toBeUndefined();
	happened(game('b', { ply: 4, your_turn: true }));
	expect(notice()).toBe('b');
	// Between a fetched list and the first answer.
	list = new OnlineList();
	games = new OnlineGames(list, memory);
	list.fetched([game('b', { ply: 3 })]);
	answered(true, game('a', { your_turn: true, ply: 2 }), game('b', { ply: 4, your_turn: true }));
	expect(notice()).toBe('b');
	// An offer changes no turn.
	games.notice = null;
	happened(game('b', { ply: 4, your_turn: true }));
	expect(notice()).toBeUndefined();
	answered(false, game('a', { your_turn: true, ply: 4 }));
	expect(notice()).toBe('a');
	happened(game('a', { ply: 5 }));
	expect(games.notice).toBeNull();
});

it('neither the game on the screen nor a turn answered by a premove is announced', () => {
	answered(true, game('a'));
	happened(game('a', { ply: 1, your_turn: true }));
	expect(notice('a')).toBeUndefined();
	happened(game('a', { ply: 3, your_turn: true }));
	happened(game('a', { ply: 4 }));
	expect(notice()).toBeUndefined();
});

it('a join is announced, whichever side is to move', () => {
	answered(true, game('a', { status: 'waiting' }));
	happened(game('a'));
	expect(notice()).toBe('a');
	expect(games.notice?.joined).toBe(true);
	happened(game('a', { ply: 1, your_turn: true }));
	notice();
	expect(games.notice?.joined).toBe(false);
	happened(game('a', { status: 'ended', ply: 1 }));
	expect(games.notice).toBeNull();
});

it('the next page announces, once, the news since the last page', () => {
	const mine = { ply: 4, your_turn: true };
	answered(true, game('a', { ...mine, updated_at_ms: 5 }), game('b', { ply: 3, updated_at_ms: 7 }));
	expect(notice()).toBeUndefined();
	for (const announced of ['b', undefined]) {
		list = new OnlineList();
		games = new OnlineGames(list, memory);
		answered(true, game('a', { ...mine, updated_at_ms: 5 }), game('b', { ...mine, updated_at_ms: 8 }));
		expect(notice()).toBe(announced);
	}
});
