/** What page and engine Worker send each other. Requests and results are the engine module's own types. */
import type { GameId, Side } from '../games/game';
import type { Key } from '../rules/module';
import type { SearchInfo, SearchRequest, SearchResult } from '../wasm/engine/engine';

/** Whose pieces could be lost in a position. */
export interface HangingRequest {
	game: GameId;
	position: string;
	side: Side;
}

export type ToWorker =
	| { kind: 'load'; module: WebAssembly.Module }
	| { kind: 'search'; id: number; request: SearchRequest }
	| { kind: 'hanging'; id: number; request: HangingRequest };

export type FromWorker =
	| { kind: 'info'; id: number; info: SearchInfo }
	| { kind: 'result'; id: number; result: SearchResult }
	| { kind: 'squares'; id: number; squares: Key[] }
	| { kind: 'failed'; id: number; message: string };
