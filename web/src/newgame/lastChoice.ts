/** Last choices on the new-game page, per variant, in localStorage. */
import { CLOCK_KINDS, type ClockForm, clockSettings, defaultClock } from '../clock/form';
import { type Rules, readRules } from '../games/ruleValues';
import { EASY, type Level, readLevel } from '../levels/levels';
import type { Side, VariantId } from '../rules/variant';
import { readJson, writeJson } from '../store/storage';

export const OPPONENTS = ['computer', 'device', 'friend'] as const;
export type OpponentKind = (typeof OPPONENTS)[number];

export const SIDES = ['first', 'second', 'random'] as const satisfies readonly (Side | 'random')[];
export type SideChoice = (typeof SIDES)[number];

export interface GameChoice {
	opponent: OpponentKind;
	level: Level;
	side: SideChoice;
	clock: ClockForm;
	/** Id of the handicap; empty without one. */
	handicap: string;
	rules: Rules;
	/** Help in spite of a clock. */
	help: boolean;
	open: boolean;
	rated: boolean;
}

/** A rated game needs equal chances and a clock. */
export function mayBeRated(
	{ opponent, clock, handicap }: Pick<GameChoice, 'opponent' | 'clock' | 'handicap'>,
	position: string,
): boolean {
	return opponent === 'friend' && clock.kind !== 'none' && handicap === '' && position === '';
}

/** Without a clock help is always on against the computer; with one it is a choice. */
export function asksForHelp({ opponent, clock }: Pick<GameChoice, 'opponent' | 'clock'>): boolean {
	return opponent === 'computer' && clock.kind !== 'none';
}

export interface Remembered extends Omit<GameChoice, 'clock'> {
	clocks: Record<OpponentKind, ClockForm>;
}

const key = (game: VariantId) => `komadai.new.${game}`;

/** Games by link have a clock by default, others have none. */
function usualClock(game: VariantId, opponent: OpponentKind): ClockForm {
	return opponent === 'friend' ? defaultClock(game) : { ...defaultClock(game), kind: 'none' };
}

/** Defaults for a first game: the player moves first, against an easy level, without a clock. */
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
		return usual;
	}
}

/** Earlier versions stored one `clock` for every opponent; games against the computer ignore it. */
export function parseRemembered(game: VariantId, value: unknown): Remembered {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<Remembered & GameChoice>;
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

/** Choice of the last game; null if there was none or it equals a beginner's. */
export function lastChoice(game: VariantId): GameChoice | null {
	const stored = readJson(key(game));
	if (stored === undefined) return null;
	const choice = choiceOf(parseRemembered(game, stored));
	const same = JSON.stringify(ordered(choice)) === JSON.stringify(ordered(beginnersChoice(game)));
	return same ? null : choice;
}

/** Comparable form of a choice, without the numbers of an unused clock. */
function ordered(choice: GameChoice): unknown {
	const { opponent, level, side, clock, handicap, rules, help, open, rated } = choice;
	const settings = [opponent, level, side, clockSettings(clock), handicap, rules];
	return [...settings, asksForHelp(choice) && help, opponent === 'friend' && open, opponent === 'friend' && rated];
}

const ONLY: Partial<Record<OpponentKind, readonly ('level' | 'help' | 'open' | 'rated')[]>> = {
	computer: ['level', 'help'],
	friend: ['open', 'rated'],
};

/**
 * Stores the choice of a started game. Settings that its opponent does not use are written only if the form
 * changed them since `before` was loaded, because another tab may have stored them meanwhile.
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
