/** Which diagram is a board just now: one at a time, so that a page of forty boards stays light. */
class Opened {
	id: string | null = $state(null);
}

export const opened = new Opened();
