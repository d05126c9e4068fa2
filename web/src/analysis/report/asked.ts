/** A report that was asked for where the game was over, for the analysis board that is opened next. */
let asked = false;

export function askForReport(): void {
	asked = true;
}

/** Whether one was asked for; it is given once. */
export function takeAskedReport(): boolean {
	const was = asked;
	asked = false;
	return was;
}
