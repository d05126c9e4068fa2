/** Games played in this browser, one record per game, so that a reload loses nothing. */
import { isToss, type Toss } from '../furigoma/furigoma';
import { type GameId, isGameId, type Side } from '../games/game';
import { type Level, readLevel } from '../levels/levels';
import type { ClockSettings, PerSide, SideClock } from '../protocol';
import type { GameOutcome } from '../rules/module';
import { keysWith, readJson, removeKey, writeJson } from './storage';

export type Opponent = { kind: 'device' } | { kind: 'computer'; level: Level; you: Side };

export interface GameRecord {
	version: 1;
	id: string;
	game: GameId;
	/** Position text, `handicap:<id>`, or empty for the ordinary start. */
	start: string;
	rules: Record<string, string>;
	opponent: Opponent;
	clock: ClockSettings;
	/** Hints, what is attacked, and taking back against the computer; without a word, where there is no clock. */
	help?: boolean;
	/** The pawns that were tossed for the sides; absent in games without, and in older records. */
	furigoma?: Toss;
	moves: string[];
	/** Both clocks as they stood before each move that was played; takebacks return to them. */
	clocksBefore: Clocks[];
	/** Both clocks when the record was kept; full before that. */
	clocks?: Clocks;
	/** Whether the first clock has been started; without a word, with the first move. */
	started?: boolean;
	outcome: GameOutcome | null;
	createdAt: number;
	updatedAt: number;
}

type Clocks = PerSide<SideClock>;

const DAY_MS = 24 * 60 * 60 * 1000;
const PREFIX = 'komadai.game.';

/** How the ids of first games begin, which a coach watches (`lessons/FirstGame`). */
export const FIRST_GAME = 'first-';

/** The page that goes on with a record: a first game has its coach again. */
export function addressOf({ id, game }: Pick<GameRecord, 'id' | 'game'>): string {
	return id.startsWith(FIRST_GAME) ? `/learn/${game}/lessons/game` : `/play/${id}`;
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

/** Records of earlier versions name the field `in_byo`. */
function readClock(clock: SideClock & { in_byo?: boolean }): SideClock {
	const { in_byo, ...rest } = clock;
	return in_byo === undefined ? clock : { ...rest, in_byoyomi: in_byo };
}

function readClocks({ first, second }: Clocks): Clocks {
	return { first: readClock(first), second: readClock(second) };
}

/** The record, or undefined when the text is not one this version understands. */
export function parseRecord(value: unknown): GameRecord | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const record = value as GameRecord;
	const whole =
		record.version === 1 &&
		typeof record.id === 'string' &&
		isGameId(record.game) &&
		typeof record.start === 'string' &&
		Array.isArray(record.moves) &&
		record.moves.every((move) => typeof move === 'string') &&
		Array.isArray(record.clocksBefore) &&
		typeof record.clock?.kind === 'string' &&
		(record.clocks === undefined || (isObject(record.clocks?.first) && isObject(record.clocks?.second))) &&
		(record.furigoma === undefined || isToss(record.furigoma)) &&
		(record.opponent?.kind === 'device' || record.opponent?.kind === 'computer');
	if (!whole) return undefined;
	const { help, ...rest } = record;
	const { game, opponent } = rest;
	const clocksBefore = record.clocksBefore.map(readClocks);
	const read = {
		...rest,
		clocksBefore,
		...(record.clocks ? { clocks: readClocks(record.clocks) } : {}),
		...(typeof help === 'boolean' ? { help } : {}),
	};
	if (opponent.kind === 'device') return read;
	return { ...read, opponent: { ...opponent, level: readLevel(game, opponent.level) } };
}

export function hasHelp({ help, clock }: Pick<GameRecord, 'help' | 'clock'>): boolean {
	return help ?? clock.kind === 'none';
}

export function loadRecord(id: string): GameRecord | undefined {
	return parseRecord(readJson(PREFIX + id));
}

/** Whether a change of the browser's store, made in another tab, is about this game. */
export function isAboutRecord(storageKey: string | null, id: string): boolean {
	return storageKey === PREFIX + id;
}

export function saveRecord(record: GameRecord): boolean {
	return writeJson(PREFIX + record.id, record);
}

export function removeRecord(id: string): void {
	removeKey(PREFIX + id);
}

/** All records, the latest first. */
export function listRecords(): GameRecord[] {
	return keysWith(PREFIX)
		.map((key) => parseRecord(readJson(key)))
		.filter((record) => record !== undefined)
		.sort((a, b) => b.updatedAt - a.updatedAt);
}

/** So many finished games stay here even where the database refuses them: more would fill the browser's store. */
const KEEP = 200;

/** Forgets games nobody began and, of those that may go, the oldest finished ones beyond `keep`. */
export function tidyRecords(now: number, keep = KEEP, mayGo: (id: string) => boolean = () => true): void {
	const records = listRecords();
	const unbegun = (one: GameRecord) => one.moves.length === 0 && now - one.updatedAt > DAY_MS;
	for (const record of records.filter(unbegun)) removeRecord(record.id);
	for (const { id } of records.filter((one) => one.outcome).slice(keep)) if (mayGo(id)) removeRecord(id);
}

/** A short id for an address; needs no secure context. */
export function newRecordId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(9));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_');
}
