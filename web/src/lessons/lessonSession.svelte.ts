/** A step of a lesson being tried: one side is played here, the other answers by itself until the goal is reached or missed. */
import type { GameId, Side } from '../games/game';
import { moveStyle } from '../games/moveStyle';
import { locale } from '../i18n/locale.svelte';
import type { Game, RulesModule } from '../rules/module';
import { GameHistory } from '../session/gameHistory.svelte';
import { Practice } from '../session/practice.svelte';
import { moveMade } from '../sound/pick';
import { judge, replyTo, type Verdict } from './judge';
import { type Step, startOf } from './lesson';

/** Long enough to see one's own move before it is answered. */
const REPLY_MS = 450;

export class LessonSession extends Practice {
	readonly table: GameHistory;
	readonly handicap = false;
	readonly bottomSide: Side;
	verdict: Verdict = $state.raw({ kind: 'going' });
	readonly #rules: RulesModule;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(
		rules: RulesModule,
		readonly game: GameId,
		readonly step: Step,
	) {
		super();
		this.#rules = rules;
		this.table = new GameHistory(rules, game, startOf(step), [], {});
		this.bottomSide = this.table.now.side;
	}

	override get movers(): readonly Side[] {
		return this.readOnly || this.table.now.side !== this.bottomSide ? [] : super.movers;
	}

	/** Once it is judged, it is only looked at. */
	get readOnly(): boolean {
		return this.verdict.kind !== 'going';
	}

	/** Asks the rules about the game as it stands, and gives it back. */
	#ask<T>(question: (live: Game) => T): T {
		const { game, start, rulesSet, now } = this.table;
		const live = this.#rules.Game.replay(game, start, [...now.moves], rulesSet);
		try {
			return question(live);
		} finally {
			live.free();
		}
	}

	override play(move: string): void {
		this.table.play(move);
		moveMade(this.table.now, true);
		this.verdict = this.#ask((live) => judge(this.step, live, this.bottomSide));
		if (this.verdict.kind === 'going') this.#timer = setTimeout(() => this.#reply(), REPLY_MS);
	}

	#reply(): void {
		const move = this.#ask((live) => replyTo(live));
		if (!move) return;
		this.table.play(move);
		moveMade(this.table.now, false);
	}

	/** A move of the opponent's as people of the page's language write it. */
	written(move: string): string {
		return this.#ask((live) => {
			live.play(move);
			return live.displayMoves(moveStyle(this.game, locale())).at(-1) ?? move;
		});
	}

	/** From the beginning of the step. */
	again(): void {
		clearTimeout(this.#timer);
		this.table.reset([]);
		this.verdict = { kind: 'going' };
	}

	override stop(): void {
		clearTimeout(this.#timer);
		super.stop();
	}
}
