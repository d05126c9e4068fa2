import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterTap, HOLD_MS, HOVER_MS, watchPointer } from './watch';

type Listener = (event: unknown) => void;
let listeners: Map<string, Listener>;
let stop: () => void;
const ask = vi.fn();
const away = vi.fn();
const lifted = vi.fn();
const tapped = vi.fn();
/** One piece per 100 px, none from 900 on. */
const spot = (_: unknown, x: number) => (x < 900 ? String(Math.floor(x / 100)) : null);

beforeEach(() => {
	vi.useFakeTimers();
	for (const one of [ask, away, lifted, tapped]) one.mockReset();
	listeners = new Map();
	const element = {
		addEventListener: (name: string, run: Listener) => listeners.set(name, run),
		removeEventListener: (name: string) => listeners.delete(name),
	};
	stop = watchPointer([element as unknown as HTMLElement], { spot, ask, away, lifted, tapped });
});
afterEach(() => {
	vi.useRealTimers();
});

function pointer(name: string, x: number, pointerType = 'mouse', buttons = 0, isPrimary = true): void {
	listeners.get(`pointer${name}`)?.({
		target: null,
		clientX: x,
		clientY: 0,
		pointerType,
		buttons,
		isPrimary,
	});
}

it('a resting mouse asks, a passing mouse does not', () => {
	pointer('move', 10);
	vi.advanceTimersByTime(HOVER_MS - 100);
	pointer('move', 110);
	vi.advanceTimersByTime(HOVER_MS - 100);
	expect(ask).not.toHaveBeenCalled();
	pointer('move', 130);
	vi.advanceTimersByTime(100);
	expect(ask).toHaveBeenCalledTimes(1);
	expect(ask.mock.lastCall?.[3]).toBe('hover');
	away.mockReset();
	pointer('move', 950);
	expect(away).toHaveBeenCalledTimes(1);
});

it('a finger lifted at once taps; one that has moved, asked or hit nothing does not, nor does a mouse', () => {
	const tap = (x: number, type = 'touch', meanwhile = () => {}) => {
		tapped.mockReset();
		pointer('down', x, type, 1);
		meanwhile();
		pointer('up', x, type);
		return tapped.mock.calls.length;
	};
	expect(tap(10)).toBe(1);
	expect(tap(10, 'mouse')).toBe(0);
	expect(tap(950)).toBe(0);
	expect(tap(10, 'touch', () => vi.advanceTimersByTime(HOLD_MS))).toBe(0);
	expect(tap(10, 'touch', () => pointer('move', 60, 'touch', 1))).toBe(0);
});

it('a mouse with a button down drags and asks nothing', () => {
	pointer('move', 10);
	pointer('down', 10, 'mouse', 1);
	pointer('move', 110, 'mouse', 1);
	vi.advanceTimersByTime(5_000);
	expect(ask).not.toHaveBeenCalled();
});

it('a resting finger asks once, and picks nothing up when lifted', () => {
	pointer('down', 10, 'touch');
	pointer('move', 14, 'touch');
	vi.advanceTimersByTime(HOLD_MS);
	expect(ask).toHaveBeenCalledTimes(1);
	away.mockReset();
	pointer('up', 14, 'touch');
	expect(lifted).toHaveBeenCalledTimes(1);
	expect(away, 'what is shown stays to be read').not.toHaveBeenCalled();
});

it('a finger that moves after asking drags the piece', () => {
	pointer('down', 10, 'touch');
	vi.advanceTimersByTime(HOLD_MS);
	away.mockReset();
	pointer('move', 60, 'touch');
	expect(away).toHaveBeenCalled();
	pointer('up', 60, 'touch');
	expect(lifted).not.toHaveBeenCalled();
});

it('a tap, a drag and a second finger ask nothing', () => {
	pointer('down', 10, 'touch');
	pointer('up', 10, 'touch');
	pointer('down', 10, 'touch');
	pointer('move', 60, 'touch');
	vi.advanceTimersByTime(5_000);
	pointer('up', 60, 'touch');
	pointer('down', 10, 'touch');
	pointer('down', 110, 'touch', 1, false);
	vi.advanceTimersByTime(5_000);
	expect(ask).not.toHaveBeenCalled();
	expect(lifted).not.toHaveBeenCalled();
});

it('a lost pointerup does not keep the next finger from asking', () => {
	pointer('down', 10, 'touch');
	pointer('move', 60, 'touch');
	pointer('down', 110, 'touch');
	vi.advanceTimersByTime(HOLD_MS);
	expect(ask).toHaveBeenCalledTimes(1);
	expect(ask.mock.lastCall?.slice(1)).toEqual([110, 0, 'hold']);
});

it('suppresses the context menu for a finger, not for a mouse', () => {
	const preventDefault = vi.fn();
	listeners.get('contextmenu')?.({ preventDefault });
	expect(preventDefault).not.toHaveBeenCalled();
	pointer('down', 10, 'touch');
	listeners.get('contextmenu')?.({ preventDefault });
	expect(preventDefault).toHaveBeenCalledTimes(1);
});

it('removes its listeners and timers when stopped', () => {
	pointer('move', 10);
	stop();
	vi.advanceTimersByTime(5_000);
	expect(ask).not.toHaveBeenCalled();
	expect(listeners.size).toBe(0);
});

it('afterTap runs once, at the end of the touch or by a timer if no event arrives', () => {
	const window = new EventTarget();
	vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
	try {
		const run = vi.fn();
		afterTap(run);
		window.dispatchEvent(new Event('touchend'));
		expect(run, 'before any timer').toHaveBeenCalledTimes(1);
		window.dispatchEvent(new Event('mouseup'));
		vi.runAllTimers();
		expect(run).toHaveBeenCalledTimes(1);
		afterTap(run);
		vi.runAllTimers();
		expect(run).toHaveBeenCalledTimes(2);
		window.dispatchEvent(new Event('touchend'));
		expect(run).toHaveBeenCalledTimes(2);
	} finally {
		vi.unstubAllGlobals();
	}
});
