/** Engine Worker. A search blocks it; terminate it to stop early. */
import type { MateInfo } from '../wasm/engine/engine';
import type { FromWorker, ToWorker } from './channel';
import { clockOfWorker } from './endAtOnce';

type Engine = typeof import('../wasm/engine/engine');

const modules = import.meta.glob<Engine>('../wasm/engine/engine.js', { eager: true });
const scope = self as unknown as {
	postMessage(message: FromWorker): void;
	onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

let ready: Promise<Engine> | undefined;

async function load(module: WebAssembly.Module): Promise<Engine> {
	const engine = Object.values(modules)[0];
	if (!engine) throw new Error('this page was built without its engine module');
	await engine.default({ module_or_path: module });
	// Clock of the module. Only Chromium lets a terminated Worker run on.
	if (navigator.userAgent.includes('Chrome/')) performance.now = clockOfWorker(performance.now.bind(performance));
	return engine;
}

/** The classical evaluation stays in use. */
function refused(error: unknown): void {
	console.warn('the engine refused its net:', error);
}

scope.onmessage = async ({ data }) => {
	if (data.kind === 'load') {
		ready = load(data.module);
		ready.catch(() => {});
		return;
	}
	if (data.kind === 'net') {
		// Every search awaits the same promise, so later ones find the net.
		ready?.then((engine) => engine.setNet(data.bytes)).catch(refused);
		return;
	}
	const { id } = data;
	try {
		if (!ready) throw new Error('the engine was not loaded');
		const engine = await ready;
		if (data.kind === 'hanging') {
			const { game, position, side } = data.request;
			scope.postMessage({ kind: 'squares', id, squares: engine.hanging(game, position, side) });
			return;
		}
		const progress = (info: MateInfo) => scope.postMessage({ kind: 'progress', id, info });
		if (data.kind === 'mate') {
			scope.postMessage({ kind: 'mated', id, answer: engine.mate(data.request, progress) });
			return;
		}
		if (data.kind === 'defend') {
			scope.postMessage({ kind: 'defended', id, answer: engine.defend(data.request, progress) });
			return;
		}
		const result = engine.search(data.request, (info) => scope.postMessage({ kind: 'info', id, info }));
		scope.postMessage({ kind: 'result', id, result });
	} catch (error) {
		scope.postMessage({
			kind: 'failed',
			id,
			message: error instanceof Error ? error.message : String(error),
		});
	}
};
