/** Localized game results. Complete by type. */
import { m } from '../paraglide/messages';
import type { EndReason, GameOutcome } from '../protocol';
import type { Side, VariantId } from '../rules/variant';
import { sideName } from './names';

const REASONS: Record<EndReason, () => string> = {
	checkmate: m.reason_checkmate,
	stalemate: m.reason_stalemate,
	repetition: m.reason_repetition,
	'perpetual-check': m.reason_perpetual_check,
	impasse: m.reason_impasse,
	declaration: m.reason_declaration,
	'failed-declaration': m.reason_failed_declaration,
	'n-move-rule': m.reason_n_move_rule,
	'move-limit': m.reason_move_limit,
	resignation: m.reason_resignation,
	time: m.reason_time,
	'illegal-move': m.reason_illegal_move,
	agreement: m.reason_agreement,
	aborted: m.reason_aborted,
	'not-begun': m.reason_not_begun,
	abandoned: m.reason_abandoned,
	cancelled: m.reason_cancelled,
};

/** `true` for a game without result: no winner and no draw. */
export function isBrokenOff(reason: string): boolean {
	return reason === 'cancelled' || reason === 'aborted' || reason === 'not-begun';
}

export function reasonText(reason: string): string {
	return reason in REASONS ? REASONS[reason as EndReason]() : reason;
}

/** Result of a game. `you`: the reader's side, or null. */
export function resultText(
	game: VariantId,
	{ winner, reason }: Pick<GameOutcome, 'winner' | 'reason'>,
	you: Side | null,
	odds: boolean,
): string {
	if (isBrokenOff(reason)) return reasonText(reason);
	const who = () => {
		if (winner === null) return m.result_draw();
		if (you === null) return m.result_wins({ side: sideName(game, winner, odds) });
		return winner === you ? m.result_you_win() : m.result_you_lose();
	};
	return `${who()} · ${reasonText(reason)}`;
}
