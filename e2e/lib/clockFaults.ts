/** Layout faults of clocks, as sentences. */
import type { Page } from '@playwright/test';

export async function clockFaults(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const SLACK = 0.5;
		const faults: string[] = [];
		const clocks = [...document.querySelectorAll('[role="timer"]')];
		if (clocks.length !== 2) faults.push(`${clocks.length} clocks`);
		const others = [...document.querySelectorAll('.frame, .stand, aside, .strip, .keys')];
		for (const clock of clocks) {
			const said = `“${clock.textContent?.trim().replace(/\s+/g, ' ')}”`;
			const box = clock.getBoundingClientRect();
			const seat = clock.closest('.seat')?.getBoundingClientRect();
			if (!seat || box.left < seat.left - SLACK || box.right > seat.right + SLACK)
				faults.push(`${said} is ${box.left}–${box.right}, its seat ${seat?.left}–${seat?.right}`);
			for (const part of clock.querySelectorAll('span')) {
				const inner = part.getBoundingClientRect();
				if (inner.width === 0) continue;
				if (inner.left < box.left - SLACK || inner.right > box.right + SLACK)
					faults.push(`${said}: ${part.className} is ${inner.left}–${inner.right} in ${box.left}–${box.right}`);
				if (inner.top < box.top - 2 || inner.bottom > box.bottom + 2)
					faults.push(`${said}: ${part.className} is ${inner.top}–${inner.bottom} high in ${box.top}–${box.bottom}`);
			}
			for (const other of others) {
				const { left, right, top, bottom } = other.getBoundingClientRect();
				const [wide, high] = [
					Math.min(box.right, right) - Math.max(box.left, left),
					Math.min(box.bottom, bottom) - Math.max(box.top, top),
				];
				if (wide > SLACK && high > SLACK && !other.contains(clock)) faults.push(`${said} lies on .${other.className}`);
			}
		}
		return faults;
	});
}
