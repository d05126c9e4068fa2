/** Screenshots for review, taken with `KOMADAI_PICTURES` only: each takes a third of a second. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 640 };

const FOLDER = fileURLToPath(new URL('../artefacts/', import.meta.url));

const WANTED = Boolean(process.env.KOMADAI_PICTURES ?? process.env.LAYOUTS_PICTURES);

export async function picture(page: Page, name: string): Promise<void> {
	if (WANTED) await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
}

export async function pictures(page: Page, name: string): Promise<void> {
	if (!WANTED) return;
	const before = page.viewportSize();
	for (const [size, viewport] of Object.entries({ '1280x800': DESKTOP, '360x640': PHONE })) {
		await page.setViewportSize(viewport);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await picture(page, `${name}-${size}-${colorScheme}`);
		}
	}
	await page.emulateMedia({ colorScheme: 'light' });
	if (before) await page.setViewportSize(before);
	// The board measures itself in the next frame.
	await page.evaluate(
		() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
	);
}
