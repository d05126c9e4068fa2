/** Challenges as the page lists them. */
import { clockText } from '../friend/clockText';
import { isTossedFor } from '../furigoma/furigoma';
import { type GameId, other } from '../games/game';
import { handicapName } from '../games/handicapNames';
import { type Rules, rulesText } from '../newgame/rules';
import { ownSideText, randomText } from '../newgame/sideText';
import { m } from '../paraglide/messages';
import type { Challenge } from '../protocol';

/** Those of one game first, each part as it came. */
export function ofGameFirst(game: GameId, challenges: readonly Challenge[]): Challenge[] {
	const isOfGame = (one: Challenge) => one.game === game;
	return [...challenges.filter(isOfGame), ...challenges.filter((one) => !isOfGame(one))];
}

/** What one accepts or has offered, in a few words: the time, one's side, and what is not as usual. */
export function termsText({ game, terms }: Challenge, isOwn: boolean): string {
	const { handicap, position, rules, clock } = terms;
	// The terms have the side of who joins.
	const side = isOwn && terms.side !== 'random' ? other(terms.side) : terms.side;
	const odds = handicap !== null;
	return [
		clockText(clock),
		`${m.new_side()}: ${side === 'random' ? randomText(isTossedFor(game, odds)) : ownSideText(game, side, odds)}`,
		...(handicap === null ? [] : [`${m.new_handicap()}: ${handicapName(handicap)}`]),
		...(position === null ? [] : [m.lobby_position()]),
		...rulesText(game, rules as Rules),
	].join(' · ');
}
