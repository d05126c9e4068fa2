/** Playing without a pointer in a game on the page: what the picking asks, does and has shown. */
import { say } from '../announce/announcer.svelte';
import { squareWords } from '../announce/moveWords';
import { pieceName } from '../games/pieceNames';
import { sameAsked } from '../helper/ways';
import { m } from '../paraglide/messages';
import type { MoveInput } from '../play/moveInput.svelte';
import type { Key } from '../rules/module';
import type { Session } from '../session/session';
import { settings } from '../settings/settings.svelte';
import { Picking } from './picking.svelte';

/** Rank by rank from the top, as diagrams are read. */
function asRead(one: Key, another: Key): number {
	return one.slice(1).localeCompare(another.slice(1)) || another.localeCompare(one);
}

export function pickingFor(
	session: () => Session,
	turn: MoveInput,
	/** Where arrows and circles are drawn: takes what is chosen while somebody does. */
	draw?: (place: string) => boolean,
): Picking {
	const table = () => session().table;
	return new Picking({
		game: () => session().game,
		position: () => table().shown,
		// Before one's turn the next move may be said already.
		mover: () => turn.mover ?? turn.premover,
		destinations: () => (turn.premover ? table().premoves(turn.premover) : table().destinations()),
		move: (from, to) => (turn.mover ? turn.moved(from, to) : turn.premoved(from, to)),
		draw,
		drop: (letter, to) => (turn.mover ? turn.dropped(letter, to) : turn.predropped(letter, to)),
		refuse(attempt) {
			if (turn.mover === null) turn.refusal = turn.barred();
			else if (typeof attempt === 'string') turn.refusal = { code: attempt, squares: [] };
			else turn.refused(attempt);
		},
		ask(asked) {
			const before = turn.question;
			if (asked && !settings.helper) return false;
			const again = before?.by === 'key' && sameAsked(before.asked, asked);
			turn.question = asked && !again ? { asked, by: 'key' } : null;
			return before !== null;
		},
		show(picked, targets) {
			turn.touched();
			if (!picked) {
				say(m.say_put_back());
				return;
			}
			const piece = pieceName(session().game, picked.letter);
			const squares = targets
				.toSorted(asRead)
				.map((key) => squareWords(table().shown, key))
				.join(', ');
			if (squares) say(m.say_picked({ piece, squares }));
			else {
				say(m.say_picked_stuck({ piece }));
				turn.stuck(picked.from ? { from: picked.from } : { letter: picked.letter });
			}
		},
	});
}
