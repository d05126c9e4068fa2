/** State of a menu that a press elsewhere or Escape closes. */
export class Popup {
	open = $state(false);
	root: HTMLElement | undefined = $state.raw();

	readonly pressed = (event: Event): void => {
		if (this.open && event.target instanceof Node && !this.root?.contains(event.target)) this.open = false;
	};

	/** Capturing handler, independent of focus; gives focus back to the button. */
	readonly keydown = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape' || !this.open) return;
		this.open = false;
		event.preventDefault();
		event.stopPropagation();
		this.root?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
	};
}

/** Focuses the button of the menu beside a board, after a dialog that was opened from the menu. */
export function focusMenuButton(): void {
	document.querySelector<HTMLElement>('.menu-button')?.focus({ preventScroll: true });
}
