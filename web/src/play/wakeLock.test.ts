import { expect, it } from 'vitest';
import { wakeScreen } from './wakeLock';

function screen() {
	const held = new Set<object>();
	let look: (() => void) | undefined;
	const state = { visible: true, held, look: () => look?.() };
	const ports = {
		request: async () => {
			const lock = { release: async () => void held.delete(lock) };
			held.add(lock);
			return lock;
		},
		visible: () => state.visible,
		onVisibility: (run: () => void) => {
			look = run;
			return () => {
				look = undefined;
			};
		},
	};
	return { state, ports };
}

const settle = () => new Promise((done) => setTimeout(done));

it('acquires and releases the lock', async () => {
	const { state, ports } = screen();
	const end = wakeScreen(ports);
	await settle();
	expect(state.held.size).toBe(1);
	end();
	expect(state.held.size).toBe(0);
	state.look();
	await settle();
	expect(state.held.size).toBe(0);
});

it('acquires it again when the page becomes visible', async () => {
	const { state, ports } = screen();
	const end = wakeScreen(ports);
	await settle();
	state.held.clear();
	state.visible = false;
	state.look();
	await settle();
	expect(state.held.size).toBe(0);
	state.visible = true;
	state.look();
	await settle();
	expect(state.held.size).toBe(1);
	end();
});

it('releases a lock that arrives after the end', async () => {
	const { state, ports } = screen();
	wakeScreen(ports)();
	await settle();
	expect(state.held.size).toBe(0);
});

it('works without the API, and survives a refusal', async () => {
	const { ports } = screen();
	wakeScreen({ ...ports, request: undefined })();
	wakeScreen({ ...ports, request: () => Promise.reject(new Error('no battery')) })();
	await settle();
});
