/** A menu that a key opens, and that a press anywhere else or Escape puts away. */
export class Popup {
	open = $state(false);
	/** Holds the menu and the key that opens it. */
	root: HTMLElement | undefined = $state.raw();

	/** For presses anywhere in the document. */
	readonly pressed = (event: Event): void => {
		if (this.open && event.target instanceof Node && !this.root?.contains(event.target)) this.open = false;
	};

	/** For keys, before anything below takes them and wherever the focus is: it goes back to the key that opens. */
	readonly keydown = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape' || !this.open) return;
		this.open = false;
		event.preventDefault();
		event.stopPropagation();
		this.root?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
	};
}
