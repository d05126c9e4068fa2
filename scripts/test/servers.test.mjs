// What becomes of the tests on PostgreSQL and NATS where there is none, or one that does not run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPTS = fileURLToPath(new URL('..', import.meta.url));

/** Starts and stops one as `make test` does, with programs from that folder. */
function started(name, programs) {
	const script = `set -e; source ${SCRIPTS}/lib.sh; source ${SCRIPTS}/servers.sh; start_${name}; stop_${name}`;
	return spawnSync('bash', ['-c', script], {
		encoding: 'utf8',
		env: { ...process.env, POSTGRES_PROGRAMS: programs, NATS_PROGRAMS: `${programs}:/usr/bin:/bin` },
	});
}

function withFolder(run) {
	const folder = mkdtempSync(join(tmpdir(), 'servers-'));
	try {
		run(folder);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

for (const [name, program] of [
	['postgres', 'initdb'],
	['nats', 'nats-server'],
]) {
	test(`without ${name} it is said in one line what is left out`, () => {
		withFolder((folder) => {
			const { status, stdout } = started(name, folder);
			assert.equal(status, 0);
			assert.match(stdout, /^ {4}left out: the tests [^\n]*\n$/);
		});
	});

	test(`${name} that is there and does not run fails`, () => {
		withFolder((folder) => {
			writeFileSync(join(folder, program), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
			const { status, stderr } = started(name, folder);
			assert.notEqual(status, 0);
			assert.match(stderr, /is there and does not run/);
		});
	});
}
