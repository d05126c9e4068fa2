import { expect, type Page } from '@playwright/test';

/** Waits until the Service Worker is active: what it keeps is there without a network. */
export async function serviceWorkerActive(page: Page, timeout = 60_000): Promise<void> {
	await expect
		.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state), { timeout })
		.toBe('activated');
}
