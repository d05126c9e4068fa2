/** The one open diagram: a page has up to forty, so only one is a live board. */
class Opened {
	id: string | null = $state(null);
}

export const opened = new Opened();
