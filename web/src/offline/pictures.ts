/** Waits for the pictures that style sheets put on elements: nothing in the page tells when they have come. */

function address(element: Element): string | undefined {
	return /url\("([^"]+)"\)/.exec(getComputedStyle(element).backgroundImage)?.[1];
}

/** Resolves when the background pictures of all these elements are there, or cannot be had. */
export async function backgroundPictures(elements: Iterable<Element>): Promise<void> {
	const addresses = new Set([...elements].map(address).filter((one) => one !== undefined));
	await Promise.all(
		[...addresses].map((one) => {
			const image = new Image();
			image.src = one;
			return image.decode().catch(() => {});
		}),
	);
}
