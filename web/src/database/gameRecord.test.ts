import { expect, it } from 'vitest';
import { hasHelp, newRecordId } from './gameRecord';

it('help defaults to on without a clock and off with one', () => {
	const clock = { kind: 'sudden', main_ms: 60_000 } as const;
	const none = { kind: 'none' } as const;
	expect(hasHelp({ clock: none })).toBe(true);
	expect(hasHelp({ clock })).toBe(false);
	expect(hasHelp({ clock, help: true })).toBe(true);
	expect(hasHelp({ clock: none, help: false })).toBe(false);
});

it('ids are URL-safe', () => {
	for (let i = 0; i < 50; i++) expect(newRecordId()).toMatch(/^[\w-]{12}$/);
});
