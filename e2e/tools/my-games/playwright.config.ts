import { defineConfig } from '@playwright/test';
import common from '../../playwright.config.ts';

/** One at a time, once: what is measured must not compete with itself. */
export default defineConfig({
	...common,
	testDir: '.',
	outputDir: '../../test-results',
	testMatch: 'measure.spec.ts',
	workers: 1,
	retries: 0,
	timeout: 600_000,
});
