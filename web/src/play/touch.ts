/** Two fingers that turn on the board turn it around. */

/** Watches an element; it may not scroll, so the browser has no use for this gesture itself. */
export function watchTouches(element: HTMLElement, ontwofingers: () => void): () => void {
	/** Two fingers are down, and nothing has come of it yet. */
	let pair: { x: number; y: number }[] | undefined;

	const places = (event: TouchEvent) =>
		[...event.touches].map(({ clientX, clientY }) => ({ x: clientX, y: clientY }));

	const down = (event: TouchEvent) => {
		const fingers = places(event);
		pair = fingers.length === 2 ? fingers : undefined;
	};
	const move = (event: TouchEvent) => {
		const [first, second] = places(event);
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
		element.removeEventListener('touchstart', down, passive);
		element.removeEventListener('touchmove', move, passive);
		element.removeEventListener('touchend', up, passive);
		element.removeEventListener('touchcancel', up, passive);
		element.removeEventListener('contextmenu', menu);
		element.removeEventListener('gesturestart', menu);
	};
}
