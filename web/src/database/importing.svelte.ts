/** Games out of files, into the database. */
import { say } from '../announce/announcer.svelte';
import { m } from '../paraglide/messages';
import { loadRules } from '../rules/rules';
import { imported, isNewer } from './files';
import { getEntries, putGames } from './games';
import { problemText } from './problemText';

interface Found {
	games: number;
	/** Games that were here before, as they are or with more. */
	known: number;
	problems: number;
	problem?: string;
}

export class Import {
	/** Of the file that is being read, in hundredths; null while none is. */
	percent: number | null = $state(null);
	/** What came of it, a sentence each. */
	said: readonly string[] = $state.raw([]);
	#stop: AbortController | undefined;

	stop(): void {
		this.#stop?.abort();
	}

	/** Reads files one after the other; what was read before it is stopped stays. */
	async read(files: readonly File[]): Promise<void> {
		const stop = new AbortController();
		this.#stop = stop;
		this.percent = 0;
		const said: string[] = [];
		let games = 0;
		let known = 0;
		let problems = 0;
		for (const file of files) {
			try {
				const found = await this.#readOne(file, stop.signal);
				if (found.problem) said.push(found.problem);
				games += found.games;
				known += found.known;
				problems += found.problems;
			} catch {
				if (stop.signal.aborted) break;
				said.push(m.games_import_failed({ file: file.name }));
			}
		}
		this.percent = null;
		if (problems > 0) said.unshift(m.games_import_problems({ count: problems }));
		if (known > 0) said.unshift(m.games_import_known({ count: known }));
		if (games > 0 || said.length === 0) said.unshift(m.games_imported({ count: games }));
		this.said = said;
		say(said.join(' '));
	}

	/** Half of the way is reading, the other half keeping. */
	async #readOne(file: File, signal: AbortSignal): Promise<Found> {
		const [{ readRecords }] = await Promise.all([import('../records/records'), loadRules()]);
		const half = (done: number, total: number) => (total > 0 ? Math.round((50 * done) / total) : 0);
		const found = await readRecords(file, {
			signal,
			onProgress: (done, total) => {
				this.percent = half(done, total);
			},
		});
		if (found.length === 0)
			return { games: 0, known: 0, problems: 0, problem: m.games_import_nothing({ file: file.name }) };
		const problems = found.filter((one) => one.problems.length > 0).length;
		const now = Date.now();
		const games = found.map(({ record }) => imported(record, now));
		const before = await getEntries(games.map(({ id }) => id));
		if (!before.ok) return { games: 0, known: 0, problems, problem: problemText(before.problem) };
		const newer = games.filter((game) => isNewer(game, before.value.get(game.id), now));
		const kept = await putGames(newer, (done, total) => {
			this.percent = 50 + half(done, total);
			signal.throwIfAborted();
		});
		signal.throwIfAborted();
		const known = games.length - newer.length;
		if (!kept.ok) return { games: 0, known, problems, problem: problemText(kept.problem) };
		return { games: newer.length, known, problems };
	}
}
