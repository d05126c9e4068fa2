/** The game that was on the board last: the one whose pieces the settings show first. */
import type { GameId } from '../games/game';

export const shown: { game: GameId } = $state({ game: 'shogi' });
