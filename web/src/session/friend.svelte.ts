/**
 * Online game. The server is the referee; the player's own move shows at once (optimistic update), is sent until
 * acknowledged and is rolled back when the server disagrees.
 */

import { GameHistory } from '../board/gameHistory.svelte';
import { newRecordId } from '../database/gameRecord';
import type { Toss } from '../furigoma/furigoma';
import { sideName } from '../games/names';
import { refusalCodeText } from '../games/refusals';
import type { LazyText } from '../i18n/locale.svelte';
import { browserPorts, type Connection, pageConnection } from '../net/connection';
import { failureText } from '../net/failureText';
import type { GameTopic, Phase } from '../net/gameTopic';
import { m } from '../paraglide/messages';
import {
	type ClockSettings,
	type ClockState,
	type ErrorCode,
	type GameEvent as Event,
	type GameOutcome,
	type PerSide,
	PROTOCOL_VERSION,
	type Premove,
	type RatingChange,
	type Seat,
	type ServerMessage,
	type SideClock,
	type Snapshot,
} from '../protocol';
import type { FollowedGame, RulesModule } from '../rules/module';
import { other, type Side, type VariantId } from '../rules/variant';
import { moveMade } from '../sound/moveSound';
import { playSound } from '../sound/sound';
import { forgetMove, keepMove, keptMove, type PendingMove } from '../store/pendingMove';
import { changed, dueText, goOn } from './firstMoves';
import { type Claim, friendBanners } from './friendBanners';
import { declinedText } from './offerText';
import { knownAs } from './ratingText';
import type { Banner, OfferKind, OpenOffer, Player, Possible, Session } from './session';

const CLOCK_TICK_MS = 100;
const NOTICE_MS = 4_000;

export class FriendSession implements Session {
	readonly game: VariantId;
	readonly history: GameHistory;
	readonly handicap: boolean;
	readonly clockSettings: ClockSettings;
	readonly oneDevice = false;
	readonly online = true;
	#rules: RulesModule;
	/** Fold of the events since the last snapshot. */
	#followed: FollowedGame;
	#connection: GameTopic;
	#stopTicking: (() => void) | undefined;
	#pending: PendingMove | undefined = $state.raw();
	/** Id of the last premove command that has no answer. */
	#premoveCommand: string | undefined;
	premove: Premove | null = $state.raw(null);
	snapshot: Snapshot = $state.raw() as Snapshot;
	#seat: Seat = $state('watcher');
	#phase: Phase = $state('connecting');
	/** Stays `true` through all attempts to reconnect. */
	#lost = $state(false);
	#stopped = false;
	#online = $state(true);
	#present: Record<Side, boolean> | null = $state.raw(null);
	/** Server time; set when the opponent left on their own turn. */
	#claimFrom: number | null = $state(null);
	#changes: PerSide<RatingChange> | null = $state.raw(null);
	/** Counts whole states: the first one and one after each reconnection. */
	welcomes = $state(0);
	#newer = $state(false);
	#lastError: ErrorCode | undefined = $state();
	#notice: { kind: Banner['kind']; words: LazyText } | null = $state.raw(null);
	#now = $state(0);

	get startedAt(): number {
		return this.snapshot.created_at_ms;
	}

	constructor(rules: RulesModule, snapshot: Snapshot, seat: Seat, line: Connection = pageConnection()) {
		const { settings } = snapshot;
		this.game = settings.game;
		this.handicap = settings.handicap !== null;
		this.clockSettings = settings.clock;
		this.#rules = rules;
		this.#followed = new rules.FollowedGame(snapshot);
		this.snapshot = snapshot;
		this.#seat = seat;
		this.history = new GameHistory(rules, settings.game, settings.start, snapshot.moves, settings.rules);
		this.#connection = line.game(snapshot.id, {
			message: (message) => this.#receive(message),
			phase: (phase) => {
				this.#phase = phase;
				if (phase !== 'connecting') this.#lost = phase === 'waiting';
			},
			lastSeq: () => this.snapshot.seq,
		});
		this.#now = this.#connection.serverNow();
		this.#resumeMove();
	}

	begin(): void {
		this.#connection.start();
		this.#stopTicking = browserPorts.after(0, () => this.#tick());
		this.#online = navigator.onLine;
	}

	stop(): void {
		this.#stopTicking?.();
		this.#connection.end();
		this.#stopped = true;
		this.history.free();
		this.#followed.free();
	}

	network(online: boolean): void {
		this.#online = online;
		if (online) this.#connection.hurry();
	}

	#tick(): void {
		this.#now = this.#connection.serverNow();
		this.#stopTicking = browserPorts.after(CLOCK_TICK_MS, () => this.#tick());
	}

	get #side(): Side | null {
		return this.#seat === 'watcher' ? null : this.#seat;
	}

	get bottomSide(): Side {
		return this.#side ?? 'first';
	}

	get seat(): Seat {
		return this.#seat;
	}

	get outcome(): GameOutcome | null {
		return this.snapshot.outcome;
	}

	get serverNow(): number {
		return this.#now;
	}

	get waiting(): boolean {
		return this.snapshot.status === 'waiting';
	}

	get movers(): readonly Side[] {
		const side = this.#side;
		if (!side || this.snapshot.status !== 'playing' || this.#pending) return [];
		return this.history.now.side === side && !this.history.now.outcome ? [side] : [];
	}

	get id(): string {
		return this.snapshot.id;
	}

	get toss(): Toss | null {
		return this.snapshot.furigoma;
	}

	get isWatcher(): boolean {
		return this.#side === null;
	}

	get #clock(): ClockState | null {
		// Dependency.
		void this.snapshot;
		return this.#stopped ? null : this.#followed.clocks(this.#now);
	}

	get clocks(): PerSide<SideClock> | null {
		return this.#clock?.left ?? null;
	}

	/** `null` while the clock waits for the end of the furigoma animation. */
	get running(): Side | null {
		const clock = this.#clock;
		return clock && clock.at_ms <= this.#now ? clock.running : null;
	}

	tossSeen(): void {
		// The server knows when the furigoma animation ends.
	}

	get players(): Record<Side, Player> {
		const player = (side: Side): Player => {
			const called = knownAs(this.snapshot.players[side], this.#changes?.[side]);
			const due = this.#pending ? '' : dueText(this.snapshot, side, this.#now);
			const note = this.#pendingNote;
			if (side === this.#side) return { name: m.play_you(), note, due, you: true, ...called };
			const name = called.known ?? sideName(this.game, side, this.handicap);
			const isKnown = this.#phase === 'open' && this.snapshot.status === 'playing';
			const isGone = isKnown && this.#present?.[side] === false;
			const away = this.isWatcher ? m.friend_player_away() : m.friend_away();
			return { name, note: isGone ? away : '', due, you: false, ...called };
		};
		return { first: player('first'), second: player('second') };
	}

	get #pendingNote(): string {
		if (!this.#pending) return '';
		return this.#online && this.#phase !== 'waiting' ? m.friend_pending() : m.friend_not_sent();
	}

	get possible(): Possible {
		void this.snapshot;
		const possible = this.#followed.possible(this.#seat);
		return {
			...possible,
			takeback: possible.takeback && !this.#pending,
			resign: possible.resign && !possible.abort && !this.waiting,
			draw: possible.draw && this.history.now.ply > 0,
		};
	}

	get offers(): readonly OpenOffer[] {
		if (!this.#side) return [];
		return this.snapshot.offers.map(({ offer, by }) => ({ kind: offer, mine: by === this.#side }));
	}

	get banners(): readonly Banner[] {
		return friendBanners({
			cut: !this.#online ? 'offline' : this.#lost ? 'lost' : null,
			clockRuns: this.running !== null,
			closedBy: this.#phase === 'closed' ? (this.#lastError ?? null) : null,
			newer: this.#newer,
			over: this.outcome !== null,
			unrated: this.snapshot.moves.length < 2 ? this.snapshot.unrated : null,
			claim: this.#claim,
			notice: this.#notice && { kind: this.#notice.kind, text: this.#notice.words() },
		});
	}

	get #claim(): Claim | null {
		const { status, side } = this.snapshot;
		const isTheirs = status === 'playing' && this.#side === other(side);
		if (this.#claimFrom === null || this.#phase !== 'open' || !isTheirs) return null;
		const inMs = this.#claimFrom - this.#now;
		return { inMs, victory: () => this.#end('claim-victory'), abort: () => this.abort() };
	}

	play(move: string): void {
		const pending = { id: newRecordId(), ply: this.history.now.ply, move };
		this.#sendMove(pending);
		keepMove(this.snapshot.id, pending);
		moveMade(this.history.now, true);
	}

	#sendMove(pending: PendingMove): void {
		this.#pending = pending;
		this.history.play(pending.move);
		this.#connection.command({ type: 'move', game: this.snapshot.id, ...pending });
	}

	#resumeMove(): void {
		const { id, moves, status } = this.snapshot;
		const kept = keptMove(id);
		if (!kept) return;
		const { now } = this.history;
		const apt = status === 'playing' && now.side === this.#side && moves.length === kept.ply;
		if (apt && this.history.why(kept.move) === null) this.#sendMove(kept);
		else forgetMove(id);
	}

	#forgetPending(): void {
		this.#pending = undefined;
		forgetMove(this.snapshot.id);
	}

	get premover(): Side | null {
		const side = this.#side;
		if (!side || this.snapshot.status !== 'playing' || this.history.now.outcome) return null;
		return this.history.now.side === side ? null : side;
	}

	setPremove(move: string): void {
		if (!this.premover) return;
		const premove = { ply: this.history.now.ply + 1, move };
		this.#forgetPremove();
		this.premove = premove;
		this.#sayPremove(premove);
	}

	cancelPremove(): void {
		if (!this.premove) return;
		this.#forgetPremove();
		this.#premoveCommand = newRecordId();
		this.#connection.command({ type: 'cancel-premove', game: this.snapshot.id, id: this.#premoveCommand });
	}

	#sayPremove({ ply, move }: Premove): void {
		const id = newRecordId();
		this.#premoveCommand = id;
		this.#connection.command({ type: 'premove', game: this.snapshot.id, id, ply, move });
	}

	#forgetPremove(): void {
		this.premove = null;
		if (this.#premoveCommand) this.#connection.drop(this.#premoveCommand);
		this.#premoveCommand = undefined;
	}

	/** A restarted server has lost its premoves: send again one that only this page has. */
	#premoveAtWelcome(welcomed: Premove | null): void {
		const mine = this.premove;
		// The connection resends unanswered commands.
		if (this.#premoveCommand) return;
		this.premove = welcomed;
		const apt = this.snapshot.status === 'playing' && this.snapshot.moves.length + 1 === mine?.ply;
		if (!welcomed && mine && apt) {
			this.premove = mine;
			this.#sayPremove(mine);
		}
	}

	takeback(): void {
		this.#offer('takeback');
	}

	resign(): void {
		this.#end('resign');
	}

	abort(): void {
		this.#end('abort');
	}

	#end(type: 'resign' | 'abort' | 'claim-victory'): void {
		this.#connection.command({ type, game: this.snapshot.id, id: newRecordId() });
	}

	rematch(): void {
		const offered = this.snapshot.offers.some(({ offer, by }) => offer === 'rematch' && by !== this.#side);
		if (offered) this.answer('rematch', true);
		else this.#offer('rematch');
	}

	impasse(): void {
		this.#offer('impasse');
	}

	draw(): void {
		this.#offer('draw');
	}

	declare(): void {
		const { id: game } = this.snapshot;
		this.#connection.command({ type: 'declare', game, id: newRecordId(), ply: this.history.now.ply });
	}

	#offer(offer: OfferKind): void {
		this.#connection.command({ type: 'offer', game: this.snapshot.id, id: newRecordId(), offer });
	}

	answer(kind: OfferKind, accept: boolean): void {
		this.#connection.command({ type: 'answer', game: this.id, id: newRecordId(), offer: kind, accept });
	}

	#receive(message: ServerMessage): void {
		switch (message.type) {
			case 'welcome':
				this.#newer = message.protocol > PROTOCOL_VERSION;
				break;
			case 'game':
				this.#seat = message.seat;
				this.#adopt(message.snapshot);
				this.#premoveAtWelcome(message.premove ?? null);
				this.welcomes += 1;
				break;
			case 'premove':
				// An answer to an earlier command is stale.
				if (this.#premoveCommand && this.#premoveCommand !== message.id) break;
				this.#premoveCommand = undefined;
				this.premove = message.premove;
				break;
			case 'event':
				this.#event(message);
				break;
			case 'refused': {
				const ofPremove = this.#premoveCommand === message.id;
				// Dropped silently: the expected position did not arise.
				if (ofPremove) this.#forgetPremove();
				if (this.#pending?.id === message.id) this.#forgetPending();
				this.#reconcile();
				if (message.seq > this.snapshot.seq) this.#connection.resync();
				if (!ofPremove)
					this.#say('warning', () =>
						message.rule ? refusalCodeText(this.game, message.rule) : failureText(message.code),
					);
				break;
			}
			case 'clock':
				this.#followed.setClock(message.clock);
				this.#look();
				break;
			case 'presence':
				this.#present = message.players;
				this.#claimFrom = message.claim_from_ms;
				break;
			case 'rated':
				this.#changes = message.changes;
				break;
			case 'unsubscribed':
			case 'error':
				if (message.code) this.#fail(message.code);
		}
	}

	#fail(code: ErrorCode): void {
		this.#lastError = code;
		if (code === 'protocol-too-old') this.#newer = true;
		else if (code !== 'shutting-down') this.#say('warning', () => failureText(code));
	}

	#event(event: Event): void {
		const applied = this.#followed.apply(event);
		if (applied === 'gap') this.#connection.resync();
		if (applied === 'gap' || applied === 'known') return;
		const { offers } = this.snapshot;
		this.#look();
		this.#settlePremove(event.kind === 'taken-back');
		const isAnswer = offers.some(({ by }) => by === this.#side);
		if (event.kind === 'declined' && event.by !== this.#side && isAnswer)
			this.#say('info', () => declinedText(this, event.offer));
		this.#reconcile();
		if (event.kind === 'joined') playSound('drop');
		// A mating move has played its sound already.
		if (event.kind === 'ended' && !this.history.now.outcome) playSound('end');
		if (event.kind === 'rematch') goOn(event.next, this.#seat, event.returned_to);
	}

	#settlePremove(takenBack: boolean): void {
		const { moves, status } = this.snapshot;
		if (this.premove && (takenBack || status !== 'playing' || moves.length >= this.premove.ply)) this.#forgetPremove();
	}

	#look(): void {
		this.snapshot = changed(this.snapshot, this.#followed.changes(this.#connection.serverNow()));
	}

	#adopt(snapshot: Snapshot): void {
		if (snapshot.seq < this.snapshot.seq) return;
		const wasOpen = this.snapshot.rematch === null;
		this.#followed.free();
		this.#followed = new this.#rules.FollowedGame(snapshot);
		this.snapshot = snapshot;
		this.#settlePremove(false);
		this.#reconcile();
		// Follow a rematch agreed while disconnected; an old game opened again stays open.
		if (snapshot.rematch && wasOpen) goOn(snapshot.rematch, this.#seat);
	}

	/** Sets the board to the server's moves plus the pending move. */
	#reconcile(): void {
		const { moves } = this.snapshot;
		const pending = this.#pending;
		if (pending) {
			const settled = moves.length > pending.ply;
			if (settled && moves[pending.ply] !== pending.move) this.#say('info', () => m.friend_resync());
			if (settled || moves.length < pending.ply || this.snapshot.status === 'ended') {
				this.#connection.drop(pending.id);
				this.#forgetPending();
			}
		}
		// Never show a move that loses because it is illegal.
		const lost = this.history.now.outcome?.reason === 'illegal-move';
		const wanted = this.#pending && !lost ? [...moves, this.#pending.move] : moves;
		if (this.history.follow(wanted) && !this.outcome) {
			moveMade(this.history.now, this.#side !== this.history.now.side);
		}
	}

	#say(kind: Banner['kind'], words: LazyText): void {
		const notice = { kind, words };
		this.#notice = notice;
		browserPorts.after(NOTICE_MS, () => {
			if (this.#notice === notice) this.#notice = null;
		});
	}
}
