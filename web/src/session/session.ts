/** What the play page needs of any game, whoever plays it. Implemented by local and by friend games. */
import type { ClockSettings, Clocks } from '../clock/clock';
import type { Toss } from '../furigoma/furigoma';
import type { GameId, Side } from '../games/game';
import type { Premove } from '../premove/premove';
import type { Outcome } from '../rules/contract';
import type { Table } from './table.svelte';

export interface Player {
	name: string;
	/** Thinking (computer) or away (friend), said beside the name. */
	note: string;
	you: boolean;
}

/** What can be done besides moving. The page shows what is true here. */
export interface Possible {
	takeback: boolean;
	resign: boolean;
	rematch: boolean;
	impasse: boolean;
	declare: boolean;
	draw: boolean;
}

export type OfferKind = 'takeback' | 'draw' | 'impasse' | 'rematch';

/** An offer that waits: the other side's to be answered, or one's own. */
export interface OpenOffer {
	kind: OfferKind;
	mine: boolean;
}

export interface Banner {
	kind: 'info' | 'warning';
	text: string;
	action?: { text: string; run: () => void };
}

export interface Session {
	readonly game: GameId;
	/** The key under which the game is kept, here or on the server. */
	readonly id: string;
	readonly table: Table;
	/** The pawns that were tossed for the sides. */
	readonly toss: Toss | null;
	readonly handicap: boolean;
	readonly players: Record<Side, Player>;
	/** The side drawn at the bottom unless flipped. */
	readonly seat: Side;
	/** The sides this page may move now; both on one device. */
	readonly movers: readonly Side[];
	readonly clockSettings: ClockSettings;
	readonly clocks: Clocks | null;
	readonly running: Side | null;
	readonly outcome: Outcome | null;
	readonly possible: Possible;
	readonly offers: readonly OpenOffer[];
	readonly banners: readonly Banner[];
	/** One device: questions are put to both players. */
	readonly shared: boolean;
	/** Only looked at: nobody here plays it. */
	readonly viewing?: boolean;
	/** Neither side is played here. */
	readonly watching: boolean;
	/** The side that may say its next move while the other one thinks. */
	readonly premover: Side | null;
	/** The move that waits for its turn. */
	readonly premove: Premove | null;
	setPremove(move: string): void;
	cancelPremove(): void;
	play(move: string): void;
	takeback(): void;
	resign(): void;
	rematch(): void;
	impasse(): void;
	declare(): void;
	draw(): void;
	answer(kind: OfferKind, accept: boolean): void;
}
