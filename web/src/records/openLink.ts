/** Opens a link: parses it and checks it against the rules. */
import { moveNumber } from '../games/moveCount';
import { positionErrorText } from '../games/positionErrors';
import { refusalCodeText } from '../games/refusals';
import type { LazyText } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import { isKomadaiError, type KomadaiError, type RulesModule } from '../rules/module';
import { sideToMove } from '../rules/positionText';
import { isProblem } from '../rules/problem';
import { LINK_VERSION, type LinkedGame, readLink } from './link';
import { LinkError, type LinkFault } from './linkError';

export type Opened = { shared: LinkedGame } | { problem: LazyText };

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function faultText(fault: LinkFault): string {
	switch (fault.code) {
		case 'empty':
			return m.link_empty();
		case 'version':
			return m.link_version({ text: short(fault.text), known: LINK_VERSION });
		case 'game':
			return m.link_game({ text: short(fault.text) });
		case 'part':
			return m.link_part({ text: short(fault.text) });
		case 'twice':
			return m.link_twice({ text: short(fault.text) });
		case 'value':
			return m.link_value({ part: fault.part, text: short(fault.text) });
		case 'moves':
			return m.link_moves({ number: fault.number, text: fault.text });
		case 'cut':
			return m.link_cut({ count: fault.count, found: fault.found });
	}
}

function rulesText(error: KomadaiError & { ply?: number }, shared: LinkedGame): string {
	const { ply } = error;
	const move = ply === undefined ? undefined : shared.moves[ply];
	if (ply !== undefined && move !== undefined)
		return m.link_illegal({
			number: moveNumber(shared.game, ply + 1, sideToMove(shared.game, shared.start)),
			move,
			why: refusalCodeText(shared.game, error.code),
		});
	switch (error.code) {
		case 'unknown-handicap':
			return m.link_value({ part: 'handicap', text: short(error.text ?? '') });
		case 'unknown-rule':
		case 'unknown-rule-value':
			return m.link_value({ part: 'rules', text: short(error.text ?? '') });
		default:
			return m.link_position({ why: positionErrorText(error, shared.start) });
	}
}

/** With `problems` a king may be missing, as on the analysis board. */
export function openLink(rules: RulesModule, fragment: string, problems = false): Opened {
	let shared: LinkedGame;
	try {
		shared = readLink(fragment);
	} catch (error) {
		if (error instanceof LinkError) return { problem: () => faultText(error.fault) };
		throw error;
	}
	try {
		const { game, start, moves, rules: set } = shared;
		rules.Game.replay(game, start, moves, set, problems && isProblem(start)).free();
		return { shared };
	} catch (error) {
		if (isKomadaiError(error)) return { problem: () => rulesText(error, shared) };
		throw error;
	}
}
