/** Whom a game in this browser was played against. */
import { levelName } from '../games/names';
import { m } from '../paraglide/messages';
import type { Opponent } from '../store/records';

export function opponentText(opponent: Opponent): string {
	return opponent.kind === 'computer'
		? m.play_computer({ level: levelName[opponent.level]() })
		: m.new_opponent_device();
}
