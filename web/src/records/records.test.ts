import { beforeAll, describe, expect, it } from 'vitest';
import type { FromWorker, ToWorker } from './channel';
import { type RecordsModule, readAll } from './readAll';
import { RECORD_FORMATS, type RecordedGame, Records, RecordsLoadError, type WorkerLike } from './records';
import { recordsForTests } from './testRecords';

let module: RecordsModule;

beforeAll(async () => {
	module = await recordsForTests();
});

const GAME: RecordedGame = {
	game: 'shogi',
	start: '',
	headers: [['White', 'Ada']],
	rules: null,
	nodes: [{ parent: -1 }, { parent: 0, move: '7g7f' }, { parent: 1, move: '3c3d' }],
};

class NearWorker {
	onmessage: WorkerLike['onmessage'] = null;
	onerror: WorkerLike['onerror'] = null;
	aborted: number[] = [];
	#controllers = new Map<number, AbortController>();

	constructor() {
		setTimeout(() => this.say({ kind: 'ready' }));
	}

	say(data: FromWorker) {
		this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
	}

	terminate() {}

	async postMessage(message: ToWorker) {
		const { id } = message;
		if (message.kind === 'abort') {
			this.aborted.push(id);
			this.#controllers.get(id)?.abort();
			return;
		}
		try {
			if (message.kind === 'read') {
				const controller = new AbortController();
				this.#controllers.set(id, controller);
				const total = message.source.size;
				await readAll(module, message.source, message.game, controller.signal, (games, done) =>
					this.say({ kind: 'games', id, games, done, total }),
				);
				this.say({ kind: 'end', id });
			} else {
				const written = module.writeRecords(message.games, message.format, message.encoding);
				this.say({ kind: 'written', id, ...written });
			}
		} catch (error) {
			this.say({ kind: 'failed', id, message: String(error) });
		}
	}
}

function near(): { records: Records; workers: NearWorker[] } {
	const workers: NearWorker[] = [];
	const records = new Records(() => {
		const worker = new NearWorker();
		workers.push(worker);
		return worker as unknown as WorkerLike;
	});
	return { records, workers };
}

describe('records', () => {
	it('survive a round trip through every format that can hold the game', async () => {
		const { records } = near();
		for (const { id, games, encodings, name } of RECORD_FORMATS)
			for (const game of ['shogi', 'minishogi', 'torishogi', 'shogun'] as const) {
				const bare: RecordedGame = { ...GAME, game, nodes: [{ parent: -1 }] };
				const written = records.write([bare], id, encodings[0]?.encoding);
				if (games.includes(game)) await expect(written, `${name} ${game}`).resolves.toBeDefined();
				else await expect(written, `${name} ${game}`).rejects.toThrow();
			}
		for (const { id, encodings } of RECORD_FORMATS)
			for (const { encoding } of encodings) {
				const { blob } = await records.write([GAME, GAME], id, encoding);
				const read = await records.read(blob);
				expect(read.map(({ problems }) => problems)).toEqual([[], []]);
				expect(read[1]?.record.nodes).toEqual(GAME.nodes);
				expect(read[1]?.format).toBe(id);
			}
	});

	it('report their progress in bytes', async () => {
		const { records } = near();
		const { blob } = await records.write(Array(1000).fill(GAME), 'jkf');
		const steps: [number, number][] = [];
		const read = await records.read(blob, { onProgress: (done, total) => steps.push([done, total]) });
		expect(read.length).toBe(1000);
		expect(steps.length).toBeGreaterThan(2);
		expect(steps.at(-1)).toEqual([blob.size, blob.size]);
		expect(steps.map(([done]) => done)).toEqual(steps.map(([done]) => done).sort((a, b) => a - b));
	});

	it('stop reading on abort, while others go on', async () => {
		const { records, workers } = near();
		const { blob } = await records.write(Array(1000).fill(GAME), 'jkf');
		const controller = new AbortController();
		const broken = records.read(blob, {
			signal: controller.signal,
			onProgress: () => controller.abort(new Error('enough')),
		});
		const other = records.read('position startpos moves 2g2f');
		await expect(broken).rejects.toThrow('enough');
		expect((await other).length).toBe(1);
		expect(workers[0]?.aborted.length).toBe(1);
		await expect(records.read(blob, { signal: AbortSignal.abort() })).rejects.toThrow();
	});

	it('start a new Worker after one that failed', async () => {
		const workers: NearWorker[] = [];
		const records = new Records(() => {
			const worker = new NearWorker();
			workers.push(worker);
			if (workers.length === 1)
				worker.postMessage = async () => workers[0]?.onerror?.call(null as never, { message: 'gone' } as ErrorEvent);
			return worker as unknown as WorkerLike;
		});
		await expect(records.read('position startpos')).rejects.toThrow(RecordsLoadError);
		expect((await records.read('position startpos')).length).toBe(1);
		expect(workers.length).toBe(2);

		const never = new Records(() => {
			const worker = { postMessage() {}, terminate() {}, onmessage: null, onerror: null } as WorkerLike;
			setTimeout(() =>
				worker.onmessage?.call(null as never, { data: { kind: 'broken', message: '' } } as MessageEvent),
			);
			return worker;
		});
		await expect(never.read('position startpos')).rejects.toThrow(RecordsLoadError);
	});
});
