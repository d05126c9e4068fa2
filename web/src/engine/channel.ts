/** What page and engine Worker send each other. Requests and results are the engine module's own types. */
import type { SearchInfo, SearchRequest, SearchResult } from '../wasm/engine/engine';

export type ToWorker =
	| { kind: 'load'; module: WebAssembly.Module }
	| { kind: 'search'; id: number; request: SearchRequest };

export type FromWorker =
	| { kind: 'info'; id: number; info: SearchInfo }
	| { kind: 'result'; id: number; result: SearchResult }
	| { kind: 'failed'; id: number; message: string };
