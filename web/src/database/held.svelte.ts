/**
 * The boards that this page holds. Each write names the revision it was made from; what the database does not take is
 * kept in memory as long as the page's app lives, and in the line of local storage (`store/unwritten.ts`).
 *
 *     const opened = await openBoard(id);
 *     if (opened.ok && opened.value instanceof HeldBoard) opened.value.save({ kind: 'local', record });
 */
import type { VariantId } from '../games/variant';
import type { GamePage } from '../protocol';
import { noteFinished } from '../store/finished';
import { type GameRecord, newRecordId } from '../store/records';
import { readJson, writeJson } from '../store/storage';
import { forget, leftBehind, note } from '../store/unwritten';
import { type Board, type Draft, isUnbegun, type KeptBoard, type State, stateOf } from './board';
import { boardsOf, commitBoards, deleteBoard, getBoard, putAside } from './boards';
import { copied, entryOf, type GameEntry, rulesIfThere } from './games';
import { gameOf } from './made';
import { type Earlier, earlierBoards, forgetEarlier, isDamagedEarlier } from './migrate';
import type { Problem, Stored } from './open';
import { readBoard } from './schemas';

/** Boards of which the database lacks the latest state, by id. */
const pending = new Map<string, HeldBoard>();

/** Why the last write of this page failed; null after one that did not. */
let lastProblem: Problem | null = $state(null);

export function keepingProblem(): Problem | null {
	return lastProblem;
}

const NAME = 'board/';

export class HeldBoard {
	/** Why the latest state is in memory alone. */
	problem: Problem | null = $state(null);
	/** Another page wrote first: what was to be written here is dropped. */
	onrefused: () => void = () => {};
	board: Board | undefined;
	#revision: number | null;
	/** The database had it as a game that nobody had begun. */
	#unbegun: boolean;
	#draft: Draft | null = null;
	/** The write that is on its way. */
	#sent: string | null = null;
	#writing: Promise<void> | null = null;

	constructor(
		readonly id: string,
		kept?: Pick<KeptBoard, 'board' | 'revision'>,
		/** Null where the database could not be asked. */
		revision: number | null = kept?.revision ?? 0,
	) {
		this.board = kept?.board;
		this.#revision = revision;
		this.#unbegun = isUnbegun(kept?.board);
	}

	/** Takes over the state, and writes it when the write before has come to its end. */
	save(board: Board, at = Date.now()): void {
		this.#take(
			{
				id: this.id,
				base: this.#revision,
				// After a failed write, another page may have taken it out of the line of this one.
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

	/** Returns whether the line has it. */
	#take(draft: Draft, now: boolean): boolean {
		this.board = draft.board;
		this.#draft = draft;
		pending.set(this.id, this);
		return note(NAME + this.id, draft, now);
	}

	/** Holds what could not be written, until there is something newer to write. Returns whether the line has it. */
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

	/** All that was to be written has been, or cannot be. */
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

	/** Whether another page has written the board since this one read or wrote it. */
	async isBehind(): Promise<boolean> {
		await this.#writing;
		const kept = await getBoard(this.id);
		if (!kept.ok || this.#draft || (!kept.value && this.#unbegun)) return false;
		const revision = kept.value && kept.value !== 'damaged' ? kept.value.revision : 0;
		return revision !== (this.#revision ?? 0);
	}

	/** As lists show it; null where they do not. */
	async entry(): Promise<GameEntry | null> {
		const game = this.board && gameOf(await rulesIfThere(), this.board, this.#draft?.at ?? Date.now());
		return game ? entryOf(await rulesIfThere(), game).entry : null;
	}
}

/** The kind of a game that was played here; null where nobody moved, or strangers played. */
function playedHere(board: Board): VariantId | null {
	if (board.kind === 'free') return null;
	if (board.kind === 'local') return board.record.moves.length > 0 ? board.record.game : null;
	const { seat, snapshot } = board.page;
	return seat === 'watcher' || snapshot.moves.length === 0 ? null : snapshot.settings.game;
}

const ASKED = 'komadai.asked-to-keep';

/** After the first finished game the browser is asked to keep what is stored here. */
async function askToKeep(board: Board): Promise<void> {
	const game = playedHere(board);
	if (!game) return;
	noteFinished(game);
	if (readJson(ASKED) === true) return;
	writeJson(ASKED, true);
	await globalThis.navigator?.storage?.persist?.().catch(() => false);
}

/** How many boards of before are written in one transaction. */
const BATCH = 50;

async function writeEarlier(): Promise<void> {
	const earlier = earlierBoards();
	for (let from = 0; from < earlier.length; from += BATCH) {
		const batch: Earlier[] = earlier.slice(from, from + BATCH);
		const done = await commitBoards(batch.map(({ draft }) => draft));
		for (const one of batch)
			if (done.ok) forgetEarlier(one);
			// Local storage has it: the line need not.
			else HeldBoard.unwritten(one.draft, done.problem, false);
	}
}

/** Puts a free board that another page was faster with among the games, unless it is what is kept. Returns whether that worked. */
async function keepRefused({ id, board }: Draft): Promise<boolean> {
	if (board.kind !== 'free') return true;
	const { record } = board.analysis;
	const kept = await getBoard(id);
	if (!kept.ok) return false;
	const now = kept.value && kept.value !== 'damaged' ? kept.value.board : null;
	if (now?.kind === 'free' && JSON.stringify(now.analysis.record) === JSON.stringify(record)) return true;
	return (await putAside(record)).ok;
}

/** Writes what a page has left. Returns whether it is anywhere else than in that page's line then. */
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

/** Once for a page, before it reads or writes a board: what earlier pages and versions have left. */
export function started(): Promise<void> {
	// What fails here is tried again at the next start, and keeps nobody from playing.
	starting ??= writeEarlier()
		.then(writeLeft)
		.catch((error) => console.error(error));
	return starting;
}

/**
 * The board of this id, to go on with; what is in memory alone is the newest. Undefined where there is none, `damaged`
 * where what there is makes no sense.
 */
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

/** The board to write: an empty one where there is none or none that can be read, with the problem of the latter. */
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

/** Forgets games that nobody began, a day later. */
export async function forgetUnbegun(now: number): Promise<void> {
	for (const { id, at, board } of await boardsOf('local', 'going'))
		if (isUnbegun(board) && now - at > DAY_MS) await deleteBoard(id);
}

/** Keeps a new game; its page finds it at once. */
export function beginGame(record: GameRecord): HeldBoard {
	const held = new HeldBoard(record.id);
	held.save({ kind: 'local', record });
	void started()
		.then(() => forgetUnbegun(Date.now()))
		.catch(() => {});
	return held;
}

/** The boards of a kind that are going on or over; those in memory are the newest. */
export async function heldBoards(kind: Board['kind'], state: State): Promise<Board[]> {
	await started();
	const found = new Map((await boardsOf(kind, state)).map(({ id, board }) => [id, board]));
	for (const [id, { board }] of pending) {
		found.delete(id);
		if (board?.kind === kind && stateOf(board) === state) found.set(id, board);
	}
	return [...found.values()];
}

/** The games by link that this browser knows as going on, as they were last seen. */
export async function goingPages(): Promise<GamePage[]> {
	return (await heldBoards('friend', 'going')).flatMap((board) =>
		board.kind === 'friend' ? board.page : [],
	);
}

/** What lists show of boards that the database lacks, by id; null for those that they do not show. */
export async function unwrittenEntries(): Promise<Map<string, GameEntry | null>> {
	const all = [...pending].map(async ([id, held]) => [id, await held.entry()] as const);
	return new Map(await Promise.all(all));
}

/** A game by link as it was last seen here. */
export async function pageOf(id: string): Promise<GamePage | undefined> {
	const { board } = await openOrNew(id);
	return board?.kind === 'friend' ? board.page : undefined;
}

/** Keeps a game by link as the server has it, last changed at `at`. Returns whether the database has it then. */
export async function keepPage(page: GamePage, at = Date.now()): Promise<boolean> {
	const held = await openOrNew(page.snapshot.id);
	held.save({ kind: 'friend', page }, at);
	await held.settled();
	return held.problem === null;
}
