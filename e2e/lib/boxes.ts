import type { Locator } from '@playwright/test';

export async function boxOf(what: Locator) {
	const box = await what.boundingBox();
	if (!box) throw new Error(`${what} is not there`);
	return box;
}

export function overlaps(a: Awaited<ReturnType<typeof boxOf>>, b: Awaited<ReturnType<typeof boxOf>>): boolean {
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
