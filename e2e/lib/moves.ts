/** Legal moves from the program. */
import type { Step, VariantId } from './scripts.ts';
import { ask } from './server.ts';

/** Quiet board move, deterministic, with the position after it. */
export function someMove(game: VariantId, position: string): Step {
	const { legal } = JSON.parse(ask('position', game, '--position', position)) as { legal: string[] };
	const move = legal.filter((one) => /^[1-9a-h]{4}$/.test(one) && !legal.includes(`${one}+`)).sort()[0];
	if (!move) throw new Error(`no quiet move in ${position}`);
	const after = JSON.parse(ask('position', game, '--position', position, '--moves', move)) as { position: string };
	// Shogun Chess numbers files from a; the board uses USI square names.
	const square = (name: string) =>
		game === 'shogun' ? `${104 - name.charCodeAt(0) + 1}${String.fromCharCode(105 - Number(name[1]))}` : name;
	const from = square(move.slice(0, 2));
	const to = square(move.slice(2, 4));
	return { move, from, to, promotion: 'none', promote: false, capture: false, text: '', position: after.position };
}
