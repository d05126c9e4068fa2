/** Games out of files, into the database. */
import { say } from '../announce/announcer.svelte';
import { sentences } from '../i18n/listed';
import type { Words } from '../i18n/words';
import { m } from '../paraglide/messages';
import type { ReadRecord } from '../records/record';
import { loadRules } from '../rules/rules';
import { imported, isNewer } from './files';
import { getEntries, putGames } from './games';
import { problemText } from './problemText';

interface Found {
	games: number;
	/** Games that were here before, as they are or with more. */
	known: number;
	problems: number;
	problem?: Words;
}

const NOTHING: Found = { games: 0, known: 0, problems: 0 };

/** Games read on another page, which My games keeps when it is opened. */
let waiting: readonly ReadRecord[] = [];

export function waitForGames(found: readonly ReadRecord[]): void {
	waiting = found;
}

export function takeWaitingGames(): readonly ReadRecord[] {
	const found = waiting;
	waiting = [];
	return found;
}

export class Import {
	/** Of what is being read and kept, in hundredths; null while nothing is. */
	percent: number | null = $state(null);
	/** What came of it, a sentence each. */
	said: readonly Words[] = $state.raw([]);
	#stop: AbortController | undefined;

	stop(): void {
		this.#stop?.abort();
	}

	/** Reads files one after the other; what was kept before it is stopped stays. */
	read(files: readonly File[]): Promise<void> {
		return this.#run(files.map((file) => (signal) => this.#readFile(file, signal)));
	}

	/** Keeps games that have been read already. */
	keep(found: readonly ReadRecord[]): Promise<void> {
		return this.#run([(signal) => this.#keep(found, 0, signal)]);
	}

	async #run(parts: readonly ((signal: AbortSignal) => Promise<Found>)[]): Promise<void> {
		const stop = new AbortController();
		this.#stop = stop;
		this.percent = 0;
		const said: Words[] = [];
		let games = 0;
		let known = 0;
		let problems = 0;
		for (const part of parts) {
			const found = await part(stop.signal);
			if (found.problem) said.push(found.problem);
			games += found.games;
			known += found.known;
			problems += found.problems;
			if (stop.signal.aborted) break;
		}
		this.percent = null;
		if (problems > 0) said.unshift(() => m.games_import_problems({ count: problems }));
		if (known > 0) said.unshift(() => m.games_import_known({ count: known }));
		if (games > 0 || said.length === 0) said.unshift(() => m.games_imported({ count: games }));
		this.said = said;
		say(sentences(said.map((words) => words())));
	}

	/** Half of the way is reading, the other half keeping. */
	async #readFile(file: File, signal: AbortSignal): Promise<Found> {
		try {
			const [{ readRecords }] = await Promise.all([import('../records/records'), loadRules()]);
			const found = await readRecords(file, {
				signal,
				onProgress: (done, total) => this.#progress(0, 50, done, total),
			});
			if (found.length === 0)
				return { ...NOTHING, problem: () => m.games_import_nothing({ file: file.name }) };
			return await this.#keep(found, 50, signal);
		} catch {
			return signal.aborted
				? NOTHING
				: { ...NOTHING, problem: () => m.games_import_failed({ file: file.name }) };
		}
	}

	async #keep(found: readonly ReadRecord[], from: number, signal: AbortSignal): Promise<Found> {
		const problems = found.filter((one) => one.problems.length > 0).length;
		const now = Date.now();
		const games = found.map(({ record }) => imported(record, now));
		const before = await getEntries(games.map(({ id }) => id));
		if (!before.ok) return { ...NOTHING, problems, problem: () => problemText(before.problem) };
		const newer = games.filter((game) => isNewer(game, before.value.get(game.id), now));
		let count = 0;
		const kept = await putGames(newer, (done, total) => {
			count = done;
			this.#progress(from, 100, done, total);
			signal.throwIfAborted();
		});
		const all = { games: count, known: games.length - newer.length, problems };
		return kept.ok || signal.aborted ? all : { ...all, problem: () => problemText(kept.problem) };
	}

	#progress(from: number, to: number, done: number, total: number): void {
		this.percent = total > 0 ? from + Math.round(((to - from) * done) / total) : from;
	}
}
