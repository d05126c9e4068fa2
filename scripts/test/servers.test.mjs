// Tests on PostgreSQL and NATS if one is not installed or does not start.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPTS = fileURLToPath(new URL('..', import.meta.url));

/** Starts and stops a server as `make test` does, with the programs of a folder. */
function started(name, programs) {
	return run(`start_${name}; stop_${name}`, programs);
}

function run(commands, programs) {
	const script = `set -euo pipefail; source ${SCRIPTS}/lib.sh; source ${SCRIPTS}/servers.sh; ${commands}`;
	return spawnSync('bash', ['-c', script], {
		encoding: 'utf8',
		timeout: 60_000,
		env: { ...process.env, POSTGRES_PROGRAMS: programs, NATS_PROGRAMS: `${programs}:/usr/bin:/bin` },
	});
}

function withFolder(use) {
	const folder = mkdtempSync(join(tmpdir(), 'servers-'));
	// The programs run as another user, who needs access.
	chmodSync(folder, 0o755);
	try {
		use(folder);
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

test('of two that run each ends when it is stopped, whichever is first', () => {
	withFolder((folder) => {
		const program = (name, text) => writeFileSync(join(folder, name), text, { mode: 0o755 });
		const server = `#!${process.execPath}
			process.on('SIGINT', () => process.exit());
			setInterval(() => {}, 1000);
		`;
		for (const name of ['initdb', 'pg_isready']) program(name, '#!/bin/sh\n');
		program('postgres', server);
		const ports = '`nats-server_${process.pid}.ports`';
		program('nats-server', `${server}
			require('node:fs').writeFileSync(${ports}, '["nats://127.0.0.1:7"]');
		`);
		for (const order of ['stop_postgres; stop_nats', 'stop_nats; stop_postgres']) {
			const { status, stdout, stderr } = run(
				`start_postgres; start_nats; echo "$KOMADAI_TEST_NATS"; ${order}; ls "$KOMADAI_TEST_POSTGRES" || true`,
				folder,
			);
			assert.equal(status, 0, stderr);
			assert.equal(stdout, 'nats://127.0.0.1:7\n');
			assert.match(stderr, /No such file/);
		}
	});
});
