import { beforeEach, expect, it, vi } from 'vitest';

let kept: Map<string, string>;
beforeEach(() => {
	kept = new Map();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
	});
});

async function open() {
	let notify = () => {};
	vi.stubGlobal('addEventListener', (name: string, run: (event: object) => void) => {
		if (name === 'storage') notify = () => run({ key: 'komadai.lessons' });
	});
	vi.resetModules();
	return { ...(await import('./progress.svelte')), notified: () => notify() };
}

it('steps done in two tabs are all kept and shown in both', async () => {
	const [a, b] = [await open(), await open()];
	a.stepDone('shogi', 'pawn');
	b.stepDone('shogi', 'lance');
	b.stepDone('shogun', 'queen');
	a.notified();
	for (const tab of [a, b]) {
		expect(tab.stepsDone('shogi')).toEqual(['pawn', 'lance']);
		expect(tab.stepsDone('shogun')).toEqual(['queen']);
	}
	b.forgetSteps('shogi');
	a.notified();
	a.stepDone('shogi', 'pawn');
	expect(a.stepsDone('shogi')).toEqual(['pawn']);
});
