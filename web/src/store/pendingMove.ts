/** Unacknowledged move of an online game, stored so that it survives a reload. */
import { readJson, removeKey, writeJson } from './storage';

export interface PendingMove {
	/** Command id, which makes resending idempotent. */
	id: string;
	ply: number;
	move: string;
}

const key = (game: string) => `komadai.pending.${game}`;

export function keptMove(game: string): PendingMove | undefined {
	const kept = readJson(key(game)) as Partial<PendingMove> | null | undefined;
	const whole = typeof kept?.id === 'string' && typeof kept.ply === 'number' && typeof kept.move === 'string';
	return whole ? (kept as PendingMove) : undefined;
}

export function keepMove(game: string, move: PendingMove): void {
	writeJson(key(game), move);
}

export function forgetMove(game: string): void {
	removeKey(key(game));
}
