/** Base of boards without clock, opponent and storage. Subclasses decide what a move does. */

import type { GameHistory } from '../board/gameHistory.svelte';
import { sideName } from '../games/names';
import type { GameOutcome } from '../rules/module';
import type { Side, VariantId } from '../rules/variant';
import type { Player, Possible, Session } from './session';

export abstract class Practice implements Session {
	abstract readonly game: VariantId;
	abstract readonly history: GameHistory;
	abstract readonly handicap: boolean;
	abstract readonly bottomSide: Side;
	readonly id = '';
	readonly toss = null;
	readonly premover = null;
	readonly premove = null;
	readonly isWatcher = false;
	readonly oneDevice: boolean = true;
	readonly offers = [];
	readonly banners = [];
	readonly clockSettings = { kind: 'none' } as const;
	readonly clocks = null;
	readonly running = null;
	readonly possible: Possible = {
		abort: false,
		takeback: false,
		resign: false,
		rematch: false,
		impasse: false,
		declare: false,
		draw: false,
	};

	get movers(): readonly Side[] {
		return this.outcome ? [] : [this.history.now.side];
	}

	get outcome(): GameOutcome | null {
		return this.history.now.outcome;
	}

	get players(): Record<Side, Player> {
		const player = (side: Side): Player => ({
			name: sideName(this.game, side, this.handicap),
			note: '',
			you: false,
		});
		return { first: player('first'), second: player('second') };
	}

	play(move: string): void {
		this.history.play(move);
	}

	stop(): void {
		this.history.free();
	}

	setPremove(): void {
		// A practice board has no turns to wait for, no offers and no end.
	}
	cancelPremove(): void {}
	tossSeen(): void {}
	takeback(): void {}
	resign(): void {}
	rematch(): void {}
	impasse(): void {}
	declare(): void {}
	draw(): void {}
	answer(): void {}
}
