/** A game that is only looked at, as a link brought it: nobody plays, every move can be stepped to. */
import type { Clocks } from '../clock/clock';
import type { GameId, Side } from '../games/game';
import { sideName } from '../games/names';
import type { Outcome, Rules } from '../rules/contract';
import type { SharedGame } from '../share/link';
import type { Player, Possible, Session } from './session';
import { Table } from './table.svelte';

export class ViewSession implements Session {
	readonly game: GameId;
	readonly table: Table;
	readonly handicap: boolean;
	readonly seat: Side;
	readonly id = '';
	readonly toss = null;
	readonly premover = null;
	readonly premove = null;
	readonly viewing = true;
	readonly watching = false;
	readonly shared = true;
	readonly movers = [];
	readonly offers = [];
	readonly banners = [];
	readonly clockSettings = { kind: 'none' } as const;
	readonly clocks: Clocks | null = null;
	readonly running = null;
	readonly possible: Possible = {
		takeback: false,
		resign: false,
		rematch: false,
		impasse: false,
		declare: false,
		draw: false,
	};
	#told: Outcome | null;

	constructor(rules: Rules, link: SharedGame) {
		const { game, start, moves, end, at } = link;
		this.game = game;
		this.handicap = start.startsWith('handicap:');
		this.seat = link.bottom;
		this.table = new Table(rules, game, start, moves, link.rules);
		this.#told = end ? { ...end, ply: moves.length } : null;
		if (at !== null) this.table.browse(at);
	}

	/** What the moves show goes before what the link says. */
	get outcome(): Outcome | null {
		return this.table.now.outcome ?? this.#told;
	}

	get players(): Record<Side, Player> {
		const player = (side: Side): Player => ({
			name: sideName(this.game, side, this.handicap),
			note: '',
			you: false,
		});
		return { first: player('first'), second: player('second') };
	}

	stop(): void {
		this.table.free();
	}

	play(): void {
		// Nobody plays here, nor does any of the following.
	}
	setPremove(): void {}
	cancelPremove(): void {}
	takeback(): void {}
	resign(): void {}
	rematch(): void {}
	impasse(): void {}
	declare(): void {}
	draw(): void {}
	answer(): void {}
}
