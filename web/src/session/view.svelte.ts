/** A game that is only looked at, as a link brought it: nobody plays, every move can be stepped to. */
import type { GameId, Side } from '../games/game';
import type { GameOutcome, RulesModule } from '../rules/module';
import type { SharedGame } from '../share/link';
import { Practice } from './practice.svelte';
import { Table } from './table.svelte';

export class ViewSession extends Practice {
	readonly game: GameId;
	readonly table: Table;
	readonly handicap: boolean;
	readonly seat: Side;
	readonly viewing = true;
	#told: GameOutcome | null;

	constructor(rules: RulesModule, link: SharedGame) {
		super();
		const { game, start, moves, end, at } = link;
		this.game = game;
		this.handicap = start.startsWith('handicap:');
		this.seat = link.bottom;
		this.table = new Table(rules, game, start, moves, link.rules);
		this.#told = end ? { ...end, ply: moves.length } : null;
		if (at !== null) this.table.browse(at);
	}

	override get movers(): readonly Side[] {
		return [];
	}

	/** What the moves show goes before what the link says. */
	override get outcome(): GameOutcome | null {
		return this.table.now.outcome ?? this.#told;
	}

	override play(): void {
		// Nobody plays here.
	}
}
