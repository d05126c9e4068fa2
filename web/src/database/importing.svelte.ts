/** Games out of files, into the database. */
import { say } from '../announce/announcer.svelte';
import { m } from '../paraglide/messages';
import { loadRules } from '../rules/rules';
import { imported } from './files';
import { putGames } from './games';
import { problemText } from './problemText';

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
		let problems = 0;
		for (const file of files) {
			try {
				const found = await this.#readOne(file, stop.signal);
				if (found.problem) said.push(found.problem);
				games += found.games;
				problems += found.problems;
			} catch {
				if (stop.signal.aborted) break;
				said.push(m.games_import_failed({ file: file.name }));
			}
		}
		this.percent = null;
		if (problems > 0) said.unshift(m.games_import_problems({ count: problems }));
		if (games > 0 || said.length === 0) said.unshift(m.games_imported({ count: games }));
		this.said = said;
		say(said.join(' '));
	}

	/** Half of the way is reading, the other half keeping. */
	async #readOne(
		file: File,
		signal: AbortSignal,
	): Promise<{ games: number; problems: number; problem?: string }> {
		const [{ readRecords }] = await Promise.all([import('../records/records'), loadRules()]);
		const half = (done: number, total: number) => (total > 0 ? Math.round((50 * done) / total) : 0);
		const found = await readRecords(file, {
			signal,
			onProgress: (done, total) => {
				this.percent = half(done, total);
			},
		});
		if (found.length === 0)
			return { games: 0, problems: 0, problem: m.games_import_nothing({ file: file.name }) };
		const now = Date.now();
		const kept = await putGames(
			found.map(({ record }) => imported(record, now)),
			(done, total) => {
				this.percent = 50 + half(done, total);
				signal.throwIfAborted();
			},
		);
		signal.throwIfAborted();
		const problems = found.filter((one) => one.problems.length > 0).length;
		if (!kept.ok) return { games: 0, problems, problem: problemText(kept.problem) };
		return { games: found.length, problems };
	}
}
