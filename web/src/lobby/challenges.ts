import { clockText } from '../clock/clockText';
import { isTossedFor } from '../furigoma/furigoma';
import { rulesText } from '../games/rules';
import type { Rules } from '../games/ruleValues';
import { ownSideText, randomText } from '../games/sideText';
import { startText } from '../games/specialText';
import { labelled } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { Challenge } from '../protocol';
import { VIEW_PATH, writeLink } from '../records/link';
import { other, type Side, type VariantId } from '../rules/variant';

/** Limit of position pictures, each of which loads an image per piece. */
const MAX_PICTURES = 12;

export function ofGameFirst(game: VariantId | null, challenges: readonly Challenge[]): Challenge[] {
	const isOfGame = (one: Challenge) => one.game === game;
	return [...challenges.filter(isOfGame), ...challenges.filter((one) => !isOfGame(one))];
}

/** The reader's side; null if drawn by lot. `terms.side` is that of the joining player. */
export function ownSide({ terms }: Challenge, isOwn: boolean): Side | null {
	if (terms.side === 'random') return null;
	return isOwn ? other(terms.side) : terms.side;
}

/** Address of the starting position; null for the default one. */
export function positionAddress(challenge: Challenge, isOwn: boolean): string | null {
	const { game, terms } = challenge;
	if (terms.position === null) return null;
	const bottom = ownSide(challenge, isOwn) ?? 'first';
	const position = {
		game,
		start: terms.position,
		rules: {},
		moves: [],
		end: null,
		at: null,
		bottom,
		names: {},
	};
	return `${VIEW_PATH}#${writeLink(position)}`;
}

export function pictured(challenges: readonly Challenge[]): ReadonlySet<string> {
	const special = challenges.filter(({ terms }) => terms.position !== null);
	return new Set(special.slice(0, MAX_PICTURES).map(({ id }) => id));
}

/** Terms in words: clock, the reader's side, deviations from the defaults. */
export function termsText(challenge: Challenge, isOwn: boolean): string {
	const { game, terms } = challenge;
	const { handicap, position, rules, clock, rated } = terms;
	const side = ownSide(challenge, isOwn);
	const odds = handicap !== null;
	return [
		...(rated ? [m.rated_game()] : []),
		clockText(clock),
		labelled(m.new_side(), side === null ? randomText(isTossedFor(game, odds)) : ownSideText(game, side, odds)),
		...startText(handicap, position !== null),
		...rulesText(game, rules as Rules),
	].join(' · ');
}
