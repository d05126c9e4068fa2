/**
 * Settings, kept in local storage. A change is made to what is stored at that moment; other tabs follow
 * (`store/shared.svelte.ts`).
 *
 * - Boards, stands and themes are attributes of the document, which `looks/boards.css` turns into colours.
 * - The address of a piece's picture consists of set, variant, side and letter (`looks/pictures.ts`). The drawing
 *   scripts in `web/art` write the list of sets. Only the chosen set is fetched.
 * - Squares are named by `games/naming.ts`, moves are written in the style of `games/moveStyle.ts`, a setting for each
 *   family of variants. Guides keep to the usual style of their language.
 */
import { untrack } from 'svelte';
import { isLocale, type Locale } from '../paraglide/runtime';
import { MAX_NAME_CHARS } from '../protocol';
import { COORDINATES, type Coordinates } from '../rules/geometry';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { SharedValue } from '../store/shared.svelte';
import { readPieces } from './pieceSets';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const BOARDS = ['wood', 'plain', 'dark'] as const;
export const DEFAULT_BOARD: (typeof BOARDS)[number] = 'wood';
export type BoardLook = (typeof BOARDS)[number];

export const STANDS = ['framed', 'slim'] as const;
export type StandLook = (typeof STANDS)[number];

/** Notations by family of variants; `usual` depends on the page's language. */
export const NOTATIONS = {
	shogi: ['usual', 'japanese', 'japanese-digits', 'kif', 'western', 'western-letters', 'hosking', 'kawasaki', 'usi'],
	torishogi: ['usual', 'japanese', 'japanese-digits', 'kif', 'western', 'kawasaki', 'usi'],
	shogun: ['usual', 'usi'],
} as const;
export type NotationFamily = keyof typeof NOTATIONS;
export type Notation = (typeof NOTATIONS)[NotationFamily][number];

export const VOICES = ['kaya', 'dark'] as const;
export type Voice = (typeof VOICES)[number];

export const CONFIRM_MOVES = ['never', 'drops', 'all'] as const;
export type ConfirmMoves = (typeof CONFIRM_MOVES)[number];

const STORAGE_KEY = 'komadai.settings';

export interface Settings {
	locale: Locale | null;
	theme: Theme;
	/** Display name in online games; empty for an anonymous guest. */
	name: string;
	pieces: Record<VariantId, string>;
	piecesAsked: readonly VariantId[];
	board: BoardLook;
	stand: StandLook;
	coordinates: Coordinates;
	/** Number the files of Tori Shogi from the upper left. */
	toriFromLeft: boolean;
	notation: Record<NotationFamily, Notation>;
	muted: boolean;
	/** Percent. */
	volume: number;
	voice: Voice;
	knocks: boolean;
	/** Ticks in the last ten seconds. */
	ticks: boolean;
	/** Spoken countdown of the last seconds. */
	counting: boolean;
	vibration: boolean;
	/** Show the moves of a piece that is held, hovered or focused. */
	helper: boolean;
	/** Enable single-letter shortcuts in a game. */
	shortcuts: boolean;
	instant: boolean;
	/** Turn the board to the side to move when two players share a device. */
	turnBoard: boolean;
	confirmMoves: ConfirmMoves;
	confirmAsked: boolean;
}

function oneOf<T extends string>(choices: readonly T[], value: unknown, otherwise: T): T {
	return choices.find((choice) => choice === value) ?? otherwise;
}

/** Older versions stored a boolean. */
function readCoordinates(value: unknown): Coordinates {
	return value === false ? 'none' : oneOf(COORDINATES, value, 'usual');
}

/** Older versions stored one boolean for all variants. */
function readAsked(value: unknown): readonly VariantId[] {
	if (value === true) return VARIANT_IDS;
	return Array.isArray(value) ? VARIANT_IDS.filter((game) => value.includes(game)) : [];
}

function readNotation(value: unknown): Record<NotationFamily, Notation> {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
	return {
		shogi: oneOf<Notation>(NOTATIONS.shogi, given.shogi, 'usual'),
		torishogi: oneOf<Notation>(NOTATIONS.torishogi, given.torishogi, 'usual'),
		shogun: oneOf<Notation>(NOTATIONS.shogun, given.shogun, 'usual'),
	};
}

function readVolume(value: unknown): number {
	return typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : 70;
}

/** Lenient parser: missing or unknown values become defaults. */
export function parseSettings(value: unknown): Settings {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
	return {
		locale: isLocale(given.locale) ? given.locale : null,
		theme: oneOf(THEMES, given.theme, 'system'),
		name: typeof given.name === 'string' ? given.name.trim().slice(0, MAX_NAME_CHARS) : '',
		pieces: readPieces(given.pieces),
		piecesAsked: readAsked(given.piecesAsked),
		board: oneOf(BOARDS, given.board, DEFAULT_BOARD),
		stand: oneOf(STANDS, given.stand, 'framed'),
		coordinates: readCoordinates(given.coordinates),
		toriFromLeft: given.toriFromLeft === true,
		notation: readNotation(given.notation),
		muted: given.muted === true,
		volume: readVolume(given.volume),
		voice: oneOf(VOICES, given.voice, 'kaya'),
		knocks: given.knocks !== false,
		ticks: given.ticks !== false,
		counting: given.counting === true,
		vibration: given.vibration !== false,
		helper: given.helper !== false,
		shortcuts: given.shortcuts !== false,
		instant: given.instant === true,
		turnBoard: given.turnBoard === true,
		confirmMoves: oneOf(CONFIRM_MOVES, given.confirmMoves, 'never'),
		confirmAsked: given.confirmAsked === true,
	};
}

export type SettingsChange = Partial<Omit<Settings, 'pieces' | 'notation'>> & {
	pieces?: Partial<Settings['pieces']>;
	notation?: Partial<Settings['notation']>;
};

type Stored = Record<string, unknown>;

function asObject(value: unknown): Stored {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {};
}

/** Settings of a newer version are kept as stored. */
const stored = new SharedValue<Stored>(STORAGE_KEY, asObject, apply);

export const settings: Settings = $state(parseSettings(stored.value));

function apply(value: Stored): void {
	const { pieces, notation, piecesAsked, ...rest } = parseSettings(value);
	// An effect that changes one setting must not depend on the others.
	untrack(() => {
		Object.assign(settings, rest);
		if (String(piecesAsked) !== String(settings.piecesAsked)) settings.piecesAsked = piecesAsked;
		Object.assign(settings.pieces, pieces);
		Object.assign(settings.notation, notation);
	});
}

export function changeSettings({ pieces, notation, piecesAsked, ...rest }: SettingsChange): void {
	stored.change((before) => ({
		...before,
		...rest,
		...(pieces ? { pieces: { ...asObject(before.pieces), ...pieces } } : {}),
		...(notation ? { notation: { ...asObject(before.notation), ...notation } } : {}),
		...(piecesAsked ? { piecesAsked: [...new Set([...readAsked(before.piecesAsked), ...piecesAsked])] } : {}),
	}));
	apply(stored.value);
}
