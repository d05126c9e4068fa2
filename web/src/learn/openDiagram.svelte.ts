/** The one open diagram: a page has up to forty, so only one is a live board. */
class OpenDiagram {
	id: string | null = $state(null);
}

export const openDiagram = new OpenDiagram();
