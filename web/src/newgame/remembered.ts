/** The last choices on the new-game page, so that the next game is one press away. */
import { CLOCK_KINDS, type ClockForm, clockSettings, defaultClock } from '../clock/form';
import type { Side, VariantId } from '../games/variant';
import { EASY, type Level, readLevel } from '../levels/levels';
import { readJson, writeJson } from '../store/storage';
import { type Rules, readRules } from './ruleValues';

export const OPPONENTS = ['computer', 'device', 'friend'] as const;
export type OpponentKind = (typeof OPPONENTS)[number];

export const SIDES = ['first', 'second', 'random'] as const satisfies readonly (Side | 'random')[];
export type SideChoice = (typeof SIDES)[number];

export interface GameChoice {
	opponent: OpponentKind;
	level: Level;
	side: SideChoice;
	clock: ClockForm;
	/** A handicap of the game by its id, or nothing. */
	handicap: string;
	/** The rules that differ from the game's own. */
	rules: Rules;
	/** Help in spite of a clock. */
	help: boolean;
	/** A game with people that anyone may join. */
	open: boolean;
	/** A game with people that changes their ratings. */
	rated: boolean;
}

/** Both sides have the same chances in a rated game, and a time to keep to. */
export function mayBeRated(
	{ opponent, clock, handicap }: Pick<GameChoice, 'opponent' | 'clock' | 'handicap'>,
	position: string,
): boolean {
	return opponent === 'friend' && clock.kind !== 'none' && handicap === '' && position === '';
}

/** Without a clock the computer's games give help anyway; with one it is a choice. */
export function asksForHelp({ opponent, clock }: Pick<GameChoice, 'opponent' | 'clock'>): boolean {
	return opponent === 'computer' && clock.kind !== 'none';
}

/** What the form shows: a clock for each kind of opponent. */
export interface Remembered extends Omit<GameChoice, 'clock'> {
	clocks: Record<OpponentKind, ClockForm>;
}

const key = (game: VariantId) => `komadai.new.${game}`;

/** People who meet by link play with a clock, others without one unless they choose one. */
function usualClock(game: VariantId, opponent: OpponentKind): ClockForm {
	return opponent === 'friend' ? defaultClock(game) : { ...defaultClock(game), kind: 'none' };
}

/** What suits somebody who has never played: one moves first, against an easy level, in one's own time. */
export function beginnersChoice(game: VariantId): GameChoice {
	return {
		opponent: 'computer',
		level: EASY,
		side: 'first',
		clock: usualClock(game, 'computer'),
		handicap: '',
		rules: {},
		help: false,
		open: false,
		rated: false,
	};
}

function readClock(value: unknown, usual: ClockForm): ClockForm {
	const clock = { ...usual, ...(typeof value === 'object' ? value : {}) };
	try {
		return CLOCK_KINDS.includes(clock.kind) && clockSettings(clock) !== null ? clock : usual;
	} catch {
		// Something else than a clock was stored.
		return usual;
	}
}

/** Choices of earlier pages hold one `clock` for every opponent: the computer's games have one only if it is chosen anew. */
export function parseRemembered(game: VariantId, value: unknown): Remembered {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<
		Remembered & GameChoice
	>;
	const clockOf = (opponent: OpponentKind, earlier?: ClockForm) =>
		readClock(given.clocks?.[opponent] ?? earlier, usualClock(game, opponent));
	return {
		opponent: OPPONENTS.find((one) => one === given.opponent) ?? 'computer',
		level: readLevel(game, given.level),
		side: SIDES.find((one) => one === given.side) ?? 'first',
		clocks: {
			computer: clockOf('computer'),
			device: clockOf('device', given.clock),
			friend: clockOf('friend', given.clock),
		},
		handicap: typeof given.handicap === 'string' ? given.handicap : '',
		rules: readRules(given.rules),
		help: given.help === true,
		open: given.open === true,
		rated: given.rated === true,
	};
}

export function choiceOf({ clocks, ...rest }: Remembered): GameChoice {
	return { ...rest, clock: clocks[rest.opponent] };
}

export function loadRemembered(game: VariantId): Remembered {
	return parseRemembered(game, readJson(key(game)));
}

/** What was chosen for the last game, if one was chosen and it is another than a beginner's. */
export function lastChoice(game: VariantId): GameChoice | null {
	const stored = readJson(key(game));
	if (stored === undefined) return null;
	const choice = choiceOf(parseRemembered(game, stored));
	const same = JSON.stringify(ordered(choice)) === JSON.stringify(ordered(beginnersChoice(game)));
	return same ? null : choice;
}

/** What tells one choice from another: numbers of a clock that is not used do not. */
function ordered(choice: GameChoice): unknown {
	const { opponent, level, side, clock, handicap, rules, help, open, rated } = choice;
	const settings = [opponent, level, side, clockSettings(clock), handicap, rules];
	return [
		...settings,
		asksForHelp(choice) && help,
		opponent === 'friend' && open,
		opponent === 'friend' && rated,
	];
}

/** The choices that count with one kind of opponent only. */
const ONLY: Partial<Record<OpponentKind, readonly ('level' | 'help' | 'open' | 'rated')[]>> = {
	computer: ['level', 'help'],
	friend: ['open', 'rated'],
};

/**
 * Remembers what a game was started with. What does not count with its opponent is written only where the form has
 * changed it since `before` was loaded: another tab may have started a game with that meanwhile.
 */
export function remember(game: VariantId, choice: Remembered, before?: Remembered): void {
	const stored = loadRemembered(game);
	const merged: Remembered = { ...choice, clocks: { ...choice.clocks } };
	const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
	for (const other of OPPONENTS.filter((one) => before && one !== choice.opponent)) {
		if (same(choice.clocks[other], before?.clocks[other])) merged.clocks[other] = stored.clocks[other];
		for (const name of ONLY[other] ?? [])
			if (choice[name] === before?.[name]) Object.assign(merged, { [name]: stored[name] });
	}
	writeJson(key(game), merged);
}
