/** Piece sets and piece kinds, from the data of the drawing scripts. */
import { readFileSync } from 'node:fs';
import type { VariantId } from './scripts.ts';

function read<T>(path: string): T {
	return JSON.parse(readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8')) as T;
}

export interface PieceSet {
	id: string;
	/** Has pictures for the flipped board. */
	turned: boolean;
}

const { games } = read<{ games: Record<VariantId, PieceSet[]> }>('public/pieces/manifest.json');
const movement = read<Record<VariantId, Record<string, unknown>>>('art/movement.json');

/** The variant's default set first. */
export function pieceSets(game: VariantId): PieceSet[] {
	return games[game];
}

/** `P`, promoted `pP`. */
export function pieceLetters(game: VariantId): string[] {
	return Object.keys(movement[game]);
}
