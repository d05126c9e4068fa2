/** Texts of the page, from its message files. */
import { readFileSync } from 'node:fs';
import type { VariantId } from './scripts.ts';

export const LOCALES = ['en', 'ja', 'zh-Hans', 'zh-Hant'] as const;
export type Locale = (typeof LOCALES)[number];

export function messages(locale: Locale = 'en'): Record<string, unknown> {
	const file = new URL(`../../web/messages/${locale}.json`, import.meta.url);
	return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

export function text(key: string, locale: Locale = 'en'): string {
	const value = messages(locale)[key];
	if (typeof value !== 'string') throw new Error(`no message without variants ${key} in ${locale}`);
	return value;
}

/** Tori Shogi has its own names of king and pawn. */
const TORI: Record<string, string> = {
	'file-limit': 'refusal_third_swallow',
	'king-in-check': 'refusal_phoenix_in_check',
	'pawn-drop-mate': 'refusal_swallow_drop_mate',
	'capture-king': 'refusal_phoenix_capture',
};

function pattern(key: string): RegExp {
	const { match } = (messages()[key] as { match: Record<string, string> }[])[0] ?? { match: {} };
	const forms = Object.values(match).map((form) => form.replaceAll('.', '\\.').replace(/\{\w+\}/g, '.+'));
	return new RegExp(forms.join('|'));
}

/** `inCheck`: the mover is in check, so the board gives that reason. */
export function refusalText(game: VariantId, code: string, inCheck = false): string | RegExp {
	if (code === 'wrong-movement') return pattern('refusal_wrong_movement_of');
	if (code === 'board-limit') return pattern('refusal_board_limit_of');
	if (code === 'outside-drop-region') return new RegExp(text('refusal_outside_first_ranks').replace('{ranks}', '\\d'));
	const isTori = game === 'torishogi';
	if (code === 'king-in-check' && inCheck)
		return text(isTori ? 'refusal_phoenix_stays_in_check' : 'refusal_stays_in_check');
	const own = isTori ? TORI[code] : undefined;
	return text(own ?? `refusal_${code.replaceAll('-', '_')}`);
}
