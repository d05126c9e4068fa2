/** Whom a game in this browser was played against. */
import type { GameId } from '../games/game';
import { computerName } from '../levels/levelText';
import { m } from '../paraglide/messages';
import type { Opponent } from '../store/records';

export function opponentText(game: GameId, opponent: Opponent): string {
	return opponent.kind === 'computer' ? computerName(game, opponent.level) : m.new_opponent_device();
}
