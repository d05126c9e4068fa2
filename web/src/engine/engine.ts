/** The computer opponent as the page sees it: one search at a time, each can be ended. */
import type { FromWorker, SearchRequest, SearchResult, ToWorker } from './messages';

const files = import.meta.glob<string>('../wasm/engine/engine_bg.wasm', { query: '?url', import: 'default' });

let compiling: Promise<WebAssembly.Module> | undefined;

/** Compiled once and handed to every Worker, so that a restart is quick and needs no network. */
function compiled(): Promise<WebAssembly.Module> {
	compiling ??= (async () => {
		const address = await Object.values(files)[0]?.();
		if (!address) throw new Error('this page was built without its engine module');
		const response = await fetch(address);
		if (!response.ok) throw new Error(`the engine could not be fetched (${response.status})`);
		return WebAssembly.compile(await response.arrayBuffer());
	})().catch((error) => {
		compiling = undefined;
		throw error;
	});
	return compiling;
}

export class Engine {
	/** The Worker that is there or on its way. */
	#worker: Promise<Worker> | undefined;
	#count = 0;
	/** Ends the search that runs. */
	#fail: ((error: Error) => void) | undefined;

	#start(): Promise<Worker> {
		const starting = compiled().then((module) => {
			const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
			worker.postMessage({ kind: 'load', module } satisfies ToWorker);
			return worker;
		});
		starting.catch(() => {
			if (this.#worker === starting) this.#worker = undefined;
		});
		return starting;
	}

	/** Fetches, compiles and starts ahead of the first move; from then on no network is needed. */
	warm(): void {
		this.#worker ??= this.#start();
	}

	/** Searches; rejects when the engine fails, with `StoppedError` when it was stopped. */
	async search(request: SearchRequest): Promise<SearchResult> {
		this.stop();
		const id = ++this.#count;
		this.#worker ??= this.#start();
		const worker = await this.#worker;
		if (id !== this.#count) throw new StoppedError();
		return new Promise((resolve, reject) => {
			this.#fail = reject;
			worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
				if (data.id !== id || data.kind === 'info') return;
				this.#fail = undefined;
				if (data.kind === 'result') resolve(data.result);
				else reject(new Error(data.message));
			};
			worker.onerror = (event) => {
				this.#drop();
				reject(new Error(event.message || 'the engine stopped working'));
			};
			worker.postMessage({ kind: 'search', id, request } satisfies ToWorker);
		});
	}

	#drop(): void {
		this.#worker?.then((worker) => worker.terminate()).catch(() => {});
		this.#worker = undefined;
		this.#fail = undefined;
	}

	/** Ends a search that runs, with its Worker; the next one starts from the compiled module. */
	stop(): void {
		this.#count += 1;
		const fail = this.#fail;
		if (!fail) return;
		this.#drop();
		fail(new StoppedError());
		this.warm();
	}

	/** Lets go of everything. */
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
