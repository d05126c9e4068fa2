import { expect, it } from 'vitest';
import { arrangementOf } from './arrangement.svelte';

it.each([
	[320, 568, 'upright'],
	[360, 640, 'upright'],
	[568, 320, 'sideways'],
	[932, 430, 'sideways'],
	[768, 1024, 'upright'],
	[1024, 768, 'tablet'],
	[1280, 1024, 'wide'],
	[1280, 800, 'wide'],
	[2560, 1440, 'wide'],
	[1080, 1920, 'upright'],
])('a screen of %d by %d is laid out %s', (width, height, how) => {
	expect(arrangementOf(width, height)).toBe(how);
});
