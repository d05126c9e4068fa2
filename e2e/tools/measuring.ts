/** What the configurations of measurements share. Paths are relative to the configuration that uses it. */
import type { PlaywrightTestConfig } from '@playwright/test';
import common from '../playwright.config.ts';

/** One at a time, once: what is measured must not compete with itself. */
export function measuring(timeout: number): PlaywrightTestConfig {
	return {
		...common,
		testDir: '.',
		outputDir: '../../test-results',
		testMatch: 'measure.spec.ts',
		workers: 1,
		retries: 0,
		fullyParallel: false,
		timeout,
	};
}
