/** Records of linked games. */

import { knownPlayer } from '../levels/computerPlayer';
import type { RulesModule, VariantSpec } from '../rules/module';
import { openGame } from '../rules/problem';
import type { Side } from '../rules/variant';
import type { LinkedGame } from './link';
import type { RecordEnd, RecordedGame, RecordNode } from './record';

export function lineOf(moves: readonly string[], end: RecordEnd | null): RecordNode[] {
	const nodes: RecordNode[] = [{ parent: -1 }];
	for (const move of moves) nodes.push({ parent: nodes.length - 1, move });
	if (end) nodes.push({ parent: nodes.length - 1, end });
	return nodes;
}

export const named = (headers: [string, string][]) => headers.filter(([, value]) => value !== '');

/** Rules that differ from the variant's defaults; null if none do. */
export function rulesOf(
	rules: Record<string, string>,
	spec: Pick<VariantSpec, 'rules'>,
): Record<string, string> | null {
	const chosen = Object.entries(rules).filter(([key, value]) => spec.rules[key] !== value);
	return chosen.length > 0 ? Object.fromEntries(chosen) : null;
}

export function recordOfLink(
	rules: RulesModule,
	{ game, start, moves, end, names, ...rest }: LinkedGame,
): RecordedGame {
	const played = openGame(rules, game, start, moves, rest.rules);
	const name = (side: Side) => (names[side] ? knownPlayer(game, names[side]).name : '');
	try {
		const { outcome } = played.state();
		const ended = outcome ? { reason: outcome.reason, winner: outcome.winner } : end;
		return {
			game,
			start: played.at(0).position,
			headers: named([
				['White', name('first')],
				['Black', name('second')],
			]),
			rules: rulesOf(rest.rules, rules.gameSpec(game)),
			nodes: lineOf(moves, ended),
		};
	} finally {
		played.free();
	}
}
