/** Session of a live diagram: both sides are played here, and the line can be stepped through. */

import { GameHistory } from '../board/gameHistory.svelte';
import type { Side, VariantId } from '../rules/variant';
import { Practice } from '../session/practice.svelte';
import { startOf } from './diagrams';
import type { Edition } from './edition';

export class Tryout extends Practice {
	readonly game: VariantId;
	readonly history: GameHistory;
	readonly handicap: boolean;
	readonly bottomSide: Side;
	readonly line: readonly string[];
	readonly show: number;

	constructor(edition: Edition, id: string) {
		super();
		const diagram = edition.diagram(id);
		this.game = edition.game;
		this.line = diagram.moves ?? [];
		this.show = diagram.show ?? 0;
		this.bottomSide = diagram.bottom ?? 'first';
		this.handicap = diagram.position.startsWith('handicap:');
		const moves = this.line.slice(0, this.show);
		this.history = new GameHistory(edition.rules, this.game, startOf(diagram), moves, diagram.rules ?? {});
	}

	/** Ply within the line; null after another move. */
	get ply(): number | null {
		const { moves, ply } = this.history.now;
		return moves.every((move, i) => move === this.line[i]) ? ply : null;
	}

	goTo(ply: number): void {
		this.history.reset(this.line.slice(0, Math.max(0, Math.min(ply, this.line.length))));
	}
}
