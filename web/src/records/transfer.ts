export interface Given {
	files: File[];
	/** Empty for files and non-text data. */
	text: string;
}

const NOTHING: Given = { files: [], text: '' };
const TAKEN = ['Files', 'text/plain', 'text/uri-list'];

/** Fields and dialogs handle their own events. */
function isElsewhere({ target, defaultPrevented }: Event): boolean {
	const inField = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
	return inField || defaultPrevented || document.querySelector('dialog[open]') !== null;
}

function givenIn(data: DataTransfer | null): Given {
	const files = [...(data?.files ?? [])];
	const text = data?.getData('text/plain') || data?.getData('text/uri-list') || '';
	return { files, text: files.length > 0 ? '' : text.trim() };
}

/** Accepts files, text and links; without it the browser opens a dropped file in place of the page. */
export function allowDrop(event: DragEvent): void {
	const types = event.dataTransfer?.types ?? [];
	const own = isElsewhere(event) && !types.includes('Files');
	if (!own && TAKEN.some((type) => types.includes(type))) event.preventDefault();
}

export function droppedOn(event: DragEvent): Given {
	return isElsewhere(event) ? NOTHING : givenIn(event.dataTransfer);
}

export function pastedOn(event: ClipboardEvent): Given {
	return isElsewhere(event) ? NOTHING : givenIn(event.clipboardData);
}

/** Passes non-empty data to `take` and prevents the browser's own handling. */
export function takeGiven(event: Event, { files, text }: Given, take: (given: Given) => void): void {
	if (files.length === 0 && text === '') return;
	event.preventDefault();
	take({ files, text });
}
