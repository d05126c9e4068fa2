/** Messages between page and engine Worker. */

import type { SquareName } from '../rules/module';
import type { Side, VariantId } from '../rules/variant';
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

export interface HangingRequest {
	game: VariantId;
	position: string;
	side: Side;
}

export type ToWorker =
	| { kind: 'load'; module: WebAssembly.Module }
	| { kind: 'net'; bytes: Uint8Array<ArrayBuffer> }
	| { kind: 'search'; id: number; request: SearchRequest }
	| { kind: 'hanging'; id: number; request: HangingRequest }
	| { kind: 'mate'; id: number; request: MateRequest }
	| { kind: 'defend'; id: number; request: DefendRequest };

export type FromWorker =
	| { kind: 'info'; id: number; info: SearchInfo }
	| { kind: 'result'; id: number; result: SearchResult }
	| { kind: 'squares'; id: number; squares: SquareName[] }
	| { kind: 'progress'; id: number; info: MateInfo }
	| { kind: 'mated'; id: number; answer: MateAnswer }
	| { kind: 'defended'; id: number; answer: DefendAnswer }
	| { kind: 'failed'; id: number; message: string };
