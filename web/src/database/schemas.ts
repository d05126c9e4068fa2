/** Schemas of stored values: a value that does not fit is reported as damaged. */
import * as v from 'valibot';
import { type Level, readLevel } from '../levels/levels';
import type { EndReason, GamePage, PlayerInfo } from '../protocol';
import { END_REASONS } from '../protocol';
import type { RecordedGame } from '../records/record';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import type { Board, KeptAnalysis, KeptBoard } from './board';
import type { GameRecord } from './gameRecord';
import type { GameEntry } from './games';

const text = v.string();
const number = v.number();
const game = v.picklist(VARIANT_IDS);
const side = v.picklist(['first', 'second'] as const);

function perSide<T extends v.GenericSchema>(one: T) {
	return v.object({ first: one, second: one });
}

const clock = v.variant('kind', [
	v.object({ kind: v.literal('none') }),
	v.object({ kind: v.literal('sudden'), main_ms: number }),
	v.object({ kind: v.literal('increment'), main_ms: number, increment_ms: number }),
	v.object({ kind: v.literal('byoyomi'), main_ms: number, period_ms: number, periods: number }),
]);

/** Earlier versions call the last field `in_byo`. */
const sideClock = v.pipe(
	v.object({
		main_ms: number,
		period_ms: number,
		periods_left: number,
		in_byoyomi: v.optional(v.boolean()),
		in_byo: v.optional(v.boolean()),
	}),
	v.transform(({ in_byo = false, in_byoyomi = in_byo, ...rest }) => ({ ...rest, in_byoyomi })),
);

const face = v.picklist(['pawn', 'tokin'] as const);
const toss = v.object({ tosser: side, faces: v.strictTuple([face, face, face, face, face]) });
const reason = v.picklist(END_REASONS) as v.GenericSchema<EndReason>;
const outcome = v.nullable(v.object({ winner: v.nullable(side), reason, ply: number }));

const opponent = v.variant('kind', [
	v.object({ kind: v.literal('device') }),
	v.object({
		kind: v.literal('computer'),
		level: v.pipe(
			text,
			v.transform((level) => level as Level),
		),
		you: side,
	}),
]);

const localRecord = v.object({
	version: v.literal(1),
	id: text,
	game,
	start: text,
	rules: v.record(text, text),
	opponent,
	clock,
	help: v.exactOptional(v.boolean()),
	furigoma: v.exactOptional(toss),
	moves: v.array(text),
	clocksBefore: v.array(perSide(sideClock)),
	clocks: v.exactOptional(perSide(sideClock)),
	started: v.exactOptional(v.boolean()),
	outcome,
	createdAt: number,
	updatedAt: number,
}) satisfies v.GenericSchema<unknown, GameRecord>;

function withKnownLevel(record: GameRecord): GameRecord {
	if (record.opponent.kind === 'device') return record;
	return {
		...record,
		opponent: { ...record.opponent, level: readLevel(record.game, record.opponent.level) },
	};
}

export function readRecord(value: unknown): GameRecord | undefined {
	const read = v.safeParse(localRecord, value);
	return read.success ? withKnownLevel(read.output) : undefined;
}

/** Up to protocol version 4 players had no id, and a flag `guest` instead of the kind. */
const player = v.pipe(
	v.looseObject({ name: v.nullish(text), kind: v.optional(text), guest: v.optional(v.boolean()) }),
	v.transform((one) => (one.kind ? one : { id: '', name: one.name, kind: one.guest ? 'guest' : 'person' })),
	v.transform((one) => one as unknown as PlayerInfo),
);

const page = v.looseObject({
	seat: v.picklist(['first', 'second', 'watcher'] as const),
	snapshot: v.looseObject({
		id: text,
		seq: v.optional(number, 0),
		status: v.picklist(['waiting', 'playing', 'ended'] as const),
		settings: v.looseObject({ game, start: text }),
		players: perSide(v.nullable(player)),
		moves: v.array(text),
		offers: v.array(v.unknown()),
		outcome: v.optional(v.nullable(v.looseObject({ winner: v.nullable(side), reason: text })), null),
	}),
});

export function readGamePage(value: unknown): GamePage | undefined {
	const read = v.safeParse(page, value);
	return read.success ? (read.output as unknown as GamePage) : undefined;
}

const node = v.looseObject({ parent: v.pipe(number, v.integer()), move: v.optional(text) });

const recorded = v.looseObject({
	game,
	start: text,
	headers: v.array(v.strictTuple([text, text])),
	rules: v.nullable(v.record(text, v.unknown())),
	nodes: v.pipe(v.array(node), v.minLength(1)),
});

export function readRecorded(value: unknown): RecordedGame | undefined {
	const read = v.safeParse(recorded, value);
	return read.success ? (read.output as unknown as RecordedGame) : undefined;
}

const analysis = v.object({
	record: recorded,
	at: v.fallback(number, 0),
	bottom: v.fallback(side, 'first'),
});

/** Parses an analysis board; null if it is not of this variant. */
export function readAnalysis(value: unknown, of: VariantId): KeptAnalysis | null {
	const read = v.safeParse(analysis, value);
	return read.success && read.output.record.game === of ? (read.output as unknown as KeptAnalysis) : null;
}

const entry = v.looseObject({
	id: text,
	game,
	kind: v.picklist(['computer', 'device', 'friend', 'imported', 'analysis'] as const),
	name: text,
	players: v.looseObject({ first: text, second: text }),
	you: v.nullable(side),
	outcome: v.nullable(v.looseObject({ winner: v.nullable(side), reason: text })),
	createdAt: number,
	updatedAt: number,
	plies: number,
	start: text,
	end: text,
});

export function isEntry(value: unknown): value is GameEntry {
	return v.is(entry, value);
}

const kept = v.looseObject({
	id: text,
	revision: number,
	write: text,
	at: number,
	board: v.looseObject({ kind: v.picklist(['local', 'friend', 'free'] as const) }),
});

function readContent(value: unknown): Board | undefined {
	const { kind, record, page, analysis } = value as Record<string, unknown>;
	if (kind === 'local') {
		const read = readRecord(record);
		return read && { kind, record: read };
	}
	if (kind === 'friend') {
		const read = readGamePage(page);
		return read && { kind, page: read };
	}
	const of = (analysis as Partial<KeptAnalysis> | null)?.record?.game;
	const read = of ? readAnalysis(analysis, of as VariantId) : null;
	return read ? { kind: 'free', analysis: read } : undefined;
}

export function readBoard(value: unknown): KeptBoard | undefined {
	if (!v.is(kept, value)) return undefined;
	const board = readContent(value.board);
	return board && { ...(value as unknown as KeptBoard), board };
}
