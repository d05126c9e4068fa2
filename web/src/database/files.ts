/**
 * Import and export of games as files. Headers of the record keep what only My games knows (kind, side, name), so that
 * a file exported here imports unchanged.
 */

import { endOf } from '../records/mainLine';
import type { RecordedGame } from '../records/record';
import type { Side, VariantId } from '../rules/variant';
import type { GameEntry, GameKind, StoredGame } from './games';
import { textNumber } from './positionNumber';

type Headers = RecordedGame['headers'];

const OWN = {
	id: 'KomadaiId',
	kind: 'KomadaiKind',
	you: 'KomadaiSide',
	level: 'KomadaiLevel',
	at: 'KomadaiTimes',
};
const KINDS: readonly string[] = ['computer', 'device', 'friend', 'imported', 'analysis'] satisfies GameKind[];

/** Level of the computer opponent: `3`, or `full`. */
function levelOf({ players }: StoredGame): string {
	const computer = [players.first, players.second].find((name) => name.startsWith('computer.'));
	return computer?.slice('computer.'.length) ?? '';
}

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

function dateOf(text: string, now: number): number {
	const at = Date.parse(text.replaceAll('.', '/'));
	return Number.isNaN(at) ? now : at;
}

/** Game of an imported record; Komadai's headers restore its kind, side and times. */
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
		// Stable id: a record imported twice is one game.
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
 * Returns `true` if an imported game is newer than the stored one. A file without our times never replaces an earlier
 * import of itself, which may have got notes since.
 */
export function isNewer(game: StoredGame, kept: Pick<GameEntry, 'updatedAt'> | undefined, now: number): boolean {
	return !kept || (game.updatedAt > kept.updatedAt && game.updatedAt < now);
}
