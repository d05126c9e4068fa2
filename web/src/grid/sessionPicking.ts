/** Keyboard input of a session: ports of `Picking`. */

import { squareSpeech } from '../announce/moveSpeech';
import type { Board } from '../board/board';
import type { MoveInput } from '../board/moveInput.svelte';
import { sameAsked } from '../board/ways';
import { pieceName } from '../games/pieceNames';
import { m } from '../paraglide/messages';
import type { SquareName } from '../rules/module';
import { settings } from '../settings/settings.svelte';
import { say } from '../widgets/announcer.svelte';
import { Picking } from './picking.svelte';

/** Orders squares rank by rank from the top, as diagrams are read. */
function asRead(one: SquareName, another: SquareName): number {
	return one.slice(1).localeCompare(another.slice(1)) || another.localeCompare(one);
}

export function sessionPicking(
	board: () => Board,
	input: MoveInput,
	/** Takes chosen squares while arrows and circles are drawn. */
	draw?: (place: string) => boolean,
): Picking {
	const history = () => board().history;
	return new Picking({
		game: () => board().game,
		position: () => history().shown,
		// Out of turn, the picked move is a premove.
		mover: () => input.mover ?? input.premover,
		destinations: () => (input.premover ? history().premoves(input.premover) : history().destinations()),
		move: (from, to) => (input.mover ? input.moved(from, to) : input.premoved(from, to)),
		draw,
		drop: (letter, to) => (input.mover ? input.dropped(letter, to) : input.predropped(letter, to)),
		refuse(attempt) {
			if (input.mover === null) input.refusal = input.barred();
			else if (typeof attempt === 'string') input.refusal = { code: attempt, squares: [] };
			else input.refused(attempt);
		},
		ask(asked) {
			const before = input.question;
			if (asked && !settings.helper) return false;
			const again = before?.by === 'key' && sameAsked(before.asked, asked);
			input.question = asked && !again ? { asked, by: 'key' } : null;
			return before !== null;
		},
		show(picked, targets) {
			input.touched();
			if (!picked) {
				say(m.say_put_back());
				return;
			}
			const piece = pieceName(board().game, picked.letter);
			const squares = targets
				.toSorted(asRead)
				.map((square) => squareSpeech(history().shown, square))
				.join(', ');
			if (squares) say(m.say_picked({ piece, squares }));
			else {
				say(m.say_picked_stuck({ piece }));
				input.stuck(picked.from ? { from: picked.from } : { letter: picked.letter });
			}
		},
	});
}
