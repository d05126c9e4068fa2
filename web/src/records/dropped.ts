/** Files and texts that are dropped or pasted on a page. */

export interface Given {
	files: File[];
	/** Empty where files were given, or nothing that is text. */
	text: string;
}

const NOTHING: Given = { files: [], text: '' };
const TAKEN = ['Files', 'text/plain', 'text/uri-list'];

/** Fields and dialogs take what is given to them themselves. */
function isElsewhere({ target, defaultPrevented }: Event): boolean {
	const inField =
		target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
	return inField || defaultPrevented || document.querySelector('dialog[open]') !== null;
}

function givenIn(data: DataTransfer | null): Given {
	const files = [...(data?.files ?? [])];
	const text = data?.getData('text/plain') || data?.getData('text/uri-list') || '';
	return { files, text: files.length > 0 ? '' : text.trim() };
}

/** Lets a page take files, selected text and links; without it the browser opens files in place of the page. */
export function allowDrop(event: DragEvent): void {
	const types = event.dataTransfer?.types ?? [];
	const own = isElsewhere(event) && !types.includes('Files');
	if (!own && TAKEN.some((type) => types.includes(type))) event.preventDefault();
}

/** What was dropped on the page itself. */
export function droppedOn(event: DragEvent): Given {
	return isElsewhere(event) ? NOTHING : givenIn(event.dataTransfer);
}

/** What was pasted on the page itself. */
export function pastedOn(event: ClipboardEvent): Given {
	return isElsewhere(event) ? NOTHING : givenIn(event.clipboardData);
}

/** Takes what a page was given, if it is anything: `take` gets it in place of the browser. */
export function takeGiven(event: Event, { files, text }: Given, take: (given: Given) => void): void {
	if (files.length === 0 && text === '') return;
	event.preventDefault();
	take({ files, text });
}
