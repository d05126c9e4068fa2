import { imported, isNewer } from '../../database/files';
import { getEntries, putGames } from '../../database/games';
import { problemText } from '../../database/problemText';
import type { LazyText } from '../../i18n/locale.svelte';
import { sentences } from '../../i18n/punctuation';
import { m } from '../../paraglide/messages';
import type { ReadRecord } from '../../records/record';
import { loadRules } from '../../rules/rules';
import { say } from '../../widgets/announcer.svelte';

interface Found {
	games: number;
	/** Already stored, unchanged or with additions. */
	known: number;
	problems: number;
	problem?: LazyText;
}

const NOTHING: Found = { games: 0, known: 0, problems: 0 };

/** Games read on another page, stored when My games opens. */
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
	/** Progress in percent; null when idle. */
	percent: number | null = $state(null);
	said: readonly LazyText[] = $state.raw([]);
	#stop: AbortController | undefined;

	stop(): void {
		this.#stop?.abort();
	}

	/** Imports files one by one; after `stop` the stored games stay. */
	read(files: readonly File[]): Promise<void> {
		return this.#run(files.map((file) => (signal) => this.#readFile(file, signal)));
	}

	keep(found: readonly ReadRecord[]): Promise<void> {
		return this.#run([(signal) => this.#keep(found, 0, signal)]);
	}

	async #run(parts: readonly ((signal: AbortSignal) => Promise<Found>)[]): Promise<void> {
		const stop = new AbortController();
		this.#stop = stop;
		this.percent = 0;
		const said: LazyText[] = [];
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

	/** Reading is half of the progress, writing the other half. */
	async #readFile(file: File, signal: AbortSignal): Promise<Found> {
		try {
			const [{ readRecords }] = await Promise.all([import('../../records/records'), loadRules()]);
			const found = await readRecords(file, {
				signal,
				onProgress: (done, total) => this.#progress(0, 50, done, total),
			});
			if (found.length === 0) return { ...NOTHING, problem: () => m.games_import_nothing({ file: file.name }) };
			return await this.#keep(found, 50, signal);
		} catch {
			return signal.aborted ? NOTHING : { ...NOTHING, problem: () => m.games_import_failed({ file: file.name }) };
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
