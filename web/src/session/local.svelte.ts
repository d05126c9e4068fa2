/**
 * A game in this browser: against the computer, or two people at one screen. Keeps its record up to date
 * after every change, so that a reload goes on where it was.
 */
import { afterMove, type ClockSettings, type Clocks, spend } from '../clock/clock';
import { Ticker } from '../clock/ticker';
import { Engine, StoppedError } from '../engine/engine';
import type { Toss } from '../furigoma/furigoma';
import { type GameId, other, type Side } from '../games/game';
import { sideName } from '../games/names';
import { computerName } from '../levels/levelText';
import { quiet } from '../offline/quiet';
import { m } from '../paraglide/messages';
import type { Premove } from '../premove/premove';
import { go } from '../router.svelte';
import type { Outcome, Rules } from '../rules/contract';
import { moveMade } from '../sound/pick';
import { playSound } from '../sound/sound';
import { type GameRecord, saveRecord } from '../store/records';
import { ENGINE_DELAY_MS, ENGINE_WAITS_MS, moveBudget } from './budget';
import { rematchOf } from './new';
import type { Banner, OfferKind, Player, Possible, Session } from './session';
import { Table } from './table.svelte';

/** Ends that no move brings about; the rules module must be told again after a reload. */
function applyOutcome(table: Table, outcome: Outcome): void {
	if (table.now.outcome) return;
	const loser = outcome.winner && other(outcome.winner);
	if (outcome.reason === 'resignation' && loser) table.resign(loser);
	else if (outcome.reason === 'time' && loser) table.flag(loser);
	else if (outcome.reason === 'agreement') table.agreeDraw();
	else if (outcome.reason === 'impasse') table.agreeImpasse();
	else if (outcome.reason.endsWith('declaration')) table.declare();
}

export class LocalSession implements Session {
	readonly game: GameId;
	readonly table: Table;
	readonly handicap: boolean;
	readonly clockSettings: ClockSettings;
	readonly shared: boolean;
	readonly watching = false;
	readonly offers = [];
	#record: GameRecord;
	#engine: Engine | undefined;
	#ticker: Ticker | undefined;

	/** Counts searches, so that the answer to an old question is not taken for one to the new. */
	#thought = 0;
	thinking = $state(false);
	#abandoned = false;
	#failed = $state(false);
	#declined = $state(false);
	clocks: Clocks | null = $state.raw(null);
	premove: Premove | null = $state.raw(null);

	constructor(rules: Rules, record: GameRecord) {
		this.#record = record;
		this.game = record.game;
		this.handicap = record.start.startsWith('handicap:');
		this.clockSettings = record.clock;
		this.shared = record.opponent.kind === 'device';
		this.table = new Table(rules, record.game, record.start, record.moves, record.rules);
		if (record.outcome) applyOutcome(this.table, record.outcome);
		if (record.clock.kind !== 'none') {
			this.clocks = record.clocks;
			this.#ticker = new Ticker((ms) => this.#spend(ms));
		}
		if (record.opponent.kind === 'computer') {
			this.#engine = new Engine();
		}
	}

	/** Lets time run and the computer think; `stop` when the page is left. */
	begin(): void {
		// The board comes first: the engine is larger than the rest of the page.
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

	/** Lets go without keeping anything: another tab has gone on with this game. */
	abandon(): void {
		this.#abandoned = true;
		this.#ticker?.stop();
		this.#thought += 1;
		this.#engine?.end();
		this.table.free();
	}

	get #you(): Side | null {
		return this.#record.opponent.kind === 'computer' ? this.#record.opponent.you : null;
	}

	get seat(): Side {
		// On one device whoever sits below tosses.
		return this.#you ?? this.toss?.tosser ?? 'first';
	}

	get id(): string {
		return this.#record.id;
	}

	get toss(): Toss | null {
		return this.#record.furigoma ?? null;
	}

	get outcome(): Outcome | null {
		return this.table.now.outcome;
	}

	get running(): Side | null {
		return this.outcome || !this.clocks ? null : this.table.now.side;
	}

	get movers(): readonly Side[] {
		const { side, outcome } = this.table.now;
		if (outcome || (this.#you !== null && side !== this.#you)) return [];
		return [side];
	}

	get premover(): Side | null {
		const { side, outcome } = this.table.now;
		return !outcome && this.#you !== null && side !== this.#you ? this.#you : null;
	}

	setPremove(move: string): void {
		if (this.premover) this.premove = { ply: this.table.now.ply + 1, move };
	}

	cancelPremove(): void {
		this.premove = null;
	}

	/** The computer has moved: what waited for that is played if it still may be. */
	#playPremove(): void {
		const { premove } = this;
		this.premove = null;
		if (premove && !this.outcome && !this.table.why(premove.move)) this.play(premove.move);
	}

	get players(): Record<Side, Player> {
		const player = (side: Side): Player => {
			const { opponent } = this.#record;
			if (opponent.kind === 'device')
				return { name: sideName(this.game, side, this.handicap), note: '', you: false };
			if (side === opponent.you) return { name: m.play_you(), note: '', you: true };
			const note = this.thinking ? m.play_thinking() : '';
			return { name: computerName(this.game, opponent.level), note, you: false };
		};
		return { first: player('first'), second: player('second') };
	}

	get possible(): Possible {
		const { outcome, impasse, ply, side } = this.table.now;
		const going = !outcome;
		const mine = this.#you === null || this.#you === side;
		return {
			takeback: this.#takebackCount() > 0,
			resign: going && ply > 0,
			rematch: !going,
			impasse: going && this.shared && impasse?.possible === true,
			declare: going && mine && this.game === 'shogi' && (this.table.rulesSet.declaration ?? 'off') !== 'off',
			draw: going && this.game === 'shogun' && ply > 0 && mine,
		};
	}

	get banners(): readonly Banner[] {
		const list: Banner[] = [];
		if (this.#failed)
			list.push({
				kind: 'warning',
				text: m.play_engine_failed(),
				action: { text: m.play_try_again(), run: () => this.#goOn() },
			});
		if (this.#declined) list.push({ kind: 'info', text: m.play_computer_declines() });
		return list;
	}

	play(move: string): void {
		if (this.outcome) return;
		if (!this.#stopClock()) return;
		const { side } = this.table.now;
		const before = this.clocks ?? this.#record.clocks;
		this.table.play(move);
		this.#record.moves.push(move);
		this.#record.clocksBefore.push(before);
		if (this.clocks)
			this.clocks = { ...this.clocks, [side]: afterMove(this.clockSettings, this.clocks[side]) };
		this.#declined = false;
		moveMade(this.table.now, this.shared || side === this.#you);
		this.#save();
		this.#goOn();
	}

	/** How many moves a takeback takes: back to one's own turn against the computer, one on one device. */
	#takebackCount(): number {
		const { ply, side, outcome } = this.table.now;
		if (outcome && outcome.reason === 'time') return 0;
		if (this.#you === null) return ply > 0 ? 1 : 0;
		const count = side === this.#you ? 2 : 1;
		return ply >= count ? count : 0;
	}

	takeback(): void {
		const ended = this.outcome !== null;
		if (this.#takebackCount() === 0) return;
		// A game that had ended some other way may be taken up again; one that time ends just now may not.
		if (!this.#stopClock() && !ended) return;
		const count = this.#takebackCount();
		this.premove = null;
		this.#stopThinking();
		const keep = this.#record.moves.length - count;
		const clocks = this.#record.clocksBefore[keep];
		this.#record.moves.length = keep;
		this.#record.clocksBefore.length = keep;
		if (this.outcome) this.table.reset(this.#record.moves);
		else this.table.undo(count);
		if (this.clocks && clocks) this.clocks = clocks;
		this.#save();
		this.#goOn();
	}

	resign(): void {
		this.#end(() => this.table.resign(this.#you ?? this.table.now.side));
	}

	declare(): void {
		this.#end(() => this.table.declare());
	}

	impasse(): void {
		this.#end(() => this.table.agreeImpasse());
	}

	draw(): void {
		if (this.shared) this.#end(() => this.table.agreeDraw());
		else this.#declined = true;
	}

	answer(_kind: OfferKind, _accept: boolean): void {
		// Nobody offers anything in a local game.
	}

	rematch(): void {
		const next = rematchOf(this.#record, Date.now());
		saveRecord(next);
		go(`/play/${next.id}`);
	}

	#end(how: () => void): void {
		this.premove = null;
		this.#stopThinking();
		if (!this.#stopClock()) return;
		how();
		if (this.outcome) playSound('end');
		this.#save();
		this.#goOn();
	}

	/**
	 * Stops the clock and charges what was still open, which may lose the game on time: `false` when the
	 * game is over.
	 */
	#stopClock(): boolean {
		this.#ticker?.stop();
		return !this.outcome;
	}

	#stopThinking(): void {
		this.#thought += 1;
		this.thinking = false;
		this.#engine?.stop();
	}

	#spend(ms: number): void {
		const side = this.running;
		if (!side || !this.clocks) return;
		const left = spend(this.clockSettings, this.clocks[side], ms);
		if (left) {
			this.clocks = { ...this.clocks, [side]: left };
			return;
		}
		const empty = {
			main_ms: 0,
			period_ms: 0,
			periods_left: 0,
			in_byoyomi: this.clockSettings.kind === 'byoyomi',
		};
		this.clocks = { ...this.clocks, [side]: empty };
		this.#end(() => this.table.flag(side));
	}

	#goOn(): void {
		this.#failed = false;
		if (this.outcome) return;
		// The clock waits for the first move, as players still look for their seats.
		if (this.table.now.ply > 0) this.#ticker?.start();
		if (this.#you !== null && this.table.now.side !== this.#you) void this.#think();
	}

	async #think(): Promise<void> {
		const { opponent } = this.#record;
		if (!this.#engine || opponent.kind !== 'computer') return;
		const { side } = this.table.now;
		this.#thought += 1;
		const thought = this.#thought;
		this.thinking = true;
		try {
			const search = this.#engine.search({
				game: this.game,
				position: this.table.startPosition(),
				moves: [...this.#record.moves],
				rules: this.#record.rules,
				level: opponent.level,
				seed: Math.floor(Math.random() * 2 ** 31),
				moveTimeMs: moveBudget(this.clockSettings, this.clocks?.[side] ?? null),
			});
			const [result] = await Promise.all([search, new Promise((done) => setTimeout(done, ENGINE_DELAY_MS))]);
			if (thought !== this.#thought) return;
			this.thinking = false;
			if (result.declares) this.#end(() => this.table.declare());
			else if (result.move) {
				this.play(result.move);
				this.#playPremove();
			} else this.#end(() => this.table.resign(side));
		} catch (error) {
			if (thought !== this.#thought) return;
			this.thinking = false;
			if (!(error instanceof StoppedError)) this.#failed = true;
		}
	}

	#save(): void {
		if (this.#abandoned) return;
		if (this.clocks) this.#record.clocks = this.clocks;
		this.#record.outcome = this.outcome;
		this.#record.updatedAt = Date.now();
		saveRecord(this.#record);
	}

	/** Remembers the clock too when the page is hidden or closed between moves. */
	pause(): void {
		this.#ticker?.flush();
		this.#save();
	}
}
