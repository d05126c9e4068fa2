/** Fixtures: a server for each worker, and pages whose errors fail the test. */
import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { Contexts } from './contexts.ts';
import { Server } from './server.ts';

export { expect } from '@playwright/test';

/**
 * Caused by the test setup: blocked service workers, a header that requires HTTPS, and preloads that a busy machine uses
 * later than Chromium's few seconds (`preloads.spec.ts` looks for those that are not used).
 */
const NOT_OURS =
	/Service Worker registration blocked by Playwright|Cross-Origin-Opener-Policy header has been ignored|was preloaded using link preload but not used within a few seconds/;

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
			if (NOT_OURS.test(of)) return;
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
	chosen: Chosen;
}

/** Options of a context that a test may set with `test.use`. */
type Chosen = Pick<
	BrowserContextOptions,
	'viewport' | 'locale' | 'hasTouch' | 'isMobile' | 'deviceScaleFactor' | 'colorScheme' | 'permissions'
> &
	Pick<BrowserContextOptions, 'serviceWorkers' | 'reducedMotion' | 'baseURL'>;

const given = (options: Chosen): Chosen =>
	Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== null));

export const test = base.extend<Fixtures, { server: Server; contexts: Contexts }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
		async ({}, use) => {
			const server = await Server.start();
			await use(server);
			await server.stop();
		},
		{ scope: 'worker' },
	],
	contexts: [({ browser }, use) => use(new Contexts(browser)), { scope: 'worker' }],
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
	chosen: async (
		{
			viewport,
			locale,
			hasTouch,
			isMobile,
			deviceScaleFactor,
			colorScheme,
			permissions,
			serviceWorkers,
			reducedMotion,
			baseURL,
		},
		use,
	) =>
		use(
			given({
				...{ viewport, locale, hasTouch, isMobile, deviceScaleFactor, colorScheme, permissions, serviceWorkers },
				...{ reducedMotion, baseURL },
			} as Chosen),
		),
	context: async ({ contexts, chosen, instant }, use, info) => {
		const context = await contexts.take(chosen, String(instant), (fresh) => fresh.addInitScript(prepare, instant));
		await use(context);
		await contexts.giveBack(context, info.status === 'passed');
	},
	page: async ({ contexts, context, complaints }, use) => {
		const page = await contexts.pageOf(context);
		complaints.watch(page);
		await use(page);
	},
	person: async ({ contexts, baseURL, reducedMotion, complaints, instant }, use, info) => {
		const lent: BrowserContext[] = [];
		await use(async (name, options) => {
			const all = given({
				viewport: { width: 1280, height: 800 },
				locale: 'en',
				serviceWorkers: 'block',
				reducedMotion,
				baseURL,
				...options,
			} as Chosen);
			const context = await contexts.take(all, String(instant), (fresh) => fresh.addInitScript(prepare, instant));
			lent.push(context);
			const page = await contexts.pageOf(context);
			complaints.watch(page, name);
			return page;
		});
		for (const context of lent) await contexts.giveBack(context, info.status === 'passed');
	},
});
