/** The games that are played, found by `tools/scripted-games` and committed as data. */
import { readFileSync } from 'node:fs';

export const VARIANT_IDS = ['shogi', 'minishogi', 'torishogi', 'shogun'] as const;
export type VariantId = (typeof VARIANT_IDS)[number];
export type Side = 'first' | 'second';

/** Squares are named as in USI (`7g`) in all four games. */
export interface Step {
	/** Canonical spelling: USI, Shogun Chess UCI. */
	move: string;
	from?: string;
	/** The letter of the dropped piece. */
	drop?: string;
	to: string;
	promotion: 'none' | 'optional' | 'forced';
	promote: boolean;
	capture: boolean;
	/** Why the move could not promote, where the page explains it. */
	note?: string;
	/** As in the move list. */
	text: string;
	/** The position after the move. */
	position: string;
}

/** A move that must be refused after `ply` moves. */
export interface Attempt {
	ply: number;
	from?: string;
	drop?: string;
	to: string;
	code: string;
}

export interface Script {
	game: VariantId;
	start: string;
	outcome: { winner: Side | null; reason: string; ply: number };
	refusals: Attempt[];
	moves: Step[];
}

export const SIZES: Record<VariantId, { files: number; ranks: number }> = {
	shogi: { files: 9, ranks: 9 },
	minishogi: { files: 5, ranks: 5 },
	torishogi: { files: 7, ranks: 7 },
	shogun: { files: 8, ranks: 8 },
};

export function script(game: VariantId): Script {
	return JSON.parse(readFileSync(new URL(`../games/${game}.json`, import.meta.url), 'utf8')) as Script;
}

export function sideAt(ply: number): Side {
	return ply % 2 === 0 ? 'first' : 'second';
}
