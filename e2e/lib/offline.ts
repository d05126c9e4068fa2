import { expect, type Page } from '@playwright/test';

/** Waits until the service worker is active and has precached its files. */
export async function serviceWorkerActive(page: Page, timeout = 60_000): Promise<void> {
	await expect
		.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), { timeout })
		.toBe('activated');
}
