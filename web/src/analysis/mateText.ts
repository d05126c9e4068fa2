/** What a mate search has found, in words. */
import type { GameId } from '../games/game';
import { m } from '../paraglide/messages';
import type { MateSearch } from './mateSearch.svelte';

/** Lengths are in plies, in chess in moves of one side. Nothing before anything is known. */
export function mateText(
	game: GameId,
	{ answer, running, stopped, failed }: Pick<MateSearch, 'answer' | 'running' | 'stopped' | 'failed'>,
): string {
	if (failed) return m.play_engine_failed();
	if (answer?.result === 'mate' && answer.plies !== null) {
		const count = game === 'shogun' ? Math.ceil(answer.plies / 2) : answer.plies;
		return answer.exact ? m.mate_in({ count }) : m.mate_in_at_most({ count });
	}
	if (running) return '';
	if (answer?.result === 'no-mate') return m.mate_none();
	return stopped || answer ? m.mate_undecided() : '';
}
