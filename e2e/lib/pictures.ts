/**
 * Screenshots for review. Each takes a third of a second, so the numerous ones of every set, board, size and page
 * are taken only with `KOMADAI_PICTURES`.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 640 };

const FOLDER = fileURLToPath(new URL('../artefacts/', import.meta.url));

export async function picture(page: Page, name: string): Promise<void> {
	await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
}

/** Optional screenshot. */
export async function glimpse(page: Page, name: string): Promise<void> {
	if (process.env.KOMADAI_PICTURES) await picture(page, name);
}

export async function pictures(page: Page, name: string): Promise<void> {
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
