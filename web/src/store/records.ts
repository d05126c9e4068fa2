/** A game of this browser: against the computer, or two people at one screen. */
import type { Side, VariantId } from '../games/variant';
import type { Level } from '../levels/levels';
import type { ClockSettings, Furigoma, GameOutcome, PerSide, SideClock } from '../protocol';

export type Opponent = { kind: 'device' } | { kind: 'computer'; level: Level; you: Side };

export interface GameRecord {
	version: 1;
	id: string;
	game: VariantId;
	/** Position text, `handicap:<id>`, or empty for the ordinary start. */
	start: string;
	rules: Record<string, string>;
	opponent: Opponent;
	clock: ClockSettings;
	/** Hints, what is attacked, and taking back against the computer; by default, where there is no clock. */
	help?: boolean;
	/** The pawns that were tossed for the sides; absent in games without, and in older records. */
	furigoma?: Furigoma;
	moves: string[];
	/** Both clocks as they stood before each move that was played; takebacks return to them. */
	clocksBefore: PerSide<SideClock>[];
	/** Both clocks when the record was kept; full before that. */
	clocks?: PerSide<SideClock>;
	/** The first clock has been started; by default, with the first move. */
	started?: boolean;
	outcome: GameOutcome | null;
	createdAt: number;
	updatedAt: number;
}

/** How the ids of first games begin, which a coach watches (`lessons/FirstGame`). */
export const FIRST_GAME = 'first-';

/** The page that goes on with a record: a first game has its coach again. */
export function addressOf({ id, game }: Pick<GameRecord, 'id' | 'game'>): string {
	return id.startsWith(FIRST_GAME) ? `/learn/${game}/lessons/game` : `/play/${id}`;
}

export function hasHelp({ help, clock }: Pick<GameRecord, 'help' | 'clock'>): boolean {
	return help ?? clock.kind === 'none';
}

/** A short id for an address; needs no secure context. */
export function newRecordId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(9));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_');
}
