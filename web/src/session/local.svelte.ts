/**
 * A game in this browser: against the computer, or two people at one screen. After the page has loaded it needs no
 * network.
 *
 * 1. A move goes to `LocalGame` of the rules module, which judges it and charges the clock. A refusal is explained in
 *    one line with marked squares (`board/moveInput.svelte.ts`).
 * 2. The record is saved with each move (`Keeper`, `database/heldBoard.svelte.ts`), so a reload resumes the game.
 * 3. The engine's Worker (`engine/engine.ts`) searches with the limits of the level (`budget.ts`). A search blocks the
 *    Worker: ending one early ends the Worker and starts another from the compiled module.
 * 4. The answer is played after a pause (`engine/pace.ts`), which a setting switches off.
 * 5. Hints and hanging pieces come from the same Worker, which is idle while a person thinks (`play/moveHelp.svelte.ts`).
 */

import { GameHistory } from '../board/gameHistory.svelte';
import { Ticker } from '../clock/ticker';
import { type GameRecord, hasHelp } from '../database/gameRecord';
import type { Problem } from '../database/open';
import { problemText } from '../database/problemText';
import { Engine, StoppedError } from '../engine/engine';
import { changesOfMind, paceMs } from '../engine/pace';
import type { Toss } from '../furigoma/furigoma';
import { sideName } from '../games/names';
import { computerPlayer } from '../levels/computerPlayer';
import { quiet } from '../loading/quiet';
import { m } from '../paraglide/messages';
import type { ClockSettings, ClockState, GameOutcome, PerSide, Premove, SideClock } from '../protocol';
import { go } from '../router.svelte';
import type { LocalGame, LocalView, RulesModule } from '../rules/module';
import { moveParts } from '../rules/moveParts';
import { LOOKS, type Side, type VariantId } from '../rules/variant';
import { settings } from '../settings/settings.svelte';
import { moveMade } from '../sound/moveSound';
import { playSound } from '../sound/sound';
import type { SearchRequest } from '../wasm/engine/engine';
import { ENGINE_WAITS_MS, HINT_MS, moveBudget } from './budget';
import { rematchOf } from './new';
import type { Banner, OfferKind, Player, Possible, Session, Teacher } from './session';

export interface Keeper {
	save(record: GameRecord): void;
	begin(record: GameRecord): void;
	readonly problem: Problem | null;
}

export class LocalSession implements Session {
	readonly game: VariantId;
	readonly history: GameHistory;
	readonly handicap: boolean;
	readonly clockSettings: ClockSettings;
	readonly oneDevice: boolean;
	readonly isWatcher = false;
	readonly offers = [];
	#record: GameRecord;
	#referee: LocalGame;
	#view: LocalView = $state.raw() as LocalView;
	#clock: ClockState | null = $state.raw(null);
	#engine: Engine | undefined;
	#ticker: Ticker | undefined;
	/** Milliseconds open and visible. */
	#time = 0;

	/** Discards answers to stale searches. */
	#thought = 0;
	thinking = $state(false);
	#abandoned = false;
	/** The furigoma animation is shown. */
	#tossing: boolean;
	#failed = $state(false);
	#declined = $state(false);
	#keeper: Keeper;
	#saved: string;

	constructor(rules: RulesModule, record: GameRecord, keeper: Keeper) {
		this.#record = record;
		this.#keeper = keeper;
		this.game = record.game;
		this.handicap = record.start.startsWith('handicap:');
		this.clockSettings = record.clock;
		this.oneDevice = record.opponent.kind === 'device';
		this.#referee = new rules.LocalGame({ ...record, opponent: this.#you ? { you: this.#you } : {} }, 0);
		this.#look();
		this.#saved = this.#progress();
		this.history = new GameHistory(rules, record.game, record.start, this.#view.moves, record.rules);
		this.#tossing = record.furigoma !== undefined && record.moves.length === 0;
		if (record.clock.kind !== 'none') this.#ticker = new Ticker((ms) => this.#pass(ms));
		if (record.opponent.kind === 'computer') this.#engine = new Engine();
	}

	begin(): void {
		// The engine is larger than the rest of the page: fetch it after the board.
		void quiet(ENGINE_WAITS_MS).then(() => {
			if (!this.#abandoned) this.#engine?.warm();
		});
		this.#goOn();
	}

	stop(): void {
		this.#ticker?.stop();
		this.#save();
		this.abandon();
	}

	/** Stops without saving, because another tab has continued this game. */
	abandon(): void {
		if (this.#abandoned) return;
		this.#abandoned = true;
		this.#ticker?.stop();
		this.#thought += 1;
		this.#engine?.end();
		this.history.free();
		this.#referee.free();
	}

	get #you(): Side | null {
		return this.#record.opponent.kind === 'computer' ? this.#record.opponent.you : null;
	}

	get bottomSide(): Side {
		// On one device the player at the bottom tosses.
		return this.#you ?? this.toss?.tosser ?? 'first';
	}

	get id(): string {
		return this.#record.id;
	}

	get startedAt(): number {
		return this.#record.createdAt;
	}

	get toss(): Toss | null {
		return this.#record.furigoma ?? null;
	}

	tossSeen(): void {
		if (this.#abandoned) return;
		this.#ticker?.flush();
		this.#referee.startClock(this.#time);
		this.#look();
		if (!this.#tossing) return;
		this.#tossing = false;
		this.#goOn();
	}

	get outcome(): GameOutcome | null {
		return this.#view.outcome;
	}

	get clocks(): PerSide<SideClock> | null {
		return this.#clock?.left ?? null;
	}

	get running(): Side | null {
		return this.#clock?.running ?? null;
	}

	get movers(): readonly Side[] {
		return this.#view.possible.play ? [this.history.now.side] : [];
	}

	get premover(): Side | null {
		return this.#view.possible.premove ? this.#you : null;
	}

	get premove(): Premove | null {
		return this.#view.premove;
	}

	setPremove(move: string): void {
		if (!this.premover) return;
		this.#referee.setPremove(this.#time, move);
		this.#look();
	}

	cancelPremove(): void {
		this.#referee.cancelPremove();
		this.#look();
	}

	get players(): Record<Side, Player> {
		const player = (side: Side): Player => {
			const { opponent } = this.#record;
			if (opponent.kind === 'device') return { name: sideName(this.game, side, this.handicap), note: '', you: false };
			if (side === opponent.you) return { name: m.play_you(), note: '', you: true };
			const note = this.thinking ? m.play_thinking() : '';
			return { ...computerPlayer(opponent.level), note, you: false };
		};
		return { first: player('first'), second: player('second') };
	}

	get possible(): Possible {
		const { possible, moves } = this.#view;
		const begun = moves.length > 0;
		const takeback = possible.takeback && (this.oneDevice || hasHelp(this.#record));
		return { ...possible, takeback, resign: possible.resign && begun, draw: possible.draw && begun };
	}

	get teacher(): Teacher | null {
		const engine = this.#engine;
		if (!engine || this.outcome || !hasHelp(this.#record)) return null;
		const { game } = this;
		return {
			hint: async () => {
				const moveTimeMs = Math.min(HINT_MS, this.#budget());
				return (await engine.search({ ...this.#question(), moveTimeMs })).move;
			},
			hanging: () => {
				const { position, side } = this.history.now;
				return engine.hanging({ game, position, side });
			},
		};
	}

	get banners(): readonly Banner[] {
		const list: Banner[] = [];
		if (this.#failed)
			list.push({
				kind: 'warning',
				text: m.play_engine_failed(),
				actions: [{ text: m.play_try_again(), run: () => this.#goOn() }],
			});
		if (this.#declined) list.push({ kind: 'info', text: m.play_computer_declines() });
		const { problem } = this.#keeper;
		if (problem) list.push({ kind: 'warning', text: problemText(problem) });
		return list;
	}

	play(move: string): void {
		if (this.outcome) return;
		this.#declined = false;
		this.#act(() => this.#referee.play(this.#time, move));
	}

	takeback(): void {
		if (!this.possible.takeback) return;
		this.#stopThinking();
		this.#act(() => this.#referee.takeBack(this.#time));
	}

	resign(): void {
		this.#end(() => this.#referee.resign(this.#time, this.#you ?? this.history.now.side));
	}

	declare(): void {
		this.#end(() => this.#referee.declare(this.#time));
	}

	impasse(): void {
		this.#end(() => this.#referee.agree(this.#time, 'impasse'));
	}

	draw(): void {
		if (this.oneDevice) this.#end(() => this.#referee.agree(this.#time, 'draw'));
		else this.#declined = true;
	}

	answer(_kind: OfferKind, _accept: boolean): void {
		// A local game has no offers.
	}

	rematch(): void {
		const next = rematchOf(this.#record, Date.now());
		this.#keeper.begin(next);
		go(`/play/${next.id}`);
	}

	#end(act: () => void): void {
		if (this.outcome) return;
		this.#stopThinking();
		this.#act(act);
	}

	/** Charges the elapsed time, which may end the game, then acts. */
	#act(act: () => void): void {
		this.#ticker?.flush();
		if (!this.outcome || this.#view.possible.takeback) act();
		this.#follow();
		this.#save();
		this.#goOn();
	}

	#look(): void {
		this.#view = this.#referee.view();
		this.#clock = this.#referee.clocks(this.#time);
	}

	#follow(): void {
		const ended = this.outcome !== null;
		this.#look();
		const { side } = this.history.now;
		const moved = this.history.follow(this.#view.moves);
		if (moved) moveMade(this.history.now, this.oneDevice || side === this.#you);
		if (!ended && this.outcome && !this.history.now.outcome) playSound('end');
	}

	#stopThinking(): void {
		this.#thought += 1;
		this.thinking = false;
		this.#engine?.stop();
	}

	#pass(ms: number): void {
		this.#time += ms;
		if (this.outcome || this.#abandoned) return;
		this.#referee.flag(this.#time);
		this.#follow();
		if (!this.outcome) return;
		this.#stopThinking();
		this.#save();
	}

	#goOn(): void {
		this.#failed = false;
		if (this.outcome) {
			this.#ticker?.stop();
			return;
		}
		this.#ticker?.start();
		if (this.#tossing && this.#view.moves.length === 0) return;
		if (this.#you !== null && this.history.now.side !== this.#you) void this.#think();
	}

	#question(): SearchRequest {
		return {
			game: this.game,
			position: this.history.startPosition(),
			moves: [...this.#view.moves],
			rules: this.#record.rules,
		};
	}

	#budget(): number {
		return moveBudget(this.clockSettings, this.clocks?.[this.history.now.side] ?? null);
	}

	/** Human-like delay in milliseconds. */
	#pace(move: string | null, bests: readonly (string | undefined)[], seed: number): number {
		if (settings.instant) return 0;
		const { lastMove, check, ply } = this.history.now;
		const { moves, drops } = this.history.destinations();
		const choices = [...Object.values(moves), ...Object.values(drops)].flat().length;
		const to = move === null ? undefined : moveParts(move, LOOKS[this.game])?.to;
		const recaptures = Boolean(lastMove?.capture) && lastMove?.to === to;
		const changes = changesOfMind(bests);
		return paceMs({ choices, recaptures, inCheck: check, ply, changes }, seed);
	}

	async #think(): Promise<void> {
		const { opponent } = this.#record;
		if (!this.#engine || opponent.kind !== 'computer') return;
		const { side } = this.history.now;
		this.#thought += 1;
		const thought = this.#thought;
		this.thinking = true;
		try {
			const began = performance.now();
			const seed = Math.floor(Math.random() * 2 ** 31);
			const moveTimeMs = this.#budget();
			const bests: (string | undefined)[] = [];
			const result = await this.#engine.search(
				{ ...this.#question(), level: opponent.level, seed, moveTimeMs },
				({ pv }) => bests.push(pv[0]),
			);
			if (thought !== this.#thought) return;
			const pace = Math.min(moveTimeMs, this.#pace(result.move, bests, seed));
			const rest = pace - (performance.now() - began);
			if (rest > 0) await new Promise((done) => setTimeout(done, rest));
			if (thought !== this.#thought) return;
			this.thinking = false;
			if (result.declares) this.declare();
			else if (result.move) this.play(result.move);
			else this.#end(() => this.#referee.resign(this.#time, side));
		} catch (error) {
			if (thought !== this.#thought) return;
			this.thinking = false;
			if (!(error instanceof StoppedError)) this.#failed = true;
		}
	}

	#progress(): string {
		return JSON.stringify(this.#referee.progress(this.#time));
	}

	#save(): void {
		if (this.#abandoned) return;
		const progress = this.#progress();
		if (progress === this.#saved) return;
		this.#saved = progress;
		const { clocks, ...rest } = this.#referee.progress(this.#time);
		this.#record = { ...this.#record, ...rest, ...(clocks ? { clocks } : {}), updatedAt: Date.now() };
		this.#keeper.save(this.#record);
	}

	/** Saves the clock when the page is hidden or closed between moves. */
	pause(): void {
		this.#ticker?.flush();
		this.#save();
	}
}
