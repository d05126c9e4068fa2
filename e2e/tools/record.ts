/** What a measurement writes down: its figures, and the machine they are of, in `docs/performance/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const FOLDER = new URL('../../docs/performance/', import.meta.url);

/** Work of the machine that is not ours shows here. */
export const load = () => Number((loadavg()[0] ?? 0).toFixed(1));

/** `before` is the load when it began. */
export function writeRecord(name: string, chromium: string, before: number, figures: object): void {
	mkdirSync(FOLDER, { recursive: true });
	const machine = { processor: cpus()[0]?.model ?? '', processors: cpus().length };
	const record = { ...machine, chromium, load: { before, after: load() }, ...figures };
	writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(record, null, '\t')}\n`);
}
