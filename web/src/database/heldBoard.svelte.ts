/**
 * Boards open in this page, written with optimistic concurrency (`board.ts`). Unwritten states stay in memory and in
 * local storage (`store/pendingWrites.ts`). `openBoard` gives a `HeldBoard`, whose `save` writes.
 */

import type { GamePage } from '../protocol';
import type { VariantId } from '../rules/variant';
import { noteFinished } from '../store/finishedVariants';
import { forget, leftBehind, note } from '../store/pendingWrites';
import { readJson, writeJson } from '../store/storage';
import { type Board, type Draft, isUnbegun, type KeptBoard, type State, stateOf } from './board';
import { boardsOf, commitBoards, deleteBoard, getBoard, putAside } from './boards';
import { gameOf } from './conversion';
import { type GameRecord, newRecordId } from './gameRecord';
import { copied, entryOf, type GameEntry, rulesIfThere } from './games';
import { type Earlier, earlierBoards, forgetEarlier, isDamagedEarlier } from './migrate';
import type { Problem, Stored } from './open';
import { readBoard } from './schemas';

/** Boards with unwritten states, by id. */
const pending = new Map<string, HeldBoard>();

let lastProblem: Problem | null = $state(null);

export function keepingProblem(): Problem | null {
	return lastProblem;
}

const NAME = 'board/';

export class HeldBoard {
	/** Reason why the latest state is in memory alone. */
	problem: Problem | null = $state(null);
	/** Called when another page wrote first and this write was dropped. */
	onrefused: () => void = () => {};
	board: Board | undefined;
	#revision: number | null;
	/** The stored game has no moves. */
	#unbegun: boolean;
	#draft: Draft | null = null;
	/** Write in flight. */
	#sent: string | null = null;
	#writing: Promise<void> | null = null;

	constructor(
		readonly id: string,
		kept?: Pick<KeptBoard, 'board' | 'revision'>,
		/** Null if the database could not be read. */
		revision: number | null = kept?.revision ?? 0,
	) {
		this.board = kept?.board;
		this.#revision = revision;
		this.#unbegun = isUnbegun(kept?.board);
	}

	/** Sets the state and queues its write. */
	save(board: Board, at = Date.now()): void {
		this.#take(
			{
				id: this.id,
				base: this.#revision,
				// Another page may have written the entry of a failed write from local storage.
				after: this.#sent ?? this.#draft?.write ?? null,
				write: newRecordId(),
				at,
				board: copied(board),
				unbegun: this.#unbegun,
			},
			false,
		);
		this.#writing ??= this.#write();
	}

	/** Returns `true` if local storage has the draft. */
	#take(draft: Draft, now: boolean): boolean {
		this.board = draft.board;
		this.#draft = draft;
		pending.set(this.id, this);
		return note(NAME + this.id, draft, now);
	}

	/** Holds a draft that could not be written, until a newer one. Returns `true` if local storage has it. */
	static unwritten(draft: Draft, problem: Problem, isNoted: boolean): boolean {
		const held = new HeldBoard(draft.id, undefined, draft.base);
		held.problem = problem;
		lastProblem = problem;
		if (isNoted) return held.#take(draft, true);
		held.board = draft.board;
		held.#draft = draft;
		pending.set(draft.id, held);
		return false;
	}

	/** Waits for the writes to end, successful or not. */
	async settled(): Promise<void> {
		await this.#writing;
	}

	async #write(): Promise<void> {
		while (this.#draft) {
			const draft: Draft = { ...this.#draft, base: this.#revision, unbegun: this.#unbegun };
			this.#sent = draft.write;
			const done = await commitBoards([draft]);
			this.#sent = null;
			this.problem = done.ok ? null : done.problem;
			lastProblem = this.problem;
			if (!done.ok) {
				if (this.#draft) note(NAME + this.id, this.#draft, true);
				break;
			}
			const [written] = done.value;
			if (!written || written === 'refused') {
				this.#done();
				this.onrefused();
				break;
			}
			this.#revision = written.revision;
			this.#unbegun = isUnbegun(written.board);
			if (this.#draft?.write === draft.write) this.#done();
			if (written.state === 'over' && written.kind !== 'free') void askToKeep(written.board);
		}
		this.#writing = null;
	}

	#done(): void {
		this.#draft = null;
		forget(NAME + this.id);
		if (pending.get(this.id) === this) pending.delete(this.id);
	}

	async isBehind(): Promise<boolean> {
		await this.#writing;
		const kept = await getBoard(this.id);
		if (!kept.ok || this.#draft || (!kept.value && this.#unbegun)) return false;
		const revision = kept.value && kept.value !== 'damaged' ? kept.value.revision : 0;
		return revision !== (this.#revision ?? 0);
	}

	/** List entry; null for a game without moves. */
	async entry(): Promise<GameEntry | null> {
		const game = this.board && gameOf(await rulesIfThere(), this.board, this.#draft?.at ?? Date.now());
		return game ? entryOf(await rulesIfThere(), game).entry : null;
	}
}

/** Variant of the player's own game; null without moves or between other players. */
function playedHere(board: Board): VariantId | null {
	if (board.kind === 'free') return null;
	if (board.kind === 'local') return board.record.moves.length > 0 ? board.record.game : null;
	const { seat, snapshot } = board.page;
	return seat === 'watcher' || snapshot.moves.length === 0 ? null : snapshot.settings.game;
}

const ASKED = 'komadai.asked-to-keep';

/** Requests persistent storage after the first finished game. */
async function askToKeep(board: Board): Promise<void> {
	const game = playedHere(board);
	if (!game) return;
	noteFinished(game);
	if (readJson(ASKED) === true) return;
	writeJson(ASKED, true);
	await globalThis.navigator?.storage?.persist?.().catch(() => false);
}

const BATCH = 50;

async function writeEarlier(): Promise<void> {
	const earlier = earlierBoards();
	for (let from = 0; from < earlier.length; from += BATCH) {
		const batch: Earlier[] = earlier.slice(from, from + BATCH);
		const done = await commitBoards(batch.map(({ draft }) => draft));
		for (const one of batch)
			if (done.ok) forgetEarlier(one);
			// Still in local storage under its old key.
			else HeldBoard.unwritten(one.draft, done.problem, false);
	}
}

/** Copies a refused free analysis to My games, unless the same is stored. Returns `true` if it is safe. */
async function keepRefused({ id, board }: Draft): Promise<boolean> {
	if (board.kind !== 'free') return true;
	const { record } = board.analysis;
	const kept = await getBoard(id);
	if (!kept.ok) return false;
	const now = kept.value && kept.value !== 'damaged' ? kept.value.board : null;
	if (now?.kind === 'free' && JSON.stringify(now.analysis.record) === JSON.stringify(record)) return true;
	return (await putAside(record)).ok;
}

/** Writes a draft left by an earlier page. Returns `true` if its entry in local storage may go. */
async function writeDraft(draft: Draft): Promise<boolean> {
	const written = await commitBoards([draft]);
	if (!written.ok) return HeldBoard.unwritten(draft, written.problem, true);
	return written.value[0] !== 'refused' || keepRefused(draft);
}

async function writeLeft(): Promise<void> {
	for (const { value, forget: done } of leftBehind(NAME)) {
		const board = readBoard({ revision: 0, ...(value as object) });
		const draft = value as Draft;
		if (!board) continue;
		if (await writeDraft({ ...draft, board: board.board })) done();
	}
}

let starting: Promise<void> | undefined;

/** Writes what earlier pages and versions left. Runs once a page, before any read or write. */
export function started(): Promise<void> {
	// A failure is retried at the next start and does not block playing.
	starting ??= writeEarlier()
		.then(writeLeft)
		.catch((error) => console.error(error));
	return starting;
}

/** Board by id; an unwritten state in memory comes first. Undefined if missing, `damaged` if it does not parse. */
export async function openBoard(id: string): Promise<Stored<HeldBoard | 'damaged' | undefined>> {
	await started();
	const waiting = pending.get(id);
	if (waiting) return { ok: true, value: waiting };
	const kept = await getBoard(id);
	if (!kept.ok) {
		lastProblem = kept.problem;
		return kept;
	}
	if (!kept.value) return { ok: true, value: isDamagedEarlier(id) ? 'damaged' : undefined };
	return { ok: true, value: kept.value === 'damaged' ? kept.value : new HeldBoard(id, kept.value) };
}

/** The opened board, or an empty one with the problem of opening. */
export function heldOrNew(id: string, opened: Awaited<ReturnType<typeof openBoard>>): HeldBoard {
	if (opened.ok && opened.value instanceof HeldBoard) return opened.value;
	const held = new HeldBoard(id, undefined, opened.ok ? 0 : null);
	held.problem = opened.ok ? null : opened.problem;
	return held;
}

export async function openOrNew(id: string): Promise<HeldBoard> {
	return heldOrNew(id, await openBoard(id));
}

const DAY_MS = 24 * 60 * 60 * 1000;

export async function forgetUnbegun(now: number): Promise<void> {
	for (const { id, at, board } of await boardsOf('local', 'going'))
		if (isUnbegun(board) && now - at > DAY_MS) await deleteBoard(id);
}

/** Stores a new game; `openBoard` finds it at once. */
export function beginGame(record: GameRecord): HeldBoard {
	const held = new HeldBoard(record.id);
	held.save({ kind: 'local', record });
	void started()
		.then(() => forgetUnbegun(Date.now()))
		.catch(() => {});
	return held;
}

/** Boards of a kind and state; unwritten states in memory come first. */
export async function heldBoards(kind: Board['kind'], state: State): Promise<Board[]> {
	await started();
	const found = new Map((await boardsOf(kind, state)).map(({ id, board }) => [id, board]));
	for (const [id, { board }] of pending) {
		found.delete(id);
		if (board?.kind === kind && stateOf(board) === state) found.set(id, board);
	}
	return [...found.values()];
}

export async function goingPages(): Promise<GamePage[]> {
	return (await heldBoards('friend', 'going')).flatMap((board) => (board.kind === 'friend' ? board.page : []));
}

/** List entries of unwritten boards by id; null for those that lists hide. */
export async function unwrittenEntries(): Promise<Map<string, GameEntry | null>> {
	const all = [...pending].map(async ([id, held]) => [id, await held.entry()] as const);
	return new Map(await Promise.all(all));
}

export async function pageOf(id: string): Promise<GamePage | undefined> {
	const { board } = await openOrNew(id);
	return board?.kind === 'friend' ? board.page : undefined;
}

/** Stores a game by link in the server's state, last changed at `at`. Returns `true` if it is written. */
export async function keepPage(page: GamePage, at = Date.now()): Promise<boolean> {
	const held = await openOrNew(page.snapshot.id);
	held.save({ kind: 'friend', page }, at);
	await held.settled();
	return held.problem === null;
}
