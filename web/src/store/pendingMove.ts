/** A move of a game by link that the server has not acknowledged: a reload must not lose what the board has shown. */
import { readJson, removeKey, writeJson } from './storage';

export interface PendingMove {
	/** Of the command: what arrives twice under one id is carried out once. */
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
