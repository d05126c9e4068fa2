/** When somebody asks about a piece with a pointer: a finger that rests on it, or a mouse that stays over it. */

/** A finger that stays so long on one spot is asking, not moving. */
export const HOLD_MS = 550;
/** A mouse that is only on its way somewhere is not asking. */
export const HOVER_MS = 700;
/** Further than this a finger is moving. */
const STILL_PX = 10;

export interface WatchPorts {
	/** A name of what can be asked about at a place, or null. */
	spot: (target: EventTarget | null, x: number, y: number) => string | null;
	ask: (target: EventTarget | null, x: number, y: number, by: 'hold' | 'hover') => void;
	/** A finger was laid on a spot and lifted there at once. */
	tapped: (target: EventTarget | null, x: number, y: number) => void;
	/** Nobody asks any more. */
	away: () => void;
	/** The finger that asked was lifted where it lay: it did not mean to pick anything up. */
	lifted: () => void;
}

/**
 * Does something once the board has taken the finger that was just lifted for a tap, and before anything that the
 * next finger does: a timer alone may fire only after a quick next tap.
 */
export function afterTap(run: () => void): void {
	const waiting = new AbortController();
	const now = () => {
		clearTimeout(timer);
		waiting.abort();
		run();
	};
	// Neither comes when what was touched is no longer there.
	const timer = setTimeout(now);
	// The board listens at the document, so at the window it has already received the event.
	for (const name of ['touchend', 'mouseup']) addEventListener(name, now, { signal: waiting.signal });
}

type Pointer = Pick<PointerEvent, 'target' | 'clientX' | 'clientY' | 'pointerType' | 'buttons' | 'isPrimary'>;

export function watchPointer(elements: readonly HTMLElement[], ports: WatchPorts): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** What the mouse is over. */
	let over: string | null = null;
	let fingers = 0;
	let start: { x: number; y: number } | undefined;
	/** A finger rests, and that has been reported. */
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
		// What was asked before has been answered.
		ports.away();
		over = null;
		if (isMouse(event)) return;
		// The first of the fingers: one that was counted before has gone, reported or not.
		fingers = event.isPrimary ? 1 : fingers + 1;
		start = { x: event.clientX, y: event.clientY };
		if (fingers === 1 && ports.spot(event.target, event.clientX, event.clientY) !== null)
			ask(event, 'hold', HOLD_MS);
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
	/** A finger that asks has no use for the browser's own menu. */
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
