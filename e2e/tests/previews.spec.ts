/** Link previews (Open Graph). */
import { expect, test } from '../lib/test.ts';

const START = 'lnsgkgsnl.1r5b1.ppppppppp.9.9.9.PPPPPPPPP.1B5R1.LNSGKGSNL_b_-_1';

/** Meta tag of the HTML that the server sends. */
const content = (html: string, name: string) =>
	new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

test('a shared game, an invitation and a chapter have titles, descriptions and pictures of their own', async ({
	request,
	baseURL,
}) => {
	const made = await request.post('/api/games', { data: { game: 'torishogi', side: 'first' } });
	const { snapshot } = (await made.json()) as { snapshot: { id: string } };
	const seen = new Set<string | undefined>();
	for (const [path, picture] of [
		['/', /^home\.png$/],
		[`/view?shogi=${START}`, /^shogi\.png\?position=lnsgkgsnl\./],
		[`/g/${snapshot.id}`, /^torishogi\.png\?position=rpckcpl\./],
		['/learn/shogun/drops', /^shogun\.png$/],
	] as const) {
		const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
		const image = content(html, 'og:image') ?? '';
		const base = `${baseURL}/pictures/`;
		expect(image.slice(0, base.length), path).toBe(base);
		expect(image.slice(base.length), path).toMatch(picture);
		expect(content(html, 'description'), path).toBe(content(html, 'og:description'));
		seen.add(content(html, 'og:title'));
		const answer = await request.get(image);
		expect(answer.headers()['content-type'], path).toBe('image/png');
	}
	expect(seen.size).toBe(4);
	expect(seen).not.toContain(undefined);
});

test('the page opens a shared game regardless of its preview query', async ({ page }) => {
	await page.goto(`/view?shogi=${START}#v=1&game=shogi&count=2&moves=eOwKFQ`);
	await expect(page.getByTestId('board')).toBeVisible();
});
