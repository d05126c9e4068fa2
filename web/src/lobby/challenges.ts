/** Challenges as the page lists them. */
import { clockText } from '../friend/clockText';
import { isTossedFor } from '../furigoma/furigoma';
import type { GameId } from '../games/game';
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

/** What one accepts, in a few words: the time, one's side, and what is not as usual. */
export function termsText({ game, terms }: Challenge): string {
	const { side, handicap, position, rules, clock } = terms;
	const odds = handicap !== null;
	return [
		clockText(clock),
		`${m.new_side()}: ${side === 'random' ? randomText(isTossedFor(game, odds)) : ownSideText(game, side, odds)}`,
		...(handicap === null ? [] : [`${m.new_handicap()}: ${handicapName(handicap)}`]),
		...(position === null ? [] : [m.lobby_position()]),
		...rulesText(game, rules as Rules),
	].join(' · ');
}
