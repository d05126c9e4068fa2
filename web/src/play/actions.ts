/** Actions of a game other than moves. Only possible ones are listed. */
import { sideName } from '../games/names';
import { m } from '../paraglide/messages';
import type { Session } from '../session/session';
import type { IconName } from '../widgets/Icon.svelte';
import type { MoveHelp } from './moveHelp.svelte';

export interface Question {
	question: string;
	yes: string;
	/** Replaces "Cancel" where that could be misread as giving up the game. */
	no?: string;
}

export interface Action {
	id: string;
	icon: IconName;
	text: string;
	/** Short form for narrow buttons. */
	short?: string;
	off?: boolean;
	/** Has its own button on the smallest screen. */
	often: boolean;
	ask?: Question;
	run: () => void;
}

function helpActions(help: MoveHelp): Action[] {
	if (!help.teacher) return [];
	const off = !help.isPossible;
	return [
		{ id: 'hint', icon: 'hint', text: m.play_hint(), often: true, off, run: () => void help.hint() },
		{
			id: 'attacked',
			icon: 'attacked',
			text: m.play_attacked(),
			short: m.play_attacked_short(),
			often: true,
			off,
			run: () => void help.attacked(),
		},
	];
}

/** Impasse and draw: both players confirm on one device, elsewhere one offers. */
function agreements(session: Session): Action[] {
	const { possible, oneDevice } = session;
	const waiting = (kind: string) => session.offers.some((offer) => offer.kind === kind && offer.mine);
	const points = session.history.now.impasse;
	const list: Action[] = [];
	if (possible.draw)
		list.push({
			id: 'draw',
			icon: 'handshake',
			text: m.play_draw(),
			often: false,
			off: waiting('draw'),
			ask: { question: oneDevice ? m.play_draw_device() : m.play_draw_sure(), yes: m.play_yes() },
			run: () => session.draw(),
		});
	if (possible.impasse && points) {
		const { first, second } = points;
		const ask = oneDevice ? m.play_impasse_device : m.play_impasse_sure;
		list.push({
			id: 'impasse',
			icon: 'handshake',
			text: m.play_impasse(),
			often: false,
			off: waiting('impasse'),
			ask: { question: ask({ first, second }), yes: m.play_yes() },
			run: () => session.impasse(),
		});
	}
	return list;
}

export function actionsOf(session: Session, help: MoveHelp): Action[] {
	const { possible, history, game, handicap, oneDevice } = session;
	const list = helpActions(help);
	if (possible.takeback)
		list.push({
			id: 'takeback',
			icon: 'undo',
			text: m.play_takeback(),
			often: true,
			off: session.offers.some(({ kind, mine }) => kind === 'takeback' && mine),
			run: () => session.takeback(),
		});
	list.push(...agreements(session));
	if (possible.declare)
		list.push({
			id: 'declare',
			icon: 'flag',
			text: m.play_declare(),
			often: false,
			ask: { question: m.play_declare_sure(), yes: m.play_yes(), no: m.play_keep() },
			run: () => session.declare(),
		});
	const { abort } = session;
	if (possible.abort && abort)
		list.push({
			id: 'abort',
			icon: 'flag',
			text: m.play_abort(),
			short: m.play_abort_short(),
			often: true,
			ask: { question: m.play_abort_sure(), yes: m.play_abort(), no: m.play_keep() },
			run: () => abort.call(session),
		});
	const side = sideName(game, history.now.side, handicap);
	if (possible.resign)
		list.push({
			id: 'resign',
			icon: 'flag',
			text: m.play_resign(),
			often: true,
			ask: {
				question: oneDevice ? m.play_resign_side({ side }) : m.play_resign_sure(),
				yes: m.play_resign(),
				no: m.play_keep(),
			},
			run: () => session.resign(),
		});
	return list;
}
