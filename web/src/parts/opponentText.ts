/** Whom a game in this browser was played against. */
import { computerName } from '../levels/levelText';
import { m } from '../paraglide/messages';
import type { Opponent } from '../store/records';

export function opponentText(opponent: Opponent): string {
	return opponent.kind === 'computer' ? computerName(opponent.level) : m.new_opponent_device();
}
