/** Ratings as text; `?` marks a provisional rating. */
import { playerName } from '../games/names';
import type { PlayerInfo, Rating, RatingChange } from '../protocol';
import type { Player } from './session';

export function ratingText({ rating, provisional }: Rating): string {
	return provisional ? `${rating}?` : `${rating}`;
}

export function changeText({ before, after }: RatingChange): string {
	const by = after.rating - before.rating;
	return `${ratingText(after)} (${by > 0 ? '+' : by < 0 ? '−' : '±'}${Math.abs(by)})`;
}

/** Name and rating of a player at the board; after a rated game with the rating change. */
export function knownAs(info: PlayerInfo | null, change?: RatingChange): Pick<Player, 'known' | 'about'> {
	if (!info) return {};
	const about = change ? changeText(change) : info.rating ? ratingText(info.rating) : '';
	return { known: playerName(info), ...(about ? { about } : {}) };
}
