/**
 * Links that contain a whole game or position in the fragment, which browsers do not send to a server; only the
 * position for the preview picture is in the query. Keep in step with docs/links.md.
 */

import { moveNumber } from '../games/moveCount';
import type { EndReason } from '../protocol';
import { sideToMove } from '../rules/positionText';
import { isVariantId, LOOKS, type Side, type VariantId } from '../rules/variant';
import { LinkError } from './linkError';
import { decodeMove, encodeMove, type Squares, WIDTH } from './moveCode';

export const LINK_VERSION = '1';
export const VIEW_PATH = '/view';

/** Outcomes that do not follow from the moves. */
export const STATED_ENDS = [
	'resignation',
	'time',
	'agreement',
	'impasse',
	'declaration',
	'failed-declaration',
	'illegal-move',
] as const;

export interface StatedEnd {
	reason: EndReason;
	winner: Side | null;
}

export interface LinkedGame {
	game: VariantId;
	/** Position text, `handicap:<id>`, or empty for the standard start. */
	start: string;
	rules: Record<string, string>;
	moves: string[];
	end: StatedEnd | null;
	/** Ply to show; `null` for the last one. */
	at: number | null;
	bottom: Side;
	/** Player names where known; `computer.<level>` for the computer. */
	names: Partial<Record<Side, string>>;
}

const MAX_NAME = 60;

const HANDICAP = 'handicap:';
/** Replacements for position characters that programs tend to escape in a URL. */
const STANDS_FOR: [string, string][] = [
	[' ', '_'],
	['/', '.'],
	['+', '~'],
	['[', '('],
	[']', ')'],
];

const replaced = (text: string, pairs: [string, string][]) =>
	pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
const squaresOf = (game: VariantId): Squares => (LOOKS[game].checkered ? 'uci' : 'usi');

export function writeLink(shared: LinkedGame): string {
	const { game, start, rules, moves, end, at, bottom, names } = shared;
	const parts = [`v=${LINK_VERSION}`, `game=${game}`];
	if (start.startsWith(HANDICAP)) parts.push(`handicap=${start.slice(HANDICAP.length)}`);
	else if (start !== '') parts.push(`position=${replaced(start, STANDS_FOR)}`);
	const options = Object.entries(rules).map(([key, value]) => `${key}:${value}`);
	if (options.length > 0) parts.push(`rules=${options.sort().join(',')}`);
	if (end) parts.push(`end=${end.reason}.${end.winner ?? 'none'}`);
	for (const side of ['first', 'second'] as const)
		if (names[side]) parts.push(`${side}=${encodeURIComponent(names[side])}`);
	if (at !== null) parts.push(`at=${at}`);
	if (bottom === 'second') parts.push('bottom=second');
	if (moves.length > 0) {
		// The count precedes the moves, so that a truncated link is detected.
		parts.push(`count=${moves.length}`);
		parts.push(`moves=${moves.map((move) => encodeMove(move, squaresOf(game))).join('')}`);
	}
	return parts.join('&');
}

export function writePreview(game: VariantId, position: string): string {
	return `?${game}=${replaced(position, STANDS_FOR)}`;
}

const PARTS = [
	'v',
	'game',
	'handicap',
	'position',
	'rules',
	'end',
	'first',
	'second',
	'at',
	'bottom',
	'count',
	'moves',
];

function partsOf(fragment: string): Map<string, string> {
	const parts = new Map<string, string>();
	for (const part of fragment.replace(/^#/, '').split('&').filter(Boolean)) {
		const [name = '', ...rest] = part.split('=');
		let value = rest.join('=');
		try {
			value = decodeURIComponent(value);
		} catch {
			throw new LinkError({ code: 'part', text: part });
		}
		if (parts.has(name)) throw new LinkError({ code: 'twice', text: name });
		parts.set(name, value);
	}
	return parts;
}

function number(parts: Map<string, string>, part: string): number | null {
	const text = parts.get(part);
	if (text === undefined) return null;
	if (!/^\d{1,5}$/.test(text)) throw new LinkError({ code: 'value', part, text });
	return Number(text);
}

function startOf(parts: Map<string, string>): string {
	const position = parts.get('position');
	const handicap = parts.get('handicap');
	if (position !== undefined && handicap !== undefined) throw new LinkError({ code: 'twice', text: 'position' });
	if (handicap !== undefined) return HANDICAP + handicap;
	if (position === undefined) return '';
	return replaced(
		position,
		STANDS_FOR.map(([from, to]) => [to, from]),
	);
}

function rulesOf(parts: Map<string, string>): Record<string, string> {
	const text = parts.get('rules');
	if (text === undefined) return {};
	const pairs = text.split(',').map((pair) => {
		const [key, value, ...more] = pair.split(':');
		if (!key || !value || more.length > 0) throw new LinkError({ code: 'value', part: 'rules', text: pair });
		return [key, value] as const;
	});
	return Object.fromEntries(pairs);
}

function endOf(parts: Map<string, string>): StatedEnd | null {
	const text = parts.get('end');
	if (text === undefined) return null;
	const [reason, winner, ...more] = text.split('.');
	const known = STATED_ENDS.find((one) => one === reason);
	if (!known || more.length > 0 || (winner !== 'first' && winner !== 'second' && winner !== 'none'))
		throw new LinkError({ code: 'value', part: 'end', text });
	return { reason: known, winner: winner === 'none' ? null : winner };
}

function namesOf(parts: Map<string, string>): Partial<Record<Side, string>> {
	const names: Partial<Record<Side, string>> = {};
	for (const part of ['first', 'second'] as const) {
		const text = parts.get(part);
		if (text === undefined) continue;
		if (text === '' || text.length > MAX_NAME) throw new LinkError({ code: 'value', part, text });
		names[part] = text;
	}
	return names;
}

function movesOf(parts: Map<string, string>, game: VariantId): string[] {
	const text = parts.get('moves') ?? '';
	const count = number(parts, 'count') ?? 0;
	const codes = text.match(/.{1,3}/gs) ?? [];
	// Report truncation before an invalid last code: a truncated link may end inside a code.
	const whole = codes.filter((code) => code.length === WIDTH).length;
	const moves = codes.slice(0, whole).map((code, index) => {
		const move = decodeMove(code, squaresOf(game));
		if (move === undefined) {
			const number = moveNumber(game, index + 1, sideToMove(game, startOf(parts)));
			throw new LinkError({ code: 'moves', number, text: code });
		}
		return move;
	});
	if (codes.length !== whole || moves.length !== count)
		throw new LinkError({ code: 'cut', count, found: moves.length });
	return moves;
}

/** Parses a fragment without checking position and moves against the rules. Throws `LinkError`. */
export function readLink(fragment: string): LinkedGame {
	const parts = partsOf(fragment);
	if (parts.size === 0) throw new LinkError({ code: 'empty' });
	const version = parts.get('v') ?? '';
	if (version !== LINK_VERSION) throw new LinkError({ code: 'version', text: version });
	const unknown = [...parts.keys()].find((name) => !PARTS.includes(name));
	if (unknown !== undefined) throw new LinkError({ code: 'part', text: unknown });
	const game = parts.get('game') ?? '';
	if (!isVariantId(game)) throw new LinkError({ code: 'game', text: game });
	const bottom = parts.get('bottom') ?? 'first';
	if (bottom !== 'first' && bottom !== 'second') throw new LinkError({ code: 'value', part: 'bottom', text: bottom });
	const moves = movesOf(parts, game);
	const at = number(parts, 'at');
	if (at !== null && at > moves.length) throw new LinkError({ code: 'value', part: 'at', text: String(at) });
	const names = namesOf(parts);
	return { game, start: startOf(parts), rules: rulesOf(parts), moves, end: endOf(parts), at, bottom, names };
}
