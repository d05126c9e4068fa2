/** The engine as the page sees it: one request at a time, each can be stopped. */

import { loading } from '../loading/quiet';
import type { SquareName } from '../rules/module';
import type { VariantId } from '../rules/variant';
import type {
	DefendAnswer,
	DefendRequest,
	MateAnswer,
	MateInfo,
	MateRequest,
	SearchInfo,
	SearchRequest,
	SearchResult,
} from '../wasm/engine/engine';
import type { FromWorker, HangingRequest, ToWorker } from './channel';
import { type Nets, nets as netsOfPage } from './nets';

// A glob, so that the page also builds before the WASM module exists.
const files = import.meta.glob<string>('../wasm/engine/engine_bg.wasm', {
	query: '?url',
	import: 'default',
	eager: true,
});

let compiling: Promise<WebAssembly.Module> | undefined;

/** Compiled once and sent to every Worker: a restart is quick and needs no network. */
function compiled(): Promise<WebAssembly.Module> {
	compiling ??= loading(
		(async () => {
			const address = Object.values(files)[0];
			if (!address) throw new Error('this page was built without its engine module');
			const response = await fetch(address);
			if (!response.ok) throw new Error(`the engine could not be fetched (${response.status})`);
			return WebAssembly.compileStreaming(response);
		})(),
	).catch((error) => {
		compiling = undefined;
		throw error;
	});
	return compiling;
}

export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>;

async function openWorker(): Promise<WorkerLike> {
	// Script and module load in parallel.
	const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
	const broken = new Promise<never>((_, fail) => {
		worker.onerror = (event) => fail(new Error(event.message || 'the engine could not be started'));
	});
	try {
		const module = await Promise.race([compiled(), broken]);
		worker.postMessage({ kind: 'load', module } satisfies ToWorker);
		return worker;
	} catch (error) {
		worker.terminate();
		throw error;
	}
}

export class Engine {
	#worker: Promise<WorkerLike> | undefined;
	#open: () => Promise<WorkerLike>;
	#nets: Pick<Nets, 'at' | 'want'>;
	#count = 0;
	/** The variant whose net a Worker has. */
	#given = new WeakMap<WorkerLike, VariantId>();
	/** Rejects the running request. */
	#fail: ((error: Error) => void) | undefined;

	/** `open` resolves to a Worker that has been asked to load the engine. */
	constructor(open: () => Promise<WorkerLike> = openWorker, nets: Pick<Nets, 'at' | 'want'> = netsOfPage) {
		this.#open = open;
		this.#nets = nets;
	}

	#start(): Promise<WorkerLike> {
		const starting: Promise<WorkerLike> = this.#open().then((worker) => {
			// Set at once: a script that fails to load reports it before any search.
			const broken = (message: string) => {
				if (this.#worker === starting) this.#break(new Error(message || 'the engine stopped working'));
			};
			worker.onerror = (event) => broken(event.message);
			worker.onmessageerror = () => broken('the engine could not be understood');
			return worker;
		});
		starting.catch(() => {
			if (this.#worker === starting) this.#worker = undefined;
		});
		return starting;
	}

	/** Fetches, compiles and starts ahead of the first move; later searches need no network. */
	warm(): void {
		this.#worker ??= this.#start();
	}

	/** Rejects with `StoppedError` when stopped. After a failure the next search starts a new Worker: a trap is final. */
	async search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<SearchResult> {
		const { result } = await this.#ask(
			(id) => ({ kind: 'search', id, request }),
			'result',
			(data) => data.kind === 'info' && onInfo?.(data.info),
		);
		return result;
	}

	/** Squares of a side's pieces that lose material by exchanges (SEE). Rejects like `search`. */
	async hanging(request: HangingRequest): Promise<SquareName[]> {
		return this.#ask((id) => ({ kind: 'hanging', id, request }), 'squares').then(({ squares }) => squares);
	}

	/** Mate by checks of the side to move. Rejects like `search`. */
	async solveMate(request: MateRequest, onProgress?: (info: MateInfo) => void): Promise<MateAnswer> {
		const { answer } = await this.#ask(
			(id) => ({ kind: 'mate', id, request }),
			'mated',
			(data) => data.kind === 'progress' && onProgress?.(data.info),
		);
		return answer;
	}

	/** Best defence of the side to move against a mate by checks. Rejects like `search`. */
	async defendMate(request: DefendRequest, onProgress?: (info: MateInfo) => void): Promise<DefendAnswer> {
		const { answer } = await this.#ask(
			(id) => ({ kind: 'defend', id, request }),
			'defended',
			(data) => data.kind === 'progress' && onProgress?.(data.info),
		);
		return answer;
	}

	async #ask<K extends 'result' | 'squares' | 'mated' | 'defended'>(
		question: (id: number) => ToWorker,
		kind: K,
		onReport?: (report: FromWorker) => void,
	): Promise<Extract<FromWorker, { kind: K }>> {
		this.stop();
		const id = ++this.#count;
		this.#worker ??= this.#start();
		const worker = await this.#worker;
		if (id !== this.#count) throw new StoppedError();
		const asked = question(id);
		if (asked.kind === 'search') this.#giveNet(worker, asked.request.game);
		return new Promise((resolve, reject) => {
			this.#fail = reject;
			worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
				if (data.id !== id) return;
				if (data.kind === 'info' || data.kind === 'progress') {
					onReport?.(data);
					return;
				}
				if (data.kind === 'failed') {
					this.#break(new Error(data.message));
					return;
				}
				this.#fail = undefined;
				if (data.kind === kind) resolve(data as Extract<FromWorker, { kind: K }>);
			};
			worker.postMessage(asked);
		});
	}

	/** Sends the net, or fetches it for later searches. */
	#giveNet(worker: WorkerLike, game: VariantId): void {
		const bytes = this.#nets.at(game);
		if (!bytes) void this.#nets.want(game);
		else if (this.#given.get(worker) !== game) {
			this.#given.set(worker, game);
			worker.postMessage({ kind: 'net', bytes } satisfies ToWorker);
		}
	}

	#break(error: Error): void {
		const fail = this.#fail;
		this.#drop();
		fail?.(error);
	}

	#drop(): void {
		this.#worker?.then((worker) => worker.terminate()).catch(() => {});
		this.#worker = undefined;
		this.#fail = undefined;
	}

	/** Terminates the Worker of a running request and starts a new one from the compiled module. */
	stop(): void {
		this.#count += 1;
		const fail = this.#fail;
		if (!fail) return;
		this.#drop();
		fail(new StoppedError());
		this.warm();
	}

	end(): void {
		this.#count += 1;
		const fail = this.#fail;
		this.#drop();
		fail?.(new StoppedError());
	}
}

export class StoppedError extends Error {
	constructor() {
		super('the search was stopped');
	}
}
