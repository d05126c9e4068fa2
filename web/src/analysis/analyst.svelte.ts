/** Engine of the analysis board: searches the current position while on, and caches results. */
import { Engine, StoppedError } from '../engine/engine';
import { afterNullMove } from '../rules/positionText';
import { other, type Side, type VariantId } from '../rules/variant';
import { readJson, writeJson } from '../store/storage';
import type { SearchInfo, SearchRequest } from '../wasm/engine/engine';
import { type Effort, effortOf, NO_LIMIT_MS, readEffort } from './effort';
import { ranked, seenByFirst } from './evaluation';
import { type Analysed, type Evaluations, type Line, positionKey } from './evaluations.svelte';

export const MAX_LINES = 5;

/** A position to search, with its game, since repetitions count. */
export interface Target {
	game: VariantId;
	start: string;
	moves: readonly string[];
	rules: Record<string, string>;
	position: string;
	side: Side;
	inCheck: boolean;
	over: boolean;
	/** A king is missing: only mates can be searched. */
	problem: boolean;
	node: number;
}

export type Searcher = Pick<Engine, 'search' | 'stop' | 'end' | 'warm'>;

const STORAGE_KEY = 'komadai.analysis.engine';
/** Throttle of updates. */
const SHOW_MS = 60;
/** Debounce of quick navigation. */
const PAUSE_MS = 40;

interface Choice {
	lines: number;
	effort: Effort;
}

function keptChoice(): Partial<Choice> {
	const kept = readJson(STORAGE_KEY) as { lines?: number; effort?: string } | null | undefined;
	const effort = readEffort(kept?.effort);
	const lines = Math.round(Number(kept?.lines));
	return { ...(effort ? { effort } : {}), ...(lines >= 1 && lines <= MAX_LINES ? { lines } : {}) };
}

function limits(effort: Effort): Pick<SearchRequest, 'moveTimeMs' | 'depth'> {
	const { kind, count } = effortOf(effort);
	if (kind === 'time') return { moveTimeMs: count * 1000 };
	return kind === 'depth' ? { depth: count } : { moveTimeMs: NO_LIMIT_MS };
}

/** A reported line from the first side's view. */
export function lineOf(info: SearchInfo, side: Side): Line {
	return { ...seenByFirst(info, side), depth: info.depth, moves: info.pv };
}

/** Adds a reported line; until its iteration is complete, lines of the previous one stay. */
function withLine(lines: readonly Line[], line: Line, isLast: boolean): Line[] {
	const same = lines.filter(({ depth, moves }) => depth === line.depth && moves[0] !== line.moves[0]);
	const known = [...same, line];
	if (isLast) return known;
	const before = lines.filter((one) => one.depth < line.depth && !known.some(({ moves }) => moves[0] === one.moves[0]));
	return [...known, ...before];
}

export class Analyst {
	readonly #engine: Searcher;
	readonly #evaluations: Evaluations;
	on = $state(false);
	/** Search after a null move. */
	threat = $state(false);
	lines = $state(1);
	effort: Effort = $state('time-15');
	running = $state(false);
	failed = $state(false);
	shown: Analysed | null = $state.raw(null);
	#target: Target | null = null;
	/** Search number, to drop reports of an earlier search. */
	#search = 0;
	#pause: ReturnType<typeof setTimeout> | undefined;
	/** Hidden on a device that must save power. */
	#asleep = false;

	constructor(evaluations: Evaluations, engine: Searcher = new Engine()) {
		this.#evaluations = evaluations;
		this.#engine = engine;
		const kept = keptChoice();
		this.effort = kept.effort ?? this.effort;
		this.lines = kept.lines ?? this.lines;
	}

	look(target: Target): void {
		const before = this.#target;
		this.#target = target;
		if (before && before.position === target.position && before.moves.length === target.moves.length) {
			// A transposition: the evaluation holds for this node too.
			if (before.node !== target.node && this.shown && !this.threat) this.#evaluations.found(target.node, this.shown);
			return;
		}
		// A threat belongs to one position.
		this.threat = false;
		this.#begin(PAUSE_MS);
	}

	toggle(): void {
		if (this.#target?.problem) return;
		this.on = !this.on;
		if (!this.on) this.threat = false;
		this.failed = false;
		this.#begin();
	}

	/** A null move is illegal in check. */
	get threatPossible(): boolean {
		const target = this.#target;
		return target !== null && !target.inCheck && !target.over && !target.problem;
	}

	toggleThreat(): void {
		if (!this.threat && !this.threatPossible) return;
		this.threat = !this.threat;
		if (this.threat) this.on = true;
		this.#begin();
	}

	change(chosen: Partial<Choice>): void {
		if (chosen.lines) this.lines = Math.max(1, Math.min(MAX_LINES, chosen.lines));
		if (chosen.effort) this.effort = chosen.effort;
		// Another tab may have changed the other value.
		const kept = { lines: this.lines, effort: this.effort, ...keptChoice() };
		writeJson(STORAGE_KEY, {
			...kept,
			...(chosen.lines ? { lines: this.lines } : {}),
			...(chosen.effort ? { effort: this.effort } : {}),
		});
		this.#begin();
	}

	/** Pauses while hidden, to save power. */
	sleep(asleep: boolean): void {
		if (asleep === this.#asleep) return;
		this.#asleep = asleep;
		this.#begin();
	}

	end(): void {
		clearTimeout(this.#pause);
		this.#search += 1;
		this.#engine.end();
	}

	get #key(): string {
		const target = this.#target;
		if (!target) return '';
		return positionKey(this.threat ? afterNullMove(target.game, target.position) : target.position);
	}

	#begin(afterMs = 0): void {
		clearTimeout(this.#pause);
		this.#search += 1;
		this.#engine.stop();
		this.running = false;
		const target = this.#target;
		const known = this.#evaluations.position(this.#key);
		this.shown = known;
		if (known && target && !this.threat) this.#evaluations.found(target.node, known);
		if (!this.on || !target || target.over || target.problem || this.#asleep) return;
		if (known && known.effort === this.effort && known.asked >= this.lines) return;
		this.running = true;
		if (afterMs === 0) void this.#run(target);
		else this.#pause = setTimeout(() => void this.#run(target), afterMs);
	}

	#request({ game, start, moves, rules, position }: Target): SearchRequest {
		const asked = this.threat
			? { position: afterNullMove(game, position), moves: [] }
			: { position: start, moves: [...moves] };
		return { game, ...asked, rules, multiPv: this.lines, ...limits(this.effort) };
	}

	async #run(target: Target): Promise<void> {
		const search = this.#search;
		const { effort, threat, lines: asked } = this;
		const key = this.#key;
		const side = threat ? other(target.side) : target.side;
		let lines: readonly Line[] = [];
		let latest: Analysed | null = null;
		let begun = false;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const show = (ended: boolean) => {
			clearTimeout(timer);
			timer = undefined;
			if (!latest || search !== this.#search) return;
			const found = { ...latest, effort: ended ? effort : null };
			if (this.#evaluations.keep(key, found)) this.shown = found;
			else if (ended && this.shown) this.#evaluations.keep(key, { ...this.shown, effort });
			if (!threat && this.shown) this.#evaluations.found(this.#target?.node ?? target.node, this.shown);
		};
		try {
			await this.#engine.search(this.#request(target), (info) => {
				// Bounds come from an aborted iteration and say less than known lines.
				if (search !== this.#search || info.bound !== 'exact') return;
				lines = withLine(lines, lineOf(info, side), info.pvIndex === asked);
				const shown = ranked(lines, side).slice(0, asked);
				latest = { lines: shown, asked, nodes: info.nodes, timeMs: info.timeMs, effort: null };
				// The first report is shown at once.
				if (!begun) show(false);
				else timer ??= setTimeout(() => show(false), SHOW_MS);
				begun = true;
			});
			show(true);
			if (search === this.#search) this.running = false;
		} catch (error) {
			clearTimeout(timer);
			if (search !== this.#search) return;
			this.running = false;
			if (!(error instanceof StoppedError)) {
				console.error(error);
				this.failed = true;
				this.on = false;
			}
		}
	}
}
