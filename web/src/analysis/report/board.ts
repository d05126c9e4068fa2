/** The analysis board as report and tasks need it: the game is its main line. */

import { mainLine, movesTo, nodeOf, ROOT } from '../../records/tree';
import type { Analysis } from '../analysis.svelte';
import type { TaskBoard } from './learning.svelte';
import type { Reported } from './run.svelte';

/** Nodes of the game, the start first, without moves after its end. */
export function mainPath(session: Pick<Analysis, 'tree'>): number[] {
	const line = mainLine(session.tree);
	const end = line.findIndex((id) => nodeOf(session.tree, id).end !== undefined);
	return end < 0 ? line : line.slice(0, end + 1);
}

export function reportedGame(session: Analysis): Reported {
	const last = mainPath(session).at(-1) ?? ROOT;
	return {
		game: session.game,
		start: session.history.start,
		rules: session.history.rulesSet,
		moves: movesTo(session.tree, last),
		firstMover: session.firstMover,
		outcome: session.outcomeAt(last),
	};
}

/** An attempt at a task is a variation, removed if wrong. */
export function taskBoard(session: Analysis): TaskBoard {
	let added: number | null = null;
	return {
		goTo(ply) {
			added = null;
			session.go(mainPath(session)[ply] ?? ROOT);
			// Scrolls the board, with its hands, into view; the report is below.
			globalThis.document?.querySelector('.analysis .game')?.scrollIntoView({ block: 'nearest' });
		},
		tryMove(move) {
			const known = session.tree;
			session.add(move);
			added = known.nodes.has(session.at) ? null : session.at;
			return session.outcomeAt(session.at);
		},
		takeAway() {
			if (added !== null) session.remove(added);
			else session.back();
			added = null;
		},
	};
}
