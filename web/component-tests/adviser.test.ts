/** Handicap adviser. */
import { expect, test } from 'vitest';
import { all, at, button, choose, has, m, named, openPage, reads, visible } from './support';

const adviser = () => at('adviser');

test('from ranks, ratings and results to a handicap, and on to a game', async () => {
	await openPage('/learn');
	await visible(at('learn'));
	expect(at('handicaps-shogun').elements(), 'a game without handicaps').toHaveLength(0);
	await at('handicaps-shogi').click();
	for (const [ranks, id] of [
		['0', ''],
		['1', 'weaker-first'],
		['3', 'bishop'],
		['6', 'two-piece'],
		['10', 'six-piece'],
	] as const) {
		await named('spinbutton', m.adviser_ranks_label()).fill(ranks);
		await has(adviser(), 'data-advised', id);
	}
	await choose('measure-rating');
	await at('points').fill('390');
	await has(adviser(), 'data-advised', 'rook');
	await choose('measure-wins');
	await choose('wins-8');
	await has(adviser(), 'data-advised', 'lance');
	await named('combobox', m.adviser_look()).selectOptions('rook-lance');
	await has(adviser(), 'data-shown', 'rook-lance');
	await reads(at('missing'), 'Rook');
	await expect.poll(() => all('[data-testid="adviser"] .picture img').length).toBe(38);
	await button(m.adviser_play()).click();
	await has(at('board'), 'data-bottom', 'first');
	await expect.element(at('board')).toHaveAttribute('data-mover', 'first');
	await button(m.play_to_start()).click();
	await has(at('board'), 'data-position', 'lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1');
});

test('the page reports differences without a custom and variants without handicaps', async () => {
	await openPage('/learn/torishogi/handicaps');
	await named('spinbutton', m.adviser_ranks_label()).fill('5');
	await has(adviser(), 'data-advised', 'falcon');
	await reads(adviser(), m.adviser_no_custom());
	await openPage('/learn/shogun/handicaps');
	await reads(at('no-handicaps'), 'Shogun Chess has no handicaps');
	await adviser().getByRole('link').first().click();
	await expect.poll(() => location.pathname).toBe('/new/shogun');
});
