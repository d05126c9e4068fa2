/**
 * Game records: KIF, KI2, CSA, PGN, USI lines and JKF, read and written by the records module in a Worker of its
 * own. Both are fetched when they are first needed. A file's games come back one by one as they are read, each a flat
 * list of nodes (`record.ts`). The rules judge again what the page sends to be written.
 *
 * ```ts
 * const [{ record, problems }] = await readRecords(file);
 * const blob = await writeRecords([record], 'pgn');
 * ```
 */

import { loading } from '../loading/quiet';
import type { VariantId } from '../rules/variant';
import type { FromWorker, ToWorker } from './channel';
import { formatInfo } from './formats';
import type { ReadRecord, RecordEncoding, RecordedGame, RecordFormat } from './record';

export { formatInfo, formatsFor, RECORD_FORMATS, type RecordFormatInfo, usualFormat } from './formats';
export type * from './record';

export interface ReadOptions {
	/** Variant of records that do not name theirs. */
	game?: VariantId | undefined;
	/** Both in bytes. */
	onProgress?: ((done: number, total: number) => void) | undefined;
	signal?: AbortSignal | undefined;
}

export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export class RecordsLoadError extends Error {
	override readonly name = 'RecordsLoadError';
}

interface Task {
	/** Returns `true` after the last answer. */
	take(answer: FromWorker): boolean;
	fail(error: Error): void;
}

function startWorker(): WorkerLike {
	return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** Requests to one Worker, which `start` creates on first use and again after a failure. */
export class Records {
	#start: () => WorkerLike;
	#worker: Promise<WorkerLike> | undefined;
	#tasks = new Map<number, Task>();
	#count = 0;

	constructor(start: () => WorkerLike = startWorker) {
		this.#start = start;
	}

	#open(): Promise<WorkerLike> {
		this.#worker ??= loading(
			new Promise<WorkerLike>((resolve, reject) => {
				const worker = this.#start();
				const broken = (message: string) => {
					const error = new RecordsLoadError(message || 'the records module could not be started');
					worker.terminate();
					this.#worker = undefined;
					reject(error);
					const tasks = [...this.#tasks.values()];
					this.#tasks.clear();
					for (const task of tasks) task.fail(error);
				};
				worker.onerror = (event) => broken(event.message);
				worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
					if (data.kind === 'ready') resolve(worker);
					else if (data.kind === 'broken') broken(data.message);
					else if (this.#tasks.get(data.id)?.take(data)) this.#tasks.delete(data.id);
				};
			}),
		);
		return this.#worker;
	}

	async #ask(question: (id: number) => ToWorker, task: (id: number) => Task, signal?: AbortSignal): Promise<void> {
		const worker = await this.#open();
		signal?.throwIfAborted();
		const id = ++this.#count;
		this.#tasks.set(id, task(id));
		worker.postMessage(question(id));
		signal?.addEventListener(
			'abort',
			() => {
				const running = this.#tasks.get(id);
				if (!running) return;
				this.#tasks.delete(id);
				worker.postMessage({ kind: 'abort', id } satisfies ToWorker);
				running.fail(signal.reason);
			},
			{ once: true },
		);
	}

	read(source: Blob | string, { game, onProgress, signal }: ReadOptions = {}): Promise<ReadRecord[]> {
		const blob = typeof source === 'string' ? new Blob([source]) : source;
		const found: ReadRecord[] = [];
		return new Promise((resolve, reject) => {
			const task: Task = {
				take(answer) {
					if (answer.kind === 'games') {
						for (const one of answer.games) found.push(one);
						onProgress?.(answer.done, answer.total);
						return false;
					}
					if (answer.kind === 'failed') reject(new Error(answer.message));
					else resolve(found);
					return true;
				},
				fail: reject,
			};
			this.#ask(
				(id) => ({ kind: 'read', id, source: blob, game }),
				() => task,
				signal,
			).catch(reject);
		});
	}

	write(games: readonly RecordedGame[], format: RecordFormat, encoding?: RecordEncoding): Promise<RecordFile> {
		const info = formatInfo(format);
		const chosen = encoding ?? info.encodings[0]?.encoding ?? 'utf-8';
		// Svelte's proxies cannot be cloned to a Worker.
		const unwatched = JSON.parse(JSON.stringify(games)) as RecordedGame[];
		return new Promise((resolve, reject) => {
			const task: Task = {
				take(answer) {
					if (answer.kind === 'written') {
						const type = `${info.type};charset=${chosen}`;
						resolve({ blob: new Blob([answer.bytes], { type }), missing: answer.missing });
					} else reject(new Error(answer.kind === 'failed' ? answer.message : 'an unexpected answer'));
					return true;
				},
				fail: reject,
			};
			this.#ask(
				(id) => ({ kind: 'write', id, games: unwatched, format, encoding: chosen }),
				() => task,
			).catch(reject);
		});
	}
}

export interface RecordFile {
	blob: Blob;
	/** Characters outside the encoding, each once; 〓 replaces them. */
	missing: string;
}

const records = new Records();

/**
 * Reads all games of a file or text in any format and encoding; text that is no record gives none. Rejects
 * with the signal's reason on abort, with `RecordsLoadError` if the module cannot be loaded.
 */
export function readRecords(source: Blob | string, options: ReadOptions = {}): Promise<ReadRecord[]> {
	return records.read(source, options);
}

/** Writes games as one file. Rejects if the format cannot hold one of them. */
export async function writeRecords(
	games: readonly RecordedGame[],
	format: RecordFormat,
	encoding?: RecordEncoding,
): Promise<Blob> {
	return (await records.write(games, format, encoding)).blob;
}

/** Like `writeRecords`, with the characters that the encoding could not hold. */
export function writeRecordFile(
	games: readonly RecordedGame[],
	format: RecordFormat,
	encoding?: RecordEncoding,
): Promise<RecordFile> {
	return records.write(games, format, encoding);
}
