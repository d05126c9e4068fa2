import { m } from '../paraglide/messages';
import { isChess, type VariantId } from '../rules/variant';
import type { MateSearch } from './mateSearch.svelte';

export function missedMateText(game: VariantId, plies: number): string {
	return isChess(game)
		? m.report_mate_missed_chess({ count: Math.ceil(plies / 2) })
		: m.report_mate_missed({ count: plies });
}

/** Lengths are in plies, in chess in moves. Empty without a result. */
export function mateText(
	game: VariantId,
	{ answer, running, stopped, failed }: Pick<MateSearch, 'answer' | 'running' | 'stopped' | 'failed'>,
): string {
	if (failed) return m.play_engine_failed();
	if (answer?.result === 'mate' && answer.plies !== null) {
		const { plies, exact } = answer;
		if (!isChess(game)) return exact ? m.mate_in({ count: plies }) : m.mate_in_at_most({ count: plies });
		const count = Math.ceil(plies / 2);
		return exact ? m.mate_in_chess({ count }) : m.mate_in_at_most_chess({ count });
	}
	if (running) return '';
	if (answer?.result === 'no-mate') return m.mate_none();
	return stopped || answer ? m.mate_undecided() : '';
}
