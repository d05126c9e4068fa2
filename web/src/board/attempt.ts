/**
 * Illegal moves that shogiground drops silently, for the page to explain. The listeners run before shogiground's and
 * read the selected or dragged piece.
 */
import type { Api } from 'shogiground/api';
import type * as sg from 'shogiground/types';
import { eventPosition, getKeyAtDomPos, pieceNameOf } from 'shogiground/util';
import type { Attempt } from './gameHistory.svelte';
import { letterOf } from './pieceSheet';

function squareAt(api: Api, event: sg.MouchEvent): sg.Key | undefined {
	const { state } = api;
	const position = eventPosition(event) ?? state.draggable.current?.pos;
	const bounds = state.dom.bounds.board.bounds();
	if (!position || !bounds) return undefined;
	return getKeyAtDomPos(position, state.orientation === 'sente', state.dimensions, bounds);
}

/** The move of the selected piece to `to`; undefined if legal or only a new selection. */
function refusedAttempt(
	api: Api,
	from: sg.Key | undefined,
	piece: sg.Piece | undefined,
	to: sg.Key,
): Attempt | undefined {
	const { state } = api;
	if (from) {
		if (from === to || state.movable.dests?.get(from)?.includes(to)) return undefined;
		return { from, to };
	}
	if (!piece || state.droppable.dests?.get(pieceNameOf(piece))?.includes(to)) return undefined;
	return { letter: letterOf(piece.role), to };
}

/** A pressed piece of the side to move that has no legal moves. */
function stuckPiece(api: Api, event: Event): { from: sg.Key } | { letter: string } | undefined {
	const { state } = api;
	const { activeColor, turnColor } = state;
	if (activeColor === undefined || activeColor !== turnColor || !(event.target instanceof Element)) return undefined;
	const held = event.target.closest('sg-hp-wrap');
	if (held) {
		const { sgColor: color, sgRole: role } = (held.querySelector('piece') ?? {}) as Partial<sg.PieceNode>;
		if (color !== activeColor || !role || held.getAttribute('data-nb') === '0') return undefined;
		return state.droppable.dests?.get(pieceNameOf({ color, role }))?.length ? undefined : { letter: letterOf(role) };
	}
	const from = event.target.closest('sg-pieces') ? squareAt(api, event as sg.MouchEvent) : undefined;
	if (!from || state.pieces.get(from)?.color !== activeColor) return undefined;
	return state.movable.dests?.get(from)?.length ? undefined : { from };
}

export interface AttemptPorts {
	refused: (attempt: Attempt) => void;
	/** A press on the board or a hand while neither side may move here. */
	idle: () => void;
	/** A press on a piece without legal moves. */
	stuck: (piece: { from: sg.Key } | { letter: string }) => void;
	/** `pointercancel`, as by a phone call: a dragged piece returns to its place. */
	cancelled: () => void;
	touch: () => void;
}

export function watchAttempts(api: Api, ports: AttemptPorts): () => void {
	const tell = (attempt: Attempt | undefined) => {
		// After shogiground has restored its state.
		if (attempt) setTimeout(() => ports.refused(attempt), 0);
	};

	const draws = (event: Event) => {
		const { enabled, forced } = api.state.drawable;
		const { button, shiftKey } = event as Partial<MouseEvent>;
		return enabled && (forced || button === 2 || shiftKey === true);
	};
	const press = (event: Event) => {
		const { state } = api;
		if (draws(event)) return;
		const inside = event.target instanceof Element && event.target.closest('.sg-wrap, .sg-hand-wrap');
		if (inside) ports.touch();
		if (inside && state.activeColor === undefined) setTimeout(ports.idle, 0);
		const stuck = event.isTrusted && !state.promotion.current ? stuckPiece(api, event) : undefined;
		if (stuck) setTimeout(() => ports.stuck(stuck), 0);
		if (!event.isTrusted || state.promotion.current || !(state.selected || state.selectedPiece)) return;
		if (!(event.target instanceof Element) || !event.target.closest('sg-pieces')) return;
		const to = squareAt(api, event as sg.MouchEvent);
		if (!to) return;
		const there = state.pieces.get(to);
		// A click on another piece of the same side selects that piece.
		if (there && (there.color === state.activeColor || state.activeColor === 'both')) return;
		tell(refusedAttempt(api, state.selected, state.selectedPiece, to));
	};

	const release = (event: Event) => {
		const current = api.state.draggable.current;
		if (!current?.started) return;
		const to = squareAt(api, event as sg.MouchEvent);
		if (!to || current.fromBoard?.orig === to) return;
		tell(refusedAttempt(api, current.fromBoard?.orig, current.piece, to));
	};

	const cancel = () => {
		const { draggable, drawable } = api.state;
		if (!draggable.current && !drawable.current) return;
		drawable.current = undefined;
		ports.cancelled();
	};

	const options = { capture: true };
	for (const name of ['mousedown', 'touchstart']) addEventListener(name, press, options);
	for (const name of ['mouseup', 'touchend']) addEventListener(name, release, options);
	addEventListener('touchcancel', cancel, options);
	return () => {
		removeEventListener('touchcancel', cancel, options);
		for (const name of ['mousedown', 'touchstart']) removeEventListener(name, press, options);
		for (const name of ['mouseup', 'touchend']) removeEventListener(name, release, options);
	};
}
