/** Which sound a new position deserves. */
import type { GameState } from '../rules/contract';
import type { SoundName } from './sound';

export function soundOf(state: GameState): SoundName {
	if (state.outcome) return 'end';
	if (state.check) return 'check';
	if (state.lastMove?.capture) return 'capture';
	return state.lastMove?.drop ? 'drop' : 'move';
}
