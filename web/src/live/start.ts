/** Starts following the player's online games once the page is idle and the player has an account. */

import { quiet } from '../loading/quiet';
import { isSomebody, onIdentity } from '../net/identity';

const QUIET_MS = 400;

/** Calls `show` once with the components; never if they cannot be fetched. */
export function whenSomebody(show: (live: typeof import('./components')) => void): void {
	let begun = false;
	const begin = async () => {
		if (begun) return;
		begun = true;
		try {
			await quiet(QUIET_MS);
			show(await import('./components'));
		} catch {
			begun = false;
		}
	};
	onIdentity(() => void begin());
	if (isSomebody()) void begin();
}
