/** Block-wise reader for files of records. */
import type { VariantId } from '../rules/variant';
import type { ReadRecord } from './record';

export type RecordsModule = typeof import('../wasm/records/records');

const BLOCK = 1 << 16;

/**
 * Calls `onGames` with the games found and the bytes read so far. Rejects when the signal is aborted; yields
 * to the task queue between blocks.
 */
export async function readAll(
	module: RecordsModule,
	source: Blob,
	game: VariantId | undefined,
	signal: AbortSignal,
	onGames: (games: ReadRecord[], done: number) => void,
): Promise<void> {
	const reader = new module.RecordReader(game);
	try {
		let games: ReadRecord[] = [];
		for (let at = 0; at < source.size; at += BLOCK) {
			// Yield, or an abort message would wait until the last block.
			if (at > 0) await new Promise((next) => setTimeout(next));
			signal.throwIfAborted();
			const block = await source.slice(at, at + BLOCK).arrayBuffer();
			games.push(...reader.read(new Uint8Array(block)));
			const done = at + block.byteLength;
			if (done < source.size) {
				onGames(games, done);
				games = [];
			}
		}
		onGames([...games, ...reader.finish()], source.size);
	} finally {
		reader.free();
	}
}
