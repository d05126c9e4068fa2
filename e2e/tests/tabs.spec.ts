/** Two tabs of one browser share settings and accounts. */
import { chooseLanguage } from '../lib/languageFaults.ts';
import { text } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { expect, test } from '../lib/test.ts';

test('a setting is applied in the other tab at once, and survives a change there', async ({ page, context }) => {
	await page.goto('/');
	const other = await context.newPage();
	await other.goto('/learn');
	await page.getByTestId('open-settings').click();
	await page.getByTestId('theme-dark').click();
	await page.getByTestId('language-ja').click();
	await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
	await expect(other.locator('html')).toHaveAttribute('lang', 'ja');
	await other.getByTestId('mute').click();
	await other.reload();
	await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
	await expect(other.getByTestId('mute')).toHaveAttribute('aria-pressed', 'true');
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('mute')).toHaveAttribute('aria-pressed', 'true');
	await expect(page.getByTestId('language')).toHaveValue('ja');
});

test('a forced theme colours the bars of the browser', async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'light' });
	await page.goto('/');
	const colours = () =>
		page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((one) => (one as HTMLMetaElement).content));
	const [light, dark] = await colours();
	expect(light).not.toBe(dark);
	await page.getByTestId('open-settings').click();
	await page.getByTestId('theme-dark').click();
	await expect.poll(colours).toEqual([dark, dark]);
	await page.getByTestId('theme-light').click();
	await expect.poll(colours).toEqual([light, light]);
	await page.getByTestId('theme-system').click();
	await expect.poll(colours).toEqual([light, dark]);
});

test('a text selection that ends outside a dialog leaves it open; a click outside closes it', async ({ page }) => {
	await page.goto('/analysis');
	await button(page, 'analysis_open_record').click();
	const dialog = page.getByRole('dialog');
	const field = dialog.getByRole('textbox').first();
	await field.fill('position startpos moves 7g7f 3c3d 2g2f');
	const [box, outer] = [await field.boundingBox(), await dialog.boundingBox()];
	if (!box || !outer) throw new Error('the dialog is not in sight');
	const y = box.y + 14;
	await page.mouse.move(box.x + box.width / 2, y);
	await page.mouse.down();
	await page.mouse.move(outer.x - 60, y, { steps: 5 });
	await page.mouse.up();
	await expect(field).toHaveValue(/3c3d/);
	await page.mouse.move(outer.x - 60, y);
	await page.mouse.down();
	await page.mouse.move(box.x + 20, y, { steps: 5 });
	await page.mouse.up();
	await expect(dialog).toBeVisible();
	await page.mouse.click(outer.x - 60, y);
	await expect(dialog).toHaveCount(0);
});

test('signing out asks in a dialog in the page’s language, and names the loss', async ({ page }) => {
	await page.goto('/new/minishogi');
	await page.getByTestId('opponent-friend').click();
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('waiting-room')).toBeVisible();
	await page.goto('/devices');
	await button(page.getByTestId('sessions'), 'devices_end').click();
	const confirm = page.getByTestId('confirm');
	await expect(confirm).toContainText('rating');
	await chooseLanguage(page, 'ja');
	await expect(confirm).toContainText(text('devices_end_this', 'ja'));
	await confirm.getByTestId('confirm-no').click();
	await expect(page.getByTestId('sessions')).toBeVisible();
	await button(page.getByTestId('sessions'), 'devices_end').click();
	await page.getByTestId('confirm-yes').click();
	await expect(page.getByTestId('home')).toBeVisible();
});
