/** A diagram on which somebody tries moves: both sides are played here, and the line can be stepped through. */
import type { Clocks } from '../clock/clock';
import type { GameId, Side } from '../games/game';
import { sideName } from '../games/names';
import type { Outcome } from '../rules/contract';
import type { Player, Possible, Session } from '../session/session';
import { Table } from '../session/table.svelte';
import { startOf } from './diagrams';
import type { Edition } from './edition';

export class Tryout implements Session {
	readonly game: GameId;
	readonly id = '';
	readonly table: Table;
	readonly handicap: boolean;
	readonly seat: Side;
	/** The moves of the diagram. */
	readonly line: readonly string[];
	/** The ply that the diagram shows first. */
	readonly show: number;
	readonly toss = null;
	readonly premover = null;
	readonly premove = null;
	readonly watching = false;
	readonly shared = true;
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

	constructor(edition: Edition, id: string) {
		const diagram = edition.diagram(id);
		this.game = edition.game;
		this.line = diagram.moves ?? [];
		this.show = diagram.show ?? 0;
		this.seat = diagram.bottom ?? 'first';
		this.handicap = diagram.position.startsWith('handicap:');
		const moves = this.line.slice(0, this.show);
		this.table = new Table(edition.rules, this.game, startOf(diagram), moves, diagram.rules ?? {});
	}

	get movers(): readonly Side[] {
		return this.outcome ? [] : [this.table.now.side];
	}

	get outcome(): Outcome | null {
		return this.table.now.outcome;
	}

	get players(): Record<Side, Player> {
		const player = (side: Side): Player => ({
			name: sideName(this.game, side, this.handicap),
			note: '',
			you: false,
		});
		return { first: player('first'), second: player('second') };
	}

	/** How far into the line the board is; null when something else was played. */
	get ply(): number | null {
		const { moves, ply } = this.table.now;
		return moves.every((move, i) => move === this.line[i]) ? ply : null;
	}

	goTo(ply: number): void {
		this.table.reset(this.line.slice(0, Math.max(0, Math.min(ply, this.line.length))));
	}

	play(move: string): void {
		this.table.play(move);
	}

	stop(): void {
		this.table.free();
	}

	setPremove(): void {
		// Nobody waits for a turn here, nor does any of the following happen.
	}
	cancelPremove(): void {}
	takeback(): void {}
	resign(): void {}
	rematch(): void {}
	impasse(): void {}
	declare(): void {}
	draw(): void {}
	answer(): void {}
}
