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

it('holds the screen and lets it go', async () => {
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

it('takes it again when the page is looked at again', async () => {
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

it('one that comes too late is given back', async () => {
	const { state, ports } = screen();
	wakeScreen(ports)();
	await settle();
	expect(state.held.size).toBe(0);
});

it('asks nothing where there is none, and survives a refusal', async () => {
	const { ports } = screen();
	wakeScreen({ ...ports, request: undefined })();
	wakeScreen({ ...ports, request: () => Promise.reject(new Error('no battery')) })();
	await settle();
});
