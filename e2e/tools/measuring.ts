/** Shared configuration of measurements. Paths are relative to the configuration that uses it. */
import type { PlaywrightTestConfig } from '@playwright/test';
import common from '../playwright.config.ts';

/** One worker, no retries: measurements must not compete. */
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
