import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { locales } from '../paraglide/runtime';
import { declinedWords, offerWords } from './offerWords';
import type { OfferKind } from './session';

const KINDS: OfferKind[] = ['takeback', 'draw', 'impasse', 'rematch'];
const player = (name: string, you: boolean) => ({ name, you, note: '' });
const session = { players: { first: player('Mika', false), second: player('You', true) } };

it('an offer is the player’s own or names the opponent', () => {
	expect(offerWords(session, { kind: 'draw', mine: false })).toBe('Mika offers a draw.');
	expect(offerWords(session, { kind: 'draw', mine: true })).toBe('You offered a draw.');
	expect(declinedWords(session, 'takeback')).toBe('Mika declined the takeback.');
});

it.each(locales)('every kind names the other in %s', (locale) => {
	for (const kind of KINDS) {
		const [received, declined] = withLocale(locale, () => [
			offerWords(session, { kind, mine: false }),
			declinedWords(session, kind),
		]);
		expect(received).toContain('Mika');
		expect(declined).toContain('Mika');
	}
});
