/**
 * CPU throttling inside a Worker, which the browser's throttling does not affect: work takes `factor` times as
 * long.
 */
export function slowWorker(factor: number): void {
	const scope = self as unknown as { postMessage(message: unknown): void };
	const post = scope.postMessage.bind(scope);
	let busySince = performance.now();
	const beat = () => {
		busySince = performance.now();
		setTimeout(beat, 1);
	};
	beat();
	scope.postMessage = (message) => {
		const until = performance.now() + (factor - 1) * (performance.now() - busySince);
		while (performance.now() < until);
		busySince = performance.now();
		post(message);
	};
}
