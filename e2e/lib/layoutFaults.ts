/** Layout faults of a page as sentences. The check runs inside the page. */
import type { Page } from '@playwright/test';

interface Wanted {
	fits: boolean;
	/** Minimum share of the short side that the board takes; 0 for no check. */
	board: number;
	/** Maximum share by which the board could grow if it got all free space in its row or column. */
	growth: number;
	shows: readonly string[];
}

export async function layoutFaults(page: Page, wanted: Wanted): Promise<string[]> {
	return page.evaluate(inPage, wanted);
}

/** Serialized by Playwright, so it must be self-contained. */
function inPage({ fits, board, growth, shows }: Wanted): string[] {
	const faults: string[] = [];
	const SLACK = 1;
	/** Minimum side of a button in pixels; `OFTEN` for the buttons used in play. */
	const SMALLEST = 28;
	const OFTEN = 32;
	// With an overlay open, only its controls can be pressed.
	const above = [
		...document.querySelectorAll('dialog[open], [data-testid="drawer"], .tools .menu, [data-testid="typed"]'),
	];
	const root: Element = above.at(-1) ?? document.body;
	const box = (element: Element) => element.getBoundingClientRect();
	const called = (element: Element): string => {
		const id = element.getAttribute('data-testid');
		const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
		return `${element.tagName.toLowerCase()}${id ? `[${id}]` : ''} “${text.slice(0, 40)}”`;
	};
	const unseenBefore = new Map<Element, boolean>();
	const unseen = (element: Element): boolean => {
		const known = unseenBefore.get(element) ?? isUnseen(element);
		unseenBefore.set(element, known);
		return known;
	};
	const isUnseen = (element: Element): boolean => {
		// Elements in a closed fold have boxes.
		if (!element.checkVisibility()) return true;
		for (let one: Element | null = element; one; one = one.parentElement) {
			const style = getComputedStyle(one);
			if (style.visibility === 'hidden' || style.display === 'none') return true;
			if (style.clipPath === 'inset(50%)' || style.opacity === '0') return true;
			if (one.matches('.skip:not(:focus)')) return true;
		}
		const { width, height } = box(element);
		return width < 1 || height < 1;
	};
	/** Part of a box not clipped by its ancestors. */
	const clipped = (element: Element): DOMRect => {
		let { left, top, right, bottom } = box(element);
		for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
			const { overflowX, overflowY } = getComputedStyle(one);
			const around = box(one);
			if (overflowX !== 'visible') [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
			if (overflowY !== 'visible') [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
		}
		return new DOMRect(
			Math.min(left, right),
			Math.min(top, bottom),
			Math.max(0, right - left),
			Math.max(0, bottom - top),
		);
	};

	const { scrollWidth, scrollHeight } = document.documentElement;
	if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} px wide`);

	const KEYS = 'a[href], button, select, input:not([type=radio], [type=checkbox]), textarea, summary, label:has(input)';
	const keys = [...root.querySelectorAll(KEYS)].filter((one) => !unseen(one));
	const own = [...root.querySelectorAll('.frame')].filter((one) => !unseen(one));

	for (const one of [...keys, ...own]) {
		const { left, right, top, bottom } = clipped(one);
		// Scrolled out of its list.
		if (right - left < 1 || bottom - top < 1) continue;
		if (left < -SLACK || right > innerWidth + SLACK)
			faults.push(`${called(one)} reaches from ${Math.round(left)} to ${Math.round(right)} px`);
		const whole = box(one);
		if (whole.width > right - left + SLACK && !one.matches('.frame')) faults.push(`${called(one)} is cut`);
		const needed = fits && !one.closest('nav.all, footer');
		if (needed && (top < -SLACK || bottom > innerHeight + SLACK))
			faults.push(`${called(one)} ends at ${Math.round(bottom)} px, out of sight`);
	}
	/** Nearest bordered ancestor in the flow: a card, a list row, a panel. */
	const cardOf = (element: Element): Element | null => {
		for (let one: Element | null = element; one && one !== root; one = one.parentElement) {
			const { position, borderLeftStyle, borderRightStyle } = getComputedStyle(one);
			if (position === 'absolute' || position === 'fixed') return null;
			if (one !== element && borderLeftStyle !== 'none' && borderRightStyle !== 'none') return one;
		}
		return null;
	};
	for (const one of keys) {
		const card = cardOf(one);
		if (!card) continue;
		const [inside, around] = [clipped(one), box(card)];
		const past = Math.max(inside.right - around.right, around.left - inside.left);
		if (past > SLACK) faults.push(`${called(one)} reaches ${Math.round(past)} px past its card`);
	}
	if (fits && scrollHeight > innerHeight && !document.querySelector('nav.all'))
		faults.push(`the page is ${scrollHeight} px high`);

	for (const id of shows) {
		const one = [...document.querySelectorAll(`[data-testid="${id}"]`)].find((found) => !unseen(found));
		if (!one) {
			faults.push(`there is no ${id}`);
			continue;
		}
		const [whole, part] = [box(one), clipped(one)];
		const seen = Math.min(part.bottom, innerHeight) - Math.max(part.top, 0);
		if (fits && seen < whole.height - SLACK) faults.push(`${called(one)} is not whole`);
	}
	if (fits)
		for (const one of keys) {
			const { width, height } = box(one);
			const least = one.closest('.tools, .actions, .buttons') ? OFTEN : SMALLEST;
			if (
				one.matches('button, .button') &&
				!one.closest('.frame, nav.all, footer') &&
				Math.min(width, height) < least - 0.5
			)
				faults.push(`${called(one)} is ${Math.round(width)} × ${Math.round(height)} px, too small for a thumb`);
		}

	const frame = own[0] && box(own[0]);
	if (board > 0) {
		const along = (innerWidth < innerHeight ? frame?.width : frame?.height) ?? 0;
		const least = board * Math.min(innerWidth, innerHeight);
		if (along < least - SLACK) faults.push(`the board is ${Math.round(along)} px, less than ${Math.round(least)}`);
	}
	if (frame && growth > 0) {
		const range = document.createRange();
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const around = [...keys, ...document.querySelectorAll('header, .stand, .clock, .seat, .status, .task, .said, img')]
			.filter((one) => !own[0]?.contains(one) && !unseen(one))
			.map(box);
		for (let node = texts.nextNode(); node; node = texts.nextNode()) {
			const parent = node.parentElement;
			if (!parent || !node.nodeValue?.trim() || parent.closest('script, style, .frame') || unseen(parent)) continue;
			range.selectNodeContents(node);
			around.push(...range.getClientRects());
		}
		/** Free length of a row or column through the board. */
		const free = (whole: number, spans: [number, number][]): number => {
			let [taken, end] = [0, 0];
			for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
				taken += Math.max(0, Math.min(to, whole) - Math.max(from, end));
				end = Math.max(end, to);
			}
			return whole - taken;
		};
		const beside = around.filter(({ top, bottom }) => top < frame.bottom - 2 && bottom > frame.top + 2);
		const over = around.filter(({ left, right }) => left < frame.right - 2 && right > frame.left + 2);
		const across = free(
			innerWidth,
			[frame, ...beside].map(({ left, right }) => [left, right]),
		);
		const down = free(
			innerHeight,
			[frame, ...over].map(({ top, bottom }) => [top, bottom]),
		);
		const room = Math.min(across / frame.width, down / frame.height);
		if (room > growth) faults.push(`the board could be ${Math.round(100 * room)} % larger`);
	}

	const solid = [
		...keys,
		...own,
		...root.querySelectorAll(
			'[data-testid^="hand-"] > *, .clock, [data-testid="asked"], .advice, [data-testid="result"], .banner',
		),
	].filter((one) => !unseen(one));
	const fixed = (element: Element): boolean => {
		for (let one: Element | null = element; one; one = one.parentElement)
			if (/fixed|sticky/.test(getComputedStyle(one).position)) return true;
		return false;
	};
	const related = (a: Element, b: Element) =>
		a.contains(b) || b.contains(a) || (a.closest('label') !== null && a.closest('label') === b.closest('label'));
	const boxes = new Map(solid.map((one) => [one, clipped(one)]));
	const loose = new Set(fits ? [] : solid.filter(fixed));
	for (const [i, a] of solid.entries())
		for (const b of solid.slice(i + 1)) {
			const [one, other] = [boxes.get(a) as DOMRect, boxes.get(b) as DOMRect];
			const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
			const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
			if (wide <= SLACK || high <= SLACK || related(a, b) || loose.has(a) || loose.has(b)) continue;
			if (own.some((frame) => frame.contains(a) || frame.contains(b))) continue;
			// Links in running text share line height.
			if (wide > SLACK && high > (a.matches('a:not(.button)') && b.matches('a:not(.button)') ? 6 : SLACK))
				faults.push(`${called(a)} and ${called(b)} lie on each other`);
		}
	const before = [scrollX, scrollY] as const;
	/** Element that covers the centre of `one`; `null` if none does. */
	const over = (one: Element): string | null => {
		const [line] = one.getClientRects();
		if (!line) return null;
		const found = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
		if (!found) return 'nothing';
		return one.contains(found) || (found.contains(one) && one.matches('a, label')) ? null : called(found);
	};
	for (const one of keys) {
		if (one.matches(':disabled') || over(one) === null) continue;
		one.scrollIntoView({ block: 'center', behavior: 'instant' });
		const lies = over(one);
		if (lies !== null) faults.push(`${called(one)} lies under ${lies}`);
	}
	scrollTo({ left: before[0], top: before[1], behavior: 'instant' });

	const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	const range = document.createRange();
	const seen = new Map<Element, boolean>();
	/** Height not clipped by ancestors that cannot be scrolled. */
	const letThrough = (element: Element): [number, number] => {
		let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
		for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
			const { overflowY } = getComputedStyle(one);
			if (overflowY === 'auto' || overflowY === 'scroll') break;
			if (overflowY === 'visible') continue;
			top = Math.max(top, box(one).top);
			bottom = Math.min(bottom, box(one).bottom);
		}
		return [top, bottom];
	};
	for (let node = words.nextNode(); node; node = words.nextNode()) {
		const parent = node.parentElement;
		if (!parent || !node.nodeValue?.trim() || parent.closest('svg, style, script, textarea, code, input, select'))
			continue;
		if (!seen.has(parent)) seen.set(parent, unseen(parent));
		if (seen.get(parent)) continue;
		range.selectNodeContents(node);
		const lines = range.getClientRects();
		const [top, bottom] = parent.closest('.brand') ? [0, 0] : letThrough(parent);
		// A line box is higher than its letters.
		if (
			bottom > top &&
			[...lines].some((line) => line.top < top - line.height / 4 || line.bottom > bottom + line.height / 4)
		)
			faults.push(`“${node.nodeValue.trim().slice(0, 30)}” is cut`);
		for (const line of lines)
			if (line.right > innerWidth + SLACK && clipped(parent).right > innerWidth + SLACK) {
				faults.push(`“${node.nodeValue.trim().slice(0, 30)}” ends at ${Math.round(line.right)} px`);
				break;
			}
		if (lines.length < 2) continue;
		for (const word of node.nodeValue.matchAll(/[A-Za-zÀ-ɏ][\p{M}A-Za-zÀ-ɏ]+/gu)) {
			range.setStart(node, word.index);
			range.setEnd(node, word.index + word[0].length);
			const tops = new Set(
				[...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top / 4)),
			);
			const { height } = range.getBoundingClientRect();
			if (
				tops.size > 1 &&
				height > 1.6 * Number.parseFloat(getComputedStyle(parent).fontSize) &&
				getComputedStyle(parent).hyphens !== 'auto'
			)
				faults.push(`“${word[0]}” is broken in ${called(parent)}`);
		}
	}
	for (const one of keys)
		if (one.matches('button, .button') && one.scrollWidth > one.clientWidth + SLACK)
			faults.push(`${called(one)} is wider inside than outside`);
	// Clipped content; the header wraps whole items out of sight.
	for (const one of root.querySelectorAll<HTMLElement>(':not(svg, svg *)')) {
		const style = getComputedStyle(one);
		if (
			style.overflowX === 'visible' ||
			style.overflowX === 'auto' ||
			one.matches('input, select, textarea, html, body, .brand, .brand *, [data-testid="engine-line"]')
		)
			continue;
		if (one.scrollWidth > one.clientWidth + SLACK && one.textContent?.trim() && !unseen(one))
			faults.push(`${called(one)} is cut`);
	}
	return [...new Set(faults)];
}
