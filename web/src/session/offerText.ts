/** Texts of offers, for display and announcement. */
import { m } from '../paraglide/messages';
import type { OfferKind, OpenOffer, Session } from './session';

const MADE: Record<OfferKind, () => string> = {
	takeback: m.play_sent_takeback,
	draw: m.play_sent_draw,
	impasse: m.play_sent_impasse,
	rematch: m.play_sent_rematch,
};
const RECEIVED: Record<OfferKind, (inputs: { name: string }) => string> = {
	takeback: m.play_offer_takeback,
	draw: m.play_offer_draw,
	impasse: m.play_offer_impasse,
	rematch: m.play_offer_rematch,
};
const DECLINED: Record<OfferKind, (inputs: { name: string }) => string> = {
	takeback: m.play_declined_takeback,
	draw: m.play_declined_draw,
	impasse: m.play_declined_impasse,
	rematch: m.play_declined_rematch,
};

type Seated = Pick<Session, 'players'>;

function opponentName({ players }: Seated): string {
	return (players.first.you ? players.second : players.first).name;
}

export function offerText(session: Seated, { kind, mine }: OpenOffer): string {
	return mine ? MADE[kind]() : RECEIVED[kind]({ name: opponentName(session) });
}

export function declinedText(session: Seated, kind: OfferKind): string {
	return DECLINED[kind]({ name: opponentName(session) });
}
