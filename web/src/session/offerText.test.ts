import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { locales } from '../paraglide/runtime';
import { declinedText, offerText } from './offerText';
import type { OfferKind } from './session';

const KINDS: OfferKind[] = ['takeback', 'draw', 'impasse', 'rematch'];
const player = (name: string, you: boolean) => ({ name, you, note: '' });
const session = { players: { first: player('Mika', false), second: player('You', true) } };

it('an offer is the player’s own or names the opponent', () => {
	expect(offerText(session, { kind: 'draw', mine: false })).toBe('Mika offers a draw.');
	expect(offerText(session, { kind: 'draw', mine: true })).toBe('You offered a draw.');
	expect(declinedText(session, 'takeback')).toBe('Mika declined the takeback.');
});

it.each(locales)('every kind names the other in %s', (locale) => {
	for (const kind of KINDS) {
		const [received, declined] = withLocale(locale, () => [
			offerText(session, { kind, mine: false }),
			declinedText(session, kind),
		]);
		expect(received).toContain('Mika');
		expect(declined).toContain('Mika');
	}
});
