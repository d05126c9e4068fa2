/**
 * Every page on every screen, in every language, with normal and large text, and after each switch of the language.
 * `make layouts` (`LAYOUTS=all`) runs the full set, which takes minutes; otherwise `LAYOUTS_SEED` selects a sample.
 */

import type { Page } from '@playwright/test';
import { languageFaults } from '../lib/languageFaults.ts';
import { switchesWhole } from '../lib/languageSwitch.ts';
import { layoutFaults } from '../lib/layoutFaults.ts';
import { LOCALES, type Locale } from '../lib/messages.ts';
import { PAGES } from '../lib/pages.ts';
import { picture } from '../lib/pictures.ts';
import { type PageEntry, SCREENS, type Screen, WHOLE } from '../lib/screens.ts';
import type { VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

const SEED = Number(process.env.LAYOUTS_SEED ?? 1);
const SCREENS_EACH = 3;
/** Pages with few texts or with the texts of another page, whose language is not switched. */
const UNSWITCHED =
	/^(guide-.+|menu-.+|(squares|names)(-round)?|record-problem|first-.*pieces|puzzle-(sprint|storm|review|history)|missing|bad-link|no-such-game|devices-of-nobody|sign-in|learn|analysis-boards|moves|view|review|promotion)$/;
/** Pages with texts that only Shogun Chess has. */
const CHESS = /^(play|analysis|lesson|puzzle)$/;
/** Maximum growth of a board into the free space of its row or column; the rest are gaps. */
const MAX_GROWTH = 0.15;
/** Maximum short side of a phone's screen. */
const PHONE = 430;
const DESKTOP: Screen = { width: 1280, height: 800, text: 1 };

interface Visit {
	entry: PageEntry;
	game: VariantId | null;
	locale: Locale;
	screens: readonly Screen[];
}

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
	return all
		.map((one) => ({ one, at: random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ one }) => one);
}

const EVERYTHING: Visit[] = PAGES.flatMap((entry) =>
	(entry.games ?? [null]).flatMap((game) =>
		LOCALES.map((locale) => ({ entry, game, locale, screens: SCREENS.filter((screen) => entry.on?.(screen) ?? true) })),
	),
);

/** Sample with each page at least once, and those of Shogun Chess that have texts of their own. */
function part(): Visit[] {
	const random = chance(SEED);
	const visits = shuffled(EVERYTHING, random);
	const chess = visits.filter(
		({ entry, game, locale }) => CHESS.test(entry.name) && game === 'shogun' && locale === 'en',
	);
	const first = PAGES.flatMap((entry) => visits.find((visit) => visit.entry === entry) ?? []);
	return [...new Set([...first, ...chess])].map((visit) => ({
		...visit,
		screens: shuffled(visit.screens, random).slice(0, SCREENS_EACH),
	}));
}

async function show(page: Page, { width, height, text }: Screen): Promise<void> {
	await page.setViewportSize({ width, height });
	await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height] as const);
	await page.evaluate(async (percent) => {
		document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
		scrollTo(0, 0);
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)));
	}, 100 * text);
}

/** Minimum share of the short side that a board takes. */
function shareOfBoard({ fits }: PageEntry, { width, height, text }: Screen): number {
	if (fits !== 'board') return 0;
	if (text === 2) return 0.4;
	return Math.min(width, height) <= PHONE ? 0.8 : 0.6;
}

async function boardBox(page: Page): Promise<number[]> {
	return page.evaluate(() => {
		const box = document.querySelector('.frame')?.getBoundingClientRect();
		return box ? [box.x, box.y, box.width, box.height].map(Math.round) : [];
	});
}

for (const [i, { entry, game, locale, screens }] of (WHOLE ? EVERYTHING : part()).entries()) {
	const dark = i % 2 === 1;
	const name = [entry.name, game, locale].filter(Boolean).join(' ');
	test(`${name}: whole, in sight and unbroken on ${screens.length} screens`, async ({ person, complaints }) => {
		// Unknown addresses.
		complaints.allowed.push(/404/);
		const page = await person(name, { locale });
		await entry.open(page, game ?? 'shogi', locale);
		const wrong: string[] = [];
		const look = async (screen: Screen, when: string) => {
			const where = `${screen.width}×${screen.height}${screen.text === 2 ? ' with text at 200 %' : ''}${when}`;
			const fits = entry.fits !== false && (screen.text === 1 || entry.large === true);
			const faults = await layoutFaults(page, {
				fits,
				board: shareOfBoard(entry, screen),
				growth: entry.fits === 'board' && screen.text === 1 ? MAX_GROWTH : 0,
				shows: entry.shows ?? [],
			});
			wrong.push(...faults.map((fault) => `${where}: ${fault}`));
			if (process.env.LAYOUTS_PICTURES)
				await picture(
					page,
					`layouts/${name}-${screen.width}x${screen.height}-${screen.text}${when && '-after'}`.replaceAll(' ', '-'),
				);
		};
		/** Once a page: neither depends on the size of the screen. */
		const read = async (when: string) => {
			const colorScheme = dark ? 'dark' : 'light';
			await page.emulateMedia({ colorScheme });
			const faults = [...(await languageFaults(page, locale)), ...(await violations(page))];
			wrong.push(...faults.map((fault) => `${colorScheme}${when}: ${fault}`));
			await page.emulateMedia({ colorScheme: null });
		};
		const before: number[][] = [];
		for (const screen of screens) {
			await show(page, screen);
			before.push(await boardBox(page));
			await look(screen, '');
		}
		if (WHOLE || !entry.after) await read('');
		if (entry.after) {
			await entry.after(page, game ?? 'shogi');
			for (const [i, screen] of screens.entries()) {
				await show(page, screen);
				await look(screen, ', later');
				expect(await boardBox(page), `${name} ${screen.width}×${screen.height}: the board stays`).toEqual(before[i]);
			}
			await read(', later');
		}
		expect(wrong.join('\n'), name).toBe('');
		if (!UNSWITCHED.test(entry.name) && (!WHOLE || locale === 'en')) {
			const [first = DESKTOP] = screens;
			await show(page, entry.on?.(DESKTOP) === false ? first : DESKTOP);
			await switchesWhole(page, name, locale);
		}
	});
}
