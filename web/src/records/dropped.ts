/** Files that are dropped on a page. */

/** Lets a page take files; without it the browser opens them in place of the page. */
export function allowFiles(event: DragEvent): void {
	if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
}

/** The files that were dropped; none where it was something else. */
export function droppedFiles(event: DragEvent): File[] {
	return [...(event.dataTransfer?.files ?? [])];
}
