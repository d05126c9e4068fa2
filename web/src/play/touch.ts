/** Rotation gesture with two fingers, which flips the board. */

/** The element must not scroll, or the browser takes the gesture. */
export function watchTouches(element: HTMLElement, ontwofingers: () => void): () => void {
	/** Positions of two fingers, until the gesture has fired. */
	let pair: { x: number; y: number }[] | undefined;

	const places = (event: TouchEvent) => [...event.touches].map(({ clientX, clientY }) => ({ x: clientX, y: clientY }));

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
	/** Suppresses the context menu of images and text. */
	const menu = (event: Event) => event.preventDefault();

	const passive = { passive: true, capture: true };
	element.addEventListener('touchstart', down, passive);
	element.addEventListener('touchmove', move, passive);
	element.addEventListener('touchend', up, passive);
	element.addEventListener('touchcancel', up, passive);
	element.addEventListener('contextmenu', menu);
	// Safari's pinch ignores `touch-action`.
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
