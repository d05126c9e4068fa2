import { locale } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import { isChess, type VariantId } from '../rules/variant';
import type { Value } from './evaluation';

const MINUS = '−';
const signed = (number: number, text: string) => (number > 0 ? `+${text}` : number < 0 ? MINUS + text : text);

/** Pawns in chess, centipawns in shogi; `#` for a mate, in moves in chess, else in plies. */
export function valueText(game: VariantId, value: Value): string {
	const inChess = isChess(game);
	if ('mate' in value) {
		const plies = Math.abs(value.mate);
		return `#${value.mate < 0 ? MINUS : ''}${inChess ? Math.ceil(plies / 2) : plies}`;
	}
	const size = Math.abs(value.cp);
	return inChess ? signed(value.cp, (size / 100).toFixed(2)) : signed(value.cp, String(size));
}

/** `820k`, `1.3M`. */
export function shortNumber(number: number): string {
	return new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(number);
}

/** `54 %`. */
export function winText(permille: number): string {
	return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(permille / 1000);
}

/** Nodes per second; empty before there is a measurement. */
export function speedText(nodes: number, timeMs: number): string {
	return timeMs < 50 ? '' : m.analysis_speed({ speed: shortNumber((1000 * nodes) / timeMs) });
}
