/** Ratings in figures: with a question mark while they are known roughly only. */
import { playerName } from '../games/names';
import type { PlayerInfo, Rating, RatingChange } from '../protocol';
import type { Player } from '../session/session';

export function ratingText({ rating, provisional }: Rating): string {
	return provisional ? `${rating}?` : `${rating}`;
}

/** The rating after a game, and by how much it has changed. */
export function changeText({ before, after }: RatingChange): string {
	const by = after.rating - before.rating;
	return `${ratingText(after)} (${by > 0 ? '+' : by < 0 ? '−' : '±'}${Math.abs(by)})`;
}

/** A player at the board by name and, in a rated game, by rating; after its end with what that has changed. */
export function knownAs(info: PlayerInfo | null, change?: RatingChange): Pick<Player, 'known' | 'about'> {
	if (!info) return {};
	const about = change ? changeText(change) : info.rating ? ratingText(info.rating) : '';
	return { known: playerName(info), ...(about ? { about } : {}) };
}
