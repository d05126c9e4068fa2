/** Partial and complete reports in local storage, to resume after a reload. */
import type { VariantId } from '../../rules/variant';
import { readJson, writeJson } from '../../store/storage';
import type { Evaluation } from '../evaluation';

export interface Played {
	game: VariantId;
	start: string;
	rules: Record<string, string>;
	moves: readonly string[];
}

export interface KeptReport {
	/** Nodes per position; 0 before the speed is measured. */
	nodes: number;
	/** From the start position on; incomplete if stopped. */
	evaluations: readonly Evaluation[];
	running: boolean;
}

interface Entry extends KeptReport {
	key: string;
}

const STORAGE_KEY = 'komadai.reports';
/** Few, because local storage is small. */
const KEPT = 6;

function keyOf({ game, start, rules, moves }: Played): string {
	return JSON.stringify([game, start, Object.entries(rules).sort(), moves]);
}

function entries(): Entry[] {
	const kept = readJson(STORAGE_KEY);
	if (!Array.isArray(kept)) return [];
	return kept.filter(
		(one): one is Entry =>
			typeof one?.key === 'string' &&
			Number(one.nodes) >= 0 &&
			Array.isArray(one.evaluations) &&
			one.evaluations.every(isEvaluation),
	);
}

function isEvaluation(value: unknown): value is Evaluation {
	const { win, value: worth, line } = (value ?? {}) as Partial<Evaluation>;
	return typeof win === 'number' && typeof worth === 'object' && worth !== null && Array.isArray(line);
}

export function keptReport(played: Played): KeptReport | null {
	const key = keyOf(played);
	const entry = entries().find((one) => one.key === key);
	return entry ? { nodes: entry.nodes, evaluations: entry.evaluations, running: entry.running === true } : null;
}

/** Saves a report unless another tab has got further. */
export function keepReport(played: Played, report: KeptReport): boolean {
	const key = keyOf(played);
	const all = entries();
	const before = all.find((one) => one.key === key);
	const entry = before && before.evaluations.length > report.evaluations.length ? before : { key, ...report };
	const others = all.filter((one) => one.key !== key);
	return writeJson(STORAGE_KEY, [entry, ...others].slice(0, KEPT));
}
