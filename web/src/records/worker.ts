/** Worker of the records module: reading thousands of games would block the page. */
import type { FromWorker, ToWorker } from './channel';
import { type RecordsModule, readAll } from './readAll';

const modules = import.meta.glob<RecordsModule>('../wasm/records/records.js', { eager: true });
const files = import.meta.glob<string>('../wasm/records/records_bg.wasm', {
	query: '?url',
	import: 'default',
	eager: true,
});
const scope = self as unknown as {
	postMessage(message: FromWorker, transfer?: Transferable[]): void;
	onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const running = new Map<number, AbortController>();

async function load(): Promise<RecordsModule> {
	const module = Object.values(modules)[0];
	const address = Object.values(files)[0];
	if (!module || !address) throw new Error('this page was built without its records module');
	await module.default({ module_or_path: fetch(address) });
	return module;
}

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));

const ready = load();
ready.then(
	() => scope.postMessage({ kind: 'ready' }),
	(error) => scope.postMessage({ kind: 'broken', message: text(error) }),
);

async function read({ id, source, game }: Extract<ToWorker, { kind: 'read' }>): Promise<void> {
	const controller = new AbortController();
	running.set(id, controller);
	try {
		const total = source.size;
		await readAll(await ready, source, game, controller.signal, (games, done) =>
			scope.postMessage({ kind: 'games', id, games, done, total }),
		);
		scope.postMessage({ kind: 'end', id });
	} finally {
		running.delete(id);
	}
}

async function write({ id, games, format, encoding }: Extract<ToWorker, { kind: 'write' }>): Promise<void> {
	const { bytes, missing } = (await ready).writeRecords(games, format, encoding);
	scope.postMessage({ kind: 'written', id, bytes, missing }, [bytes.buffer]);
}

scope.onmessage = ({ data }) => {
	if (data.kind === 'abort') {
		running.get(data.id)?.abort();
		return;
	}
	const work = data.kind === 'read' ? read(data) : write(data);
	work.catch((error) => scope.postMessage({ kind: 'failed', id: data.id, message: text(error) }));
};
