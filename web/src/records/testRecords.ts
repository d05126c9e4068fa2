/** The real records module for tests in Node; requires `make wasm`. */
import { readFileSync } from 'node:fs';
import type { RecordsModule } from './readAll';

const found = import.meta.glob<RecordsModule>('../wasm/records/records.js');

export async function recordsForTests(): Promise<RecordsModule> {
	const load = Object.values(found)[0];
	if (!load) throw new Error('the records module is not built: run `make wasm`');
	const module = await load();
	module.initSync({ module: readFileSync(new URL('../wasm/records/records_bg.wasm', import.meta.url)) });
	return module;
}
