import { defineConfig } from '@playwright/test';

export default defineConfig({
	testDir: 'tests',
	outputDir: 'test-results',
	retries: 0,
	// More workers than processors, since tests mostly wait.
	workers: 3,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	timeout: 240_000,
	// Generous for loaded machines: a timeout means a failure.
	expect: { timeout: 30_000 },
	reporter: [['list']],
	use: {
		viewport: { width: 1280, height: 800 },
		locale: 'en',
		// A fresh browser would precache the whole page in every test; tests of it use `allow`.
		serviceWorkers: 'block',
		// Animations take half of the processor time; tests of motion use `no-preference`.
		reducedMotion: 'reduce',
		actionTimeout: 30_000,
		screenshot: 'only-on-failure',
		trace: process.env.KOMADAI_TRACE ? 'retain-on-failure' : 'off',
		launchOptions: {
			executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
				'--no-first-run',
				'--disable-quic',
				// Host names as in a local network, which are no secure context.
				'--host-resolver-rules=MAP lan.example 127.0.0.1, MAP lan.local 127.0.0.1',
			],
		},
	},
});
