/** Read-only game opened from a link. */

import { GameHistory } from '../board/gameHistory.svelte';
import { knownPlayer } from '../levels/computerPlayer';
import type { LinkedGame } from '../records/link';
import type { GameOutcome, RulesModule } from '../rules/module';
import type { Side, VariantId } from '../rules/variant';
import { Practice } from './practice.svelte';
import type { Player } from './session';

export class ViewSession extends Practice {
	readonly game: VariantId;
	readonly history: GameHistory;
	readonly handicap: boolean;
	readonly bottomSide: Side;
	readonly readOnly = true;
	#linkedOutcome: GameOutcome | null;
	#names: LinkedGame['names'];

	constructor(rules: RulesModule, link: LinkedGame) {
		super();
		const { game, start, moves, end, at } = link;
		this.game = game;
		this.handicap = start.startsWith('handicap:');
		this.bottomSide = link.bottom;
		this.#names = link.names;
		this.history = new GameHistory(rules, game, start, moves, link.rules);
		this.#linkedOutcome = end ? { ...end, ply: moves.length } : null;
		if (at !== null) this.history.browse(at);
	}

	override get players(): Record<Side, Player> {
		const unnamed = super.players;
		const player = (side: Side): Player => {
			const known = this.#names[side];
			return known ? { ...unnamed[side], ...knownPlayer(this.game, known) } : unnamed[side];
		};
		return { first: player('first'), second: player('second') };
	}

	override get movers(): readonly Side[] {
		return [];
	}

	/** An outcome of the moves takes precedence over the stated end of the link. */
	override get outcome(): GameOutcome | null {
		return this.history.now.outcome ?? this.#linkedOutcome;
	}

	override play(): void {
		// Read-only.
	}
}
