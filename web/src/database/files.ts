/**
 * Games as files. What only My games knows of a game (how it was played, by whom, its name) stands in headers of the
 * record, which every format with headers keeps: a file that was saved here reads back as it was.
 */
import type { Side, VariantId } from '../games/variant';
import { endOf } from '../records/mainLine';
import type { RecordedGame } from '../records/record';
import type { GameEntry, GameKind, StoredGame } from './games';
import { textNumber } from './positionNumber';

type Headers = RecordedGame['headers'];

/** The names of our own headers. */
const OWN = {
	id: 'KomadaiId',
	kind: 'KomadaiKind',
	you: 'KomadaiSide',
	level: 'KomadaiLevel',
	at: 'KomadaiTimes',
};
const KINDS: readonly string[] = [
	'computer',
	'device',
	'friend',
	'imported',
	'analysis',
] satisfies GameKind[];

/** `3`, or `full`: the level of the computer among the players. */
function levelOf({ players }: StoredGame): string {
	const computer = [players.first, players.second].find((name) => name.startsWith('computer.'));
	return computer?.slice('computer.'.length) ?? '';
}

/** The record with headers that say what the game is here. */
export function exported(game: StoredGame): RecordedGame {
	const { id, kind, name, you, record, createdAt, updatedAt } = game;
	const own: Headers = [
		['Title', name],
		[OWN.id, id],
		[OWN.kind, kind],
		[OWN.you, you ?? ''],
		[OWN.level, levelOf(game)],
		[OWN.at, `${createdAt} ${updatedAt}`],
	];
	const names = new Set(own.map(([header]) => header));
	const others = record.headers.filter(([header]) => !names.has(header));
	return { ...record, headers: [...others, ...own.filter(([, value]) => value !== '')] };
}

function sideOf(text: string): Side | null {
	return text === 'first' || text === 'second' ? text : null;
}

/** When a record says that its game began; `now` where it does not say. */
function dateOf(text: string, now: number): number {
	const at = Date.parse(text.replaceAll('.', '/'));
	return Number.isNaN(at) ? now : at;
}

/** A game out of a file, as it was when it was saved here, or imported. */
export function imported(record: RecordedGame, now: number): StoredGame {
	const own = Object.values(OWN);
	const header = (name: string) => record.headers.find(([known]) => known === name)?.[1] ?? '';
	const kind = KINDS.includes(header(OWN.kind)) ? (header(OWN.kind) as GameKind) : 'imported';
	const [, created, updated] = /^(\d+) (\d+)$/.exec(header(OWN.at)) ?? [];
	const began = dateOf(header('StartTime') || header('Date'), now);
	const you = sideOf(header(OWN.you));
	const level = header(OWN.level);
	const player = (side: Side, name: string) => {
		if (kind === 'computer' && level && side !== you) return `computer.${level}`;
		return side === you ? '' : name;
	};
	return {
		// The same record makes the same game, however often it is read.
		id: header(OWN.id) || `file-${textNumber(JSON.stringify(record)).toString(36)}`,
		game: record.game as VariantId,
		kind,
		name: header('Title'),
		players: { first: player('first', header('White')), second: player('second', header('Black')) },
		you,
		outcome: endOf(record.nodes),
		createdAt: created ? Number(created) : began,
		updatedAt: updated ? Number(updated) : began,
		record: { ...record, headers: record.headers.filter(([name]) => !own.includes(name)) },
	};
}

/**
 * Whether a game out of a file takes the place of the one kept here: only as a later state of it. A file that does not
 * say when its game changed has what was imported from it before; here that may have got notes since.
 */
export function isNewer(
	game: StoredGame,
	kept: Pick<GameEntry, 'updatedAt'> | undefined,
	now: number,
): boolean {
	return !kept || (game.updatedAt > kept.updatedAt && game.updatedAt < now);
}
