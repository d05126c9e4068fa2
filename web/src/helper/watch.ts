/** Pointer gestures that ask about a piece: long press and hover. */

/** Delay of a long press, in milliseconds. */
export const HOLD_MS = 550;
/** Hover delay. */
export const HOVER_MS = 700;
/** Movement beyond this distance is a drag. */
const STILL_PX = 10;

export interface WatchPorts {
	/** Id of the piece at a point, or null. */
	spot: (target: EventTarget | null, x: number, y: number) => string | null;
	ask: (target: EventTarget | null, x: number, y: number, by: 'hold' | 'hover') => void;
	tapped: (target: EventTarget | null, x: number, y: number) => void;
	/** Called when the pointer leaves the piece. */
	away: () => void;
	/** The asking finger was lifted in place: it picks nothing up. */
	lifted: () => void;
}

/** Runs after the board has handled a tap and before the next touch: a timer alone may fire after a quick second tap. */
export function afterTap(run: () => void): void {
	const waiting = new AbortController();
	const now = () => {
		clearTimeout(timer);
		waiting.abort();
		run();
	};
	// Neither event fires if the touched element is gone.
	const timer = setTimeout(now);
	// The board listens on the document, so it has handled the event before it reaches the window.
	for (const name of ['touchend', 'mouseup']) addEventListener(name, now, { signal: waiting.signal });
}

type Pointer = Pick<PointerEvent, 'target' | 'clientX' | 'clientY' | 'pointerType' | 'buttons' | 'isPrimary'>;

export function watchPointer(elements: readonly HTMLElement[], ports: WatchPorts): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let over: string | null = null;
	let fingers = 0;
	let start: { x: number; y: number } | undefined;
	/** A long press has been reported. */
	let held = false;

	const ask = (event: Pointer, by: 'hold' | 'hover', after: number) => {
		const { target, clientX, clientY } = event;
		timer = setTimeout(() => {
			timer = undefined;
			held = by === 'hold';
			ports.ask(target, clientX, clientY, by);
		}, after);
	};
	const stop = () => {
		clearTimeout(timer);
		timer = undefined;
	};
	const leave = () => {
		stop();
		if (over !== null) ports.away();
		over = null;
	};
	const isMouse = ({ pointerType }: Pointer) => pointerType === 'mouse';

	const down = (event: Pointer) => {
		stop();
		held = false;
		ports.away();
		over = null;
		if (isMouse(event)) return;
		// A primary pointer restarts the count: a pointerup may have been lost.
		fingers = event.isPrimary ? 1 : fingers + 1;
		start = { x: event.clientX, y: event.clientY };
		if (fingers === 1 && ports.spot(event.target, event.clientX, event.clientY) !== null) ask(event, 'hold', HOLD_MS);
	};
	const move = (event: Pointer) => {
		if (!isMouse(event)) {
			if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) <= STILL_PX) return;
			stop();
			if (held) ports.away();
			held = false;
			return;
		}
		const spot = event.buttons === 0 ? ports.spot(event.target, event.clientX, event.clientY) : null;
		if (spot === over) return;
		leave();
		over = spot;
		if (spot !== null) ask(event, 'hover', HOVER_MS);
	};
	const up = (event: Pointer) => {
		if (isMouse(event)) return;
		const isTap = timer !== undefined && fingers === 1;
		stop();
		fingers = Math.max(0, fingers - 1);
		if (held) ports.lifted();
		else if (isTap) ports.tapped(event.target, event.clientX, event.clientY);
		held = false;
	};
	const cancel = () => {
		stop();
		fingers = 0;
		held = false;
	};
	/** A long press must not open the context menu. */
	const menu = (event: Event) => {
		if (fingers > 0) event.preventDefault();
	};

	const listeners: [string, (event: never) => void][] = [
		['pointerdown', down],
		['pointermove', move],
		['pointerup', up],
		['pointercancel', cancel],
		['pointerleave', leave],
		['contextmenu', menu],
	];
	const each = (run: (element: HTMLElement, name: string, listener: EventListener) => void) => {
		for (const element of elements)
			for (const [name, listener] of listeners) run(element, name, listener as unknown as EventListener);
	};
	each((element, name, listener) => element.addEventListener(name, listener));
	return () => {
		stop();
		each((element, name, listener) => element.removeEventListener(name, listener));
	};
}
