/** Locators by role and message, in every language. */
import type { Locator, Page } from '@playwright/test';
import { LOCALES, text } from './messages.ts';

type Root = Page | Locator;

function called(keys: string[]): RegExp {
	const names = keys.flatMap((key) => LOCALES.map((locale) => text(key, locale)));
	const patterns = names.map((name) => name.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+'));
	return new RegExp(`^(${patterns.join('|')})$`);
}

/** A button's name may change with its state, so it has several messages. */
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

export function closeOf(root: Root, key: string): Locator {
	return button(dialog(root, key), 'settings_close');
}

export async function resign(page: Page): Promise<void> {
	await button(page, 'play_resign').click();
	await button(page.getByRole('dialog'), 'play_resign').click();
}
