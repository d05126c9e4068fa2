/** Made by `vite/puzzles.ts` from `crates/lab/puzzles/`. */
declare module 'virtual:puzzles' {
	type Text = () => Promise<{ default: string }>;
	/** The puzzles of a game, a line each (`puzzle.ts`). */
	export const games: Record<import('../games/variant').VariantId, Text>;
	/** The puzzles of the days, by bucket (`dayLines.ts`). */
	export const days: readonly Text[];
}
