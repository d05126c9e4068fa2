/** A file dropped on the page with the mouse, which no browser lets a test drag out of a folder. */
import type { Page } from '@playwright/test';

/** The same with what was selected on another page, or a link of it. */
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

/** Drops it on what lies in the middle of the window; whether the page takes files there. */
export function dropFile(page: Page, name: string, bytes: Buffer): Promise<boolean> {
	return page.evaluate(
		({ name, data }) => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File([Uint8Array.from(data)], name));
			const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
			const event = (type: string) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
			// What no handler takes is opened by the browser in place of the page.
			const isTaken = !target.dispatchEvent(event('dragover'));
			target.dispatchEvent(event('drop'));
			return isTaken;
		},
		{ name, data: [...bytes] },
	);
}
