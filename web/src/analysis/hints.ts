/** Engine moves as arrows. */
import type { Hint } from '../board/shapes';
import { moveParts } from '../rules/moveParts';
import { type Look, other, type Side } from '../rules/variant';
import type { Analysed } from './evaluations.svelte';

/** Maximum loss of an alternative, win probability per mille. */
const WORSE = 150;

export function hintsOf(
	{ lines }: Analysed,
	look: Pick<Look, 'files' | 'ranks' | 'checkered'>,
	threat: boolean,
	side: Side,
): Hint[] {
	const mover = threat ? other(side) : side;
	const chances = (win: number) => (mover === 'first' ? win : 1000 - win);
	const best = chances(lines[0]?.win ?? 500);
	const hints = lines.flatMap(({ moves, win }, i): Hint[] => {
		const move = moveParts(moves[0] ?? '', look);
		if (!move || best - chances(win) > WORSE) return [];
		const { from, to, drop } = move;
		const brush = threat ? 'threat' : i === 0 ? 'best' : 'other';
		const hand = `${threat ? drop?.toLowerCase() : drop}*`;
		return [{ from: from ?? hand, to, brush }];
	});
	// The best move is drawn last, on top.
	return (threat ? hints.slice(0, 1) : hints).reverse();
}
