/** Records of measurements in `docs/performance/`: figures and machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const FOLDER = new URL('../../docs/performance/', import.meta.url);

export const load = () => Number((loadavg()[0] ?? 0).toFixed(1));

/** `before` is the load at the start. */
export function writeRecord(name: string, chromium: string, before: number, figures: object): void {
	mkdirSync(FOLDER, { recursive: true });
	const machine = { processor: cpus()[0]?.model ?? '', processors: cpus().length };
	const record = { ...machine, chromium, load: { before, after: load() }, ...figures };
	writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(record, null, '\t')}\n`);
}
