/** Interface between the play page and a game, implemented by local and online games. */

import type { Board } from '../board/board';
import type { Toss } from '../furigoma/furigoma';
import type { ClockSettings, OfferKind, PerSide, SideClock } from '../protocol';
import type { Possible as RulesPossible, SquareName } from '../rules/module';
import type { Side } from '../rules/variant';

export interface Player {
	name: string;
	/** Strength, shown under the name. */
	about?: string;
	/** Stored in shared games: `computer.<level>`, or a person's name. */
	known?: string;
	/** Status beside the name: thinking (computer) or away (opponent). */
	note: string;
	/** Time left for the first move; shown in place of the clock and not announced. */
	due?: string;
	you: boolean;
}

/** Actions besides moves. The page shows a button for each that is `true`. */
export type Possible = Omit<RulesPossible, 'play' | 'premove'>;

export type { OfferKind };

export interface OpenOffer {
	kind: OfferKind;
	mine: boolean;
}

export interface Banner {
	kind: 'info' | 'warning';
	text: string;
	/** Stable id of a banner whose text changes. */
	id?: string;
	/** Text for the screen reader when it differs from `text`. */
	said?: string;
	/** Banner about the connection: announced when it is lost and when it is back. */
	connection?: boolean;
	actions?: readonly { text: string; run: () => void; disabled?: boolean }[];
}

export interface Teacher {
	hint(): Promise<string | null>;
	/** Squares of the player's own hanging pieces. */
	hanging(): Promise<readonly SquareName[]>;
}

export interface Session extends Board {
	/** Key in the local database or on the server. */
	readonly id: string;
	readonly toss: Toss | null;
	tossSeen(): void;
	readonly handicap: boolean;
	readonly players: Record<Side, Player>;
	readonly bottomSide: Side;
	/** Milliseconds since 1970. */
	readonly startedAt?: number | undefined;
	readonly clockSettings: ClockSettings;
	readonly clocks: PerSide<SideClock> | null;
	readonly running: Side | null;
	readonly possible: Possible;
	readonly offers: readonly OpenOffer[];
	readonly banners: readonly Banner[];
	/** Both players share this device: dialogs address both. */
	readonly oneDevice: boolean;
	readonly teacher?: Teacher | null;
	takeback(): void;
	resign(): void;
	abort?(): void;
	rematch(): void;
	impasse(): void;
	declare(): void;
	draw(): void;
	answer(kind: OfferKind, accept: boolean): void;
}
