/** What a person finds on the page by what it is and what it is called, in whichever language the page is. */
import type { Locator, Page } from '@playwright/test';
import { LOCALES, text } from './messages.ts';

type Root = Page | Locator;

/** Matches the texts of the messages in every language, whatever is filled in, and nothing longer. */
function called(keys: string[]): RegExp {
	const names = keys.flatMap((key) => LOCALES.map((locale) => text(key, locale)));
	const patterns = names.map((name) => name.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+'));
	return new RegExp(`^(${patterns.join('|')})$`);
}

/** One who is called by any of the messages: a button's name may change with its state. */
const named =
	(role: Parameters<Page['getByRole']>[0]) =>
	(root: Root, ...keys: string[]): Locator =>
		root.getByRole(role, { name: called(keys) });

export const button = named('button');
export const checkbox = named('checkbox');
export const combobox = named('combobox');
export const dialog = named('dialog');
export const group = named('group');
export const heading = named('heading');
export const image = named('img');
export const link = named('link');
export const region = named('region');
export const spinbutton = named('spinbutton');
export const textbox = named('textbox');

/** The button that a dialog of this name is closed with. */
export function closeOf(root: Root, key: string): Locator {
	return button(dialog(root, key), 'settings_close');
}

/** Resigns, and says that it is meant. */
export async function resign(page: Page): Promise<void> {
	await button(page, 'play_resign').click();
	await button(page.getByRole('dialog'), 'play_resign').click();
}
