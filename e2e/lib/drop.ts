/** Drag and drop of files and text, which Playwright cannot perform from outside the page. */
import type { Page } from '@playwright/test';

export function dropText(page: Page, text: string, type = 'text/plain'): Promise<boolean> {
	return page.evaluate(
		({ text, type }) => {
			const dataTransfer = new DataTransfer();
			dataTransfer.setData(type, text);
			const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
			const event = (name: string) => new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer });
			const isTaken = !target.dispatchEvent(event('dragover'));
			target.dispatchEvent(event('drop'));
			return isTaken;
		},
		{ text, type },
	);
}

/** Returns `true` if the page accepts the file. */
export function dropFile(page: Page, name: string, bytes: Buffer): Promise<boolean> {
	return page.evaluate(
		({ name, data }) => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File([Uint8Array.from(data)], name));
			const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
			const event = (type: string) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
			// A browser opens an unhandled file in place of the page.
			const isTaken = !target.dispatchEvent(event('dragover'));
			target.dispatchEvent(event('drop'));
			return isTaken;
		},
		{ name, data: [...bytes] },
	);
}
