/**
 * Browser contexts that tests use one after another. A fresh context fetches and compiles the whole page again, which
 * costs a second of processor time; an emptied one does not.
 *
 * A context is emptied of storage, cookies, permissions, routes, and all pages but one. A page with init scripts is
 * closed, and so is a context with changes that Playwright can't undo.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** Contexts kept by a worker; each has a process. */
const KEPT = 6;
/** An answer without scripts, of the same origin. */
const BLANK = '/healthz';
const PAGE_EVENTS = ['console', 'crash', 'dialog', 'download', 'load', 'pageerror', 'popup', 'request'] as const;
const REQUEST_EVENTS = ['requestfailed', 'requestfinished', 'response', 'websocket', 'worker'] as const;

interface Kept {
	key: string;
	context: BrowserContext;
	options: BrowserContextOptions;
	/** `true` if the context can't be emptied. */
	spoilt: boolean;
	/** Pages to be closed. */
	marked: WeakSet<Page>;
	sessions: WeakMap<Page, CDPSession>;
	openSession: (page: Page) => Promise<CDPSession>;
}

/** Calls `then` whenever a method is called. */
function after<T extends object>(of: T, methods: readonly (keyof T & string)[], then: () => void): void {
	for (const name of methods) {
		const method = of[name] as (...args: unknown[]) => unknown;
		Object.assign(of, {
			[name]: (...args: unknown[]) => {
				then();
				return method.apply(of, args);
			},
		});
	}
}

export class Contexts {
	readonly #browser: Browser;
	readonly #idle: Kept[] = [];
	readonly #lent = new Map<BrowserContext, Kept>();

	constructor(browser: Browser) {
		this.#browser = browser;
	}

	/** `prepare` is called with a new context; contexts with the same options and `name` are the same to it. */
	async take(
		options: BrowserContextOptions,
		name: string,
		prepare: (context: BrowserContext) => Promise<unknown>,
	): Promise<BrowserContext> {
		const key = JSON.stringify([name, options]);
		const at = this.#idle.findIndex((kept) => kept.key === key);
		const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
		const kept = idle ?? (await this.#open(key, options, prepare));
		this.#lent.set(kept.context, kept);
		return kept.context;
	}

	/** The one page of an emptied context, or a new one. */
	async pageOf(context: BrowserContext): Promise<Page> {
		return context.pages()[0] ?? context.newPage();
	}

	async #open(
		key: string,
		options: BrowserContextOptions,
		prepare: (context: BrowserContext) => Promise<unknown>,
	): Promise<Kept> {
		const context = await this.#browser.newContext(options);
		await prepare(context);
		const kept: Kept = {
			...{ key, context, options, spoilt: false, marked: new WeakSet<Page>() },
			...{ sessions: new WeakMap<Page, CDPSession>(), openSession: context.newCDPSession.bind(context) },
		};
		const spoil = () => {
			kept.spoilt = true;
		};
		// Workers outlive their page, so they would answer the next test.
		if (options.serviceWorkers === 'allow') spoil();
		after(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'newCDPSession'], spoil);
		after(context.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'], spoil);
		context.on('close', () => {
			this.#lent.delete(context);
			spoil();
		});
		context.on('page', (page) => {
			const mark = () => void kept.marked.add(page);
			after(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setExtraHTTPHeaders'], mark);
			page.on('crash', spoil);
		});
		return kept;
	}

	/** Ends the use of a context; `keep` is `false` after a failure. */
	async giveBack(context: BrowserContext, keep: boolean): Promise<void> {
		const kept = this.#lent.get(context);
		if (!kept) return;
		this.#lent.delete(context);
		if (kept.spoilt || !keep || !(await this.#empty(kept).catch(() => false))) {
			await context.close();
			return;
		}
		this.#idle.push(kept);
		if (this.#idle.length > KEPT) await this.#idle.shift()?.context.close();
	}

	async #empty({ context, options, marked, sessions, openSession }: Kept): Promise<boolean> {
		await context.unrouteAll({ behavior: 'ignoreErrors' });
		await context.setOffline(false);
		const pages = context.pages();
		const page = pages.find((one) => !marked.has(one)) ?? (await context.newPage());
		for (const one of pages) if (one !== page) await one.close();
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		for (const event of [...PAGE_EVENTS, ...REQUEST_EVENTS]) page.removeAllListeners(event);
		await page.mouse.move(0, 0);
		await page.goto(BLANK);
		const session = sessions.get(page) ?? (await openSession(page));
		sessions.set(page, session);
		const origin = new URL(page.url()).origin;
		await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
		await page.evaluate(() => sessionStorage.clear());
		await context.clearCookies();
		await context.clearPermissions();
		if (options.permissions) await context.grantPermissions(options.permissions);
		await page.emulateMedia({
			media: null,
			forcedColors: null,
			contrast: null,
			colorScheme: options.colorScheme ?? null,
			reducedMotion: options.reducedMotion ?? null,
		});
		if (options.viewport) await page.setViewportSize(options.viewport);
		return true;
	}
}
