/** Loading of CSS background images, for which the DOM has no event. */

function address(element: Element): string | undefined {
	return /url\("([^"]+)"\)/.exec(getComputedStyle(element).backgroundImage)?.[1];
}

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
