/** The analysis board as the report sees it: the game is its main line. */
import type { Analysis } from '../analysis.svelte';
import { mainLine, movesTo, nodeOf, ROOT } from '../tree';
import type { TaskBoard } from './learning.svelte';
import type { Reported } from './run.svelte';

/** The nodes of the game, the start first. What is played on after its end does not belong to it. */
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

/** What is tried for a task is a variation, which goes when it was no answer. */
export function taskBoard(session: Analysis): TaskBoard {
	let added: number | null = null;
	return {
		goTo(ply) {
			added = null;
			session.go(mainPath(session)[ply] ?? ROOT);
			// The report lies below the board, where the task is to be solved; what is in hand belongs to it.
			globalThis.document?.querySelector('[data-testid="game"]')?.scrollIntoView({ block: 'nearest' });
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
