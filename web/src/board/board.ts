/** The part of a game that board, grid and typed moves need; `session/session.ts` adds players, clocks and offers. */
import type { GameOutcome, Premove } from '../protocol';
import type { Side, VariantId } from '../rules/variant';
import type { GameHistory } from './gameHistory.svelte';

export interface Board {
	readonly game: VariantId;
	readonly history: GameHistory;
	/** Sides that this page may move now; both on one device. */
	readonly movers: readonly Side[];
	/** Online game: a takeback needs consent. */
	readonly online?: boolean;
	readonly outcome: GameOutcome | null;
	/** View only: no player at this page. */
	readonly readOnly?: boolean;
	readonly isWatcher: boolean;
	readonly premover: Side | null;
	readonly premove: Premove | null;
	setPremove(move: string): void;
	cancelPremove(): void;
	play(move: string): void;
}
