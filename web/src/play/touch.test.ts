import { beforeEach, expect, it, vi } from 'vitest';
import { watchTouches } from './touch';

type Listener = (event: unknown) => void;
let listeners: Map<string, Listener>;
let stop: () => void;
const ontwofingers = vi.fn();

beforeEach(() => {
	ontwofingers.mockReset();
	listeners = new Map();
	const element = {
		addEventListener: (name: string, run: Listener) => listeners.set(name, run),
		removeEventListener: (name: string) => listeners.delete(name),
	};
	stop = watchTouches(element as unknown as HTMLElement, ontwofingers);
});

function fingers(name: string, ...points: [number, number][]): void {
	listeners.get(name)?.({
		touches: points.map(([clientX, clientY]) => ({ clientX, clientY })),
	});
}

it('two fingers that rotate far enough flip once, in either direction', () => {
	fingers('touchstart', [0, 0], [100, 0]);
	fingers('touchmove', [0, 0], [98, 20]);
	expect(ontwofingers).not.toHaveBeenCalled();
	fingers('touchmove', [0, 0], [70, 70]);
	fingers('touchmove', [0, 0], [0, 100]);
	expect(ontwofingers).toHaveBeenCalledTimes(1);
	fingers('touchend', [0, 0]);
	fingers('touchstart', [0, 0], [-100, -5]);
	fingers('touchmove', [0, 0], [-100, 5]);
	expect(ontwofingers, 'no turn, though the angle wraps around').toHaveBeenCalledTimes(1);
	fingers('touchmove', [0, 0], [-70, 70]);
	expect(ontwofingers).toHaveBeenCalledTimes(2);
});

it('removes its listeners', () => {
	stop();
	expect(listeners.size).toBe(0);
});
