/** Follows one's games from when the page is quiet, once the server knows this browser as somebody. */
import { isSomebody, onIdentity } from '../net/identity';
import { quiet } from '../offline/quiet';

/** As long as this nothing may have been loading. */
const QUIET_MS = 400;

/** Calls `show` once, with the components that follow them; never where it cannot be fetched. */
export function whenSomebody(show: (live: typeof import('./all')) => void): void {
	let begun = false;
	const begin = async () => {
		if (begun) return;
		begun = true;
		try {
			await quiet(QUIET_MS);
			show(await import('./all'));
		} catch {
			begun = false;
		}
	};
	onIdentity(() => void begin());
	if (isSomebody()) void begin();
}
