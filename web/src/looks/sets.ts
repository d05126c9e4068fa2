/** The piece sets there are, as the drawing scripts list them. */
import manifest from '../../public/pieces/manifest.json';
import { VARIANT_IDS, type VariantId } from '../games/variant';

export interface PieceSet {
	id: string;
	/** Its pieces point: there are `flipped/` pictures for the other seat. */
	turned: boolean;
}

/** For each game, its own set first. */
export const PIECE_SETS: Record<VariantId, readonly PieceSet[]> = manifest.games;

/** The set of that name, or the game's own. */
export function pieceSet(game: VariantId, id: unknown): PieceSet {
	const sets = PIECE_SETS[game];
	const found = sets.find((set) => set.id === id) ?? sets[0];
	if (!found) throw new Error(`no piece set for ${game}`);
	return found;
}

/** The chosen set of every game; what is missing or unknown falls back to the game's own. */
export function readPieces(value: unknown): Record<VariantId, string> {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
	return Object.fromEntries(VARIANT_IDS.map((game) => [game, pieceSet(game, given[game]).id])) as Record<
		VariantId,
		string
	>;
}
