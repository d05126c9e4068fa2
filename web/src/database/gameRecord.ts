import type { Level } from '../levels/levels';
import type { ClockSettings, Furigoma, GameOutcome, PerSide, SideClock } from '../protocol';
import type { Side, VariantId } from '../rules/variant';

export type Opponent = { kind: 'device' } | { kind: 'computer'; level: Level; you: Side };

export interface GameRecord {
	version: 1;
	id: string;
	game: VariantId;
	/** Position text, `handicap:<id>`, or empty for the standard start. */
	start: string;
	rules: Record<string, string>;
	opponent: Opponent;
	clock: ClockSettings;
	/** Hints, attack display and takebacks against the computer; on by default without a clock. */
	help?: boolean;
	/** Absent in older records. */
	furigoma?: Furigoma;
	moves: string[];
	/** Both clocks before each move, restored by takebacks. */
	clocksBefore: PerSide<SideClock>[];
	/** Both clocks at the last save; full when absent. */
	clocks?: PerSide<SideClock>;
	/** The first clock has started; by default with the first move. */
	started?: boolean;
	outcome: GameOutcome | null;
	createdAt: number;
	updatedAt: number;
}

/** Id prefix of a first game, which has a coach (`lessons/FirstGame`). */
export const FIRST_GAME = 'first-';

export function addressOf({ id, game }: Pick<GameRecord, 'id' | 'game'>): string {
	return id.startsWith(FIRST_GAME) ? `/learn/${game}/lessons/game` : `/play/${id}`;
}

export function hasHelp({ help, clock }: Pick<GameRecord, 'help' | 'clock'>): boolean {
	return help ?? clock.kind === 'none';
}

/** Random URL-safe id. `getRandomValues` works without a secure context, unlike `randomUUID`. */
export function newRecordId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(9));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_');
}
