/** Files and texts that are dropped or pasted on a page. */

/** Lets a page take files; without it the browser opens them in place of the page. */
export function allowFiles(event: DragEvent): void {
	if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

/** The files that were dropped; none where it was something else. */
export function droppedFiles(event: DragEvent): File[] {
	return [...(event.dataTransfer?.files ?? [])];
}

/** What was pasted on the page itself: nothing where it was in a field or a dialog, which take it themselves. */
export function pastedOn(event: ClipboardEvent): { files: File[]; text: string } {
	const { target, clipboardData } = event;
	const inField =
		target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
	if (inField || event.defaultPrevented || document.querySelector('dialog[open]'))
		return { files: [], text: '' };
	return {
		files: [...(clipboardData?.files ?? [])],
		text: clipboardData?.getData('text/plain').trim() ?? '',
	};
}
