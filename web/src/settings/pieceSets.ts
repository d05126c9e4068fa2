/** Piece sets, as the drawing scripts list them. */
import manifest from '../../public/pieces/manifest.json';
import { VARIANT_IDS, type VariantId } from '../rules/variant';

export interface PieceSet {
	id: string;
	/** Directional pieces, with `flipped/` pictures for the other seat. */
	turned: boolean;
}

/** The variant's own set comes first. */
export const PIECE_SETS: Record<VariantId, readonly PieceSet[]> = manifest.games;

export function pieceSet(game: VariantId, id: unknown): PieceSet {
	const sets = PIECE_SETS[game];
	const found = sets.find((set) => set.id === id) ?? sets[0];
	if (!found) throw new Error(`no piece set for ${game}`);
	return found;
}

/** The chosen sets; missing or unknown ones fall back to the variant's own. */
export function readPieces(value: unknown): Record<VariantId, string> {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
	return Object.fromEntries(VARIANT_IDS.map((game) => [game, pieceSet(game, given[game]).id])) as Record<
		VariantId,
		string
	>;
}
