/** What fingers do on the board besides moving pieces: holding one still, and turning two. */

/** A finger that stays so long on one spot is asking, not moving. */
const HOLD_MS = 550;
/** Further than this it is moving. */
const STILL_PX = 10;

export interface Gestures {
	/** A finger rested on the board or a stand. */
	onhold: (target: Element, x: number, y: number) => void;
	/** Two fingers turned or were drawn apart. */
	ontwofingers: () => void;
}

/** Watches an element; it may not scroll, so the browser has no use for these gestures itself. */
export function watchTouches(element: HTMLElement, { onhold, ontwofingers }: Gestures): () => void {
	let holding: ReturnType<typeof setTimeout> | undefined;
	let start: { x: number; y: number } | undefined;
	/** Two fingers are down, and nothing has come of it yet. */
	let pair: { x: number; y: number }[] | undefined;

	const release = () => {
		clearTimeout(holding);
		holding = undefined;
	};
	const places = (event: TouchEvent) =>
		[...event.touches].map(({ clientX, clientY }) => ({ x: clientX, y: clientY }));

	const down = (event: TouchEvent) => {
		release();
		const fingers = places(event);
		pair = fingers.length === 2 ? fingers : undefined;
		const [first] = fingers;
		const { target } = event;
		if (fingers.length !== 1 || !first || !(target instanceof Element)) return;
		start = first;
		holding = setTimeout(() => onhold(target, first.x, first.y), HOLD_MS);
	};
	const move = (event: TouchEvent) => {
		const fingers = places(event);
		const [first, second] = fingers;
		if (start && first && Math.hypot(first.x - start.x, first.y - start.y) > STILL_PX) release();
		const [one, two] = pair ?? [];
		if (!one || !two || !first || !second) return;
		const angle = (a: typeof one, b: typeof one) => Math.atan2(b.y - a.y, b.x - a.x);
		let turned = Math.abs(angle(first, second) - angle(one, two));
		if (turned > Math.PI) turned = 2 * Math.PI - turned;
		if (turned < Math.PI / 6) return;
		pair = undefined;
		ontwofingers();
	};
	const up = (event: TouchEvent) => {
		release();
		if (event.touches.length < 2) pair = undefined;
	};
	/** The browser's menu for pictures and text has no place on a board. */
	const menu = (event: Event) => event.preventDefault();

	const passive = { passive: true, capture: true };
	element.addEventListener('touchstart', down, passive);
	element.addEventListener('touchmove', move, passive);
	element.addEventListener('touchend', up, passive);
	element.addEventListener('touchcancel', up, passive);
	element.addEventListener('contextmenu', menu);
	// Safari's own pinch, which heeds no touch-action.
	element.addEventListener('gesturestart', menu);
	return () => {
		release();
		element.removeEventListener('touchstart', down, passive);
		element.removeEventListener('touchmove', move, passive);
		element.removeEventListener('touchend', up, passive);
		element.removeEventListener('touchcancel', up, passive);
		element.removeEventListener('contextmenu', menu);
		element.removeEventListener('gesturestart', menu);
	};
}
