/** What the play page needs of any game, whoever plays it. Implemented by local and by friend games. */
import type { Toss } from '../furigoma/furigoma';
import type { Side, VariantId } from '../games/variant';
import type { ClockSettings, GameOutcome, OfferKind, PerSide, Premove, SideClock } from '../protocol';
import type { Key, Possible as RulesPossible } from '../rules/module';
import type { GameHistory } from './gameHistory.svelte';

export interface Player {
	name: string;
	/** How strong it is, said under the name. */
	about?: string;
	/** The name under which a shared game knows this player: `computer.<level>`, or a person's. */
	known?: string;
	/** Thinking (computer) or away (friend), said beside the name. */
	note: string;
	/** How long there is for a first move, shown in its place and not announced. */
	due?: string;
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
	/** Of a banner whose text changes while it stands. */
	id?: string;
	/** What is announced of it, where that is not the text. */
	said?: string;
	/** About the connection: said once when it is lost, and when it is back. */
	connection?: boolean;
	actions?: readonly { text: string; run: () => void; disabled?: boolean }[];
}

/** Help for who is to move here. */
export interface Teacher {
	/** A good move; null when there is none. */
	hint(): Promise<string | null>;
	/** The squares of one's own pieces that could be lost. */
	hanging(): Promise<readonly Key[]>;
}

export interface Session {
	readonly game: VariantId;
	/** The key under which the game is kept, here or on the server. */
	readonly id: string;
	readonly history: GameHistory;
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
	/** When it began, milliseconds since 1970; where that is known. */
	readonly startedAt?: number | undefined;
	readonly clockSettings: ClockSettings;
	readonly clocks: PerSide<SideClock> | null;
	/** A game between people on a server: what is played there is taken back by consent, if at all. */
	readonly online?: boolean;
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
	/** Where help is given. */
	readonly teacher?: Teacher | null;
	setPremove(move: string): void;
	cancelPremove(): void;
	play(move: string): void;
	takeback(): void;
	resign(): void;
	abort?(): void;
	rematch(): void;
	impasse(): void;
	declare(): void;
	draw(): void;
	answer(kind: OfferKind, accept: boolean): void;
}
