import { defineConfig } from '@playwright/test';

export default defineConfig({
	testDir: 'tests',
	outputDir: 'test-results',
	// A machine with other work loses a test now and then. What passes only the second time is
	// reported as flaky, and `make test` names it at its end: it is to be mended.
	retries: process.env.CI ? 1 : 0,
	// One more than processors: most of a test is waiting for what moves or runs out.
	workers: 3,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	timeout: 240_000,
	// Long enough for a machine with other work: what is waited for comes, or the test is wrong.
	expect: { timeout: 30_000 },
	reporter: [['list']],
	use: {
		viewport: { width: 1280, height: 800 },
		locale: 'en',
		// A fresh browser for each test would keep the whole page for later each time; what is about that says `allow`.
		serviceWorkers: 'block',
		// Pieces that glide take half of the machine; where motion is part of it, the test says `no-preference`.
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
				// A name like a neighbour's in the local network: there a page is no secure context.
				'--host-resolver-rules=MAP lan.example 127.0.0.1, MAP lan.local 127.0.0.1',
			],
		},
	},
});
