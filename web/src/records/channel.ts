/** Messages between the page and the records Worker. */
import type { VariantId } from '../rules/variant';
import type { ReadRecord, RecordEncoding, RecordedGame, RecordFormat } from './record';

export type ToWorker =
	| { kind: 'read'; id: number; source: Blob; game: VariantId | undefined }
	| { kind: 'abort'; id: number }
	| { kind: 'write'; id: number; games: RecordedGame[]; format: RecordFormat; encoding: RecordEncoding };

export type FromWorker =
	| { kind: 'ready' }
	| { kind: 'broken'; message: string }
	| { kind: 'games'; id: number; games: ReadRecord[]; done: number; total: number }
	| { kind: 'end'; id: number }
	| { kind: 'written'; id: number; bytes: Uint8Array<ArrayBuffer>; missing: string }
	| { kind: 'failed'; id: number; message: string };
