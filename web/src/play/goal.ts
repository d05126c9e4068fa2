/** Goal of the variant, shown to new players until the first move. */
import { pieceInSentence } from '../games/pieceNames';
import { m } from '../paraglide/messages';
import type { Session } from '../session/session';
import { hasFinished } from '../store/finishedVariants';

export function goalText({ game, history, readOnly, outcome }: Session): string | null {
	if (history.now.ply > 0 || readOnly || outcome) return null;
	if (hasFinished(game)) return null;
	return game === 'torishogi' ? m.play_goal_phoenix() : m.play_goal_king({ king: pieceInSentence(game, 'K') });
}
