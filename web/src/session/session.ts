/** What the play page needs of any game, whoever plays it. Implemented by local and by friend games. */
import type { Toss } from '../furigoma/furigoma';
import type { GameId, Side } from '../games/game';
import type { ClockSettings, GameOutcome, OfferKind, PerSide, Premove, SideClock } from '../protocol';
import type { Possible as RulesPossible } from '../rules/module';
import type { GameHistory } from './gameHistory.svelte';

export interface Player {
	name: string;
	/** Thinking (computer) or away (friend), said beside the name. */
	note: string;
	you: boolean;
}

/** What can be done besides moving. The page shows what is true here. */
export type Possible = Omit<RulesPossible, 'play' | 'premove'>;

export type { OfferKind };

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
	readonly table: GameHistory;
	/** The pawns that were tossed for the sides. */
	readonly toss: Toss | null;
	/** The toss is no longer shown. */
	tossSeen(): void;
	readonly handicap: boolean;
	readonly players: Record<Side, Player>;
	/** The side drawn at the bottom unless flipped. */
	readonly bottomSide: Side;
	/** The sides this page may move now; both on one device. */
	readonly movers: readonly Side[];
	readonly clockSettings: ClockSettings;
	readonly clocks: PerSide<SideClock> | null;
	readonly running: Side | null;
	readonly outcome: GameOutcome | null;
	readonly possible: Possible;
	readonly offers: readonly OpenOffer[];
	readonly banners: readonly Banner[];
	/** One device: questions are put to both players. */
	readonly oneDevice: boolean;
	/** Only looked at: nobody here plays it. */
	readonly readOnly?: boolean;
	/** Neither side is played here. */
	readonly isWatcher: boolean;
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
