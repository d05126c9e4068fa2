/** Fixtures: a server for each worker, and pages whose errors fail the test. */
import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { Server } from './server.ts';

export { expect } from '@playwright/test';

/** Console errors, exceptions and failed requests of the pages of a test. */
export class Complaints {
	readonly list: string[] = [];
	/** Lost connections are expected while `true`. */
	offline = false;

	watch(page: Page, name = 'page'): void {
		const add = (text: string) => this.list.push(`${name}: ${text}`);
		page.on('pageerror', (error) => add(`error ${error.stack ?? error.message}`));
		page.on('crash', () => add('crashed'));
		page.on('console', (message) => {
			if (message.type() !== 'error' && message.type() !== 'warning') return;
			const of = `${message.text()} (${message.location().url})`;
			if (this.offline && /ERR_(CONNECTION|EMPTY|NETWORK|INTERNET)|WebSocket connection|fetching the script/.test(of))
				return;
			// Caused by the test setup: blocked service workers, and a header that requires HTTPS.
			if (
				/Service Worker registration blocked by Playwright|Cross-Origin-Opener-Policy header has been ignored/.test(of)
			)
				return;
			if (this.allowed.some((one) => one.test(of))) return;
			add(`console ${message.type()}: ${of}`);
		});
		page.on('requestfailed', (request) => {
			const why = request.failure()?.errorText ?? '';
			// Navigation aborts pending requests.
			if (why === 'net::ERR_ABORTED' || this.offline) return;
			const of = `request failed: ${request.url()} ${why}`;
			if (!this.allowed.some((one) => one.test(of))) add(of);
		});
		page.on('response', (response) => {
			const of = `${response.status()} ${response.url()}`;
			if (response.status() < 400 || this.allowed.some((one) => one.test(of))) return;
			add(`answer ${of}`);
		});
	}

	readonly allowed: RegExp[] = [];
}

/** Default settings: the piece question answered, and no delay of the computer unless it is tested. */
function prepare(instant: boolean): void {
	const KEY = 'komadai.settings';
	try {
		const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
		localStorage.setItem(KEY, JSON.stringify({ piecesAsked: true, ...(instant ? { instant } : {}), ...kept }));
	} catch {
		// The page has no storage.
	}
}

export type NewPerson = (name: string, options?: BrowserContextOptions) => Promise<Page>;

interface Fixtures {
	complaints: Complaints;
	person: NewPerson;
	instant: boolean;
}

export const test = base.extend<Fixtures, { server: Server }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
		async ({}, use) => {
			const server = await Server.start();
			await use(server);
			await server.stop();
		},
		{ scope: 'worker' },
	],
	baseURL: async ({ server }, use) => use(server.url),
	complaints: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
		async ({}, use) => {
			const complaints = new Complaints();
			await use(complaints);
			if (complaints.list.length > 0) throw new Error(`The page complained:\n${complaints.list.join('\n')}`);
		},
		{ auto: true },
	],
	instant: [true, { option: true }],
	page: async ({ page, complaints, instant }, use) => {
		await page.addInitScript(prepare, instant);
		complaints.watch(page);
		await use(page);
	},
	person: async ({ browser, baseURL, reducedMotion, complaints, instant }, use) => {
		const contexts: BrowserContext[] = [];
		await use(async (name, options) => {
			const context = await browser.newContext({
				viewport: { width: 1280, height: 800 },
				locale: 'en',
				serviceWorkers: 'block',
				...(reducedMotion ? { reducedMotion } : {}),
				...(baseURL ? { baseURL } : {}),
				...options,
			});
			contexts.push(context);
			await context.addInitScript(prepare, instant);
			const page = await context.newPage();
			complaints.watch(page, name);
			return page;
		});
		for (const context of contexts) await context.close();
	},
});
