/**
 * The state of a friend game as events build it. Numbered events apply once and in order; a gap or anything
 * that does not fit asks for the whole state anew. Pure: a log goes in, a log comes out.
 */
import type { GameEvent as Event, Snapshot } from '../protocol';

export type Applied =
	| { kind: 'applied'; snapshot: Snapshot }
	/** Seen before. */
	| { kind: 'known' }
	/** Something between is missing. */
	| { kind: 'gap' };

function without(snapshot: Snapshot, kind: string): Snapshot['offers'] {
	return snapshot.offers.filter((offer) => offer.offer !== kind);
}

export function applyEvent(snapshot: Snapshot, event: Event): Applied {
	if (event.seq <= snapshot.seq) return { kind: 'known' };
	if (event.seq !== snapshot.seq + 1) return { kind: 'gap' };
	const next: Snapshot = { ...snapshot, seq: event.seq };
	switch (event.kind) {
		case 'created':
			break;
		case 'furigoma':
			next.furigoma = { tosser: event.tosser, faces: event.faces };
			break;
		case 'joined':
			next.players = { ...snapshot.players, [event.side]: event.player };
			if (next.players.first && next.players.second && next.status === 'waiting') next.status = 'playing';
			break;
		case 'started':
			next.status = 'playing';
			next.clock = event.clock;
			break;
		case 'move':
			if (event.ply !== snapshot.moves.length) return { kind: 'gap' };
			next.moves = [...snapshot.moves, event.move];
			next.side = event.side === 'first' ? 'second' : 'first';
			next.clock = event.clock;
			// A move answers what was asked before it.
			next.offers = [];
			break;
		case 'offered':
			next.offers = [...without(snapshot, event.offer), { offer: event.offer, by: event.by }];
			break;
		case 'declined':
			next.offers = without(snapshot, event.offer);
			break;
		case 'taken-back':
			if (event.ply > snapshot.moves.length) return { kind: 'gap' };
			if ((snapshot.moves.length - event.ply) % 2 === 1)
				next.side = snapshot.side === 'first' ? 'second' : 'first';
			next.moves = snapshot.moves.slice(0, event.ply);
			next.clock = event.clock;
			next.offers = [];
			break;
		case 'resumed':
			next.clock = event.clock;
			break;
		case 'ended':
			next.status = 'ended';
			next.outcome = event.outcome;
			next.clock = event.clock;
			next.offers = [];
			break;
		case 'rematch':
			next.rematch = event.next;
			next.offers = [];
			break;
	}
	return { kind: 'applied', snapshot: next };
}
