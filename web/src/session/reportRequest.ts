/** Request for a report from the end of a game, for the analysis board that opens next. */
let asked = false;

export function askForReport(): void {
	asked = true;
}

export function takeAskedReport(): boolean {
	const was = asked;
	asked = false;
	return was;
}
