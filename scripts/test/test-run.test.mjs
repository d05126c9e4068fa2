// Steps, order and summary of scripts/test.sh, with small makefiles.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../test.sh', import.meta.url));

const HEAD = 'test_steps := first second third\ninclude scripts/steps.mk\n';

function run(steps, ...names) {
	const folder = mkdtempSync(join(tmpdir(), 'komadai-steps-'));
	const makefile = join(folder, 'steps.mk');
	writeFileSync(makefile, HEAD + steps);
	const env = { ...process.env, TEST_MAKEFILE: makefile, TEST_LOGS: join(folder, 'logs') };
	const { status, stdout } = spawnSync(script, names, { env, encoding: 'utf8' });
	rmSync(folder, { recursive: true });
	return { status, said: stdout };
}

const FAILING = `
first:
	# The first step
	echo "test result: FAILED. 2 passed; 1 failed; 0 ignored"
	echo "test a_name ... FAILED"
	false
second: $(call after,first)
	# The second step
	echo "test result: ok. 5 passed; 0 failed; 0 ignored"
third:
	# The third step
	echo "test result: ok. 3 passed; 0 failed; 0 ignored"
`;

test('a failing step stops those that need it, and no others', () => {
	const { status, said } = run(FAILING);
	assert.notEqual(status, 0);
	assert.match(said, /FAILED +The first step/);
	assert.match(said, /ok +The third step/);
	assert.match(said, /Not run, since a step that it needs failed: second/);
	assert.match(said, /tried again: first .*\n {4}a_name/);
	assert.match(said, /\n5 passed, 1 failed\n$/);
});

test('a named step runs without those it would wait for', () => {
	const { status, said } = run(FAILING, 'second');
	assert.equal(status, 0);
	assert.match(said, /\n5 passed, 0 failed\n$/);
	assert.doesNotMatch(said, /The first step/);
});

test('a line of a recipe that fails ends its step', () => {
	const { status, said } = run('first:\n\t# A step\n\tfalse\n\techo "unreached"\nsecond third:\n\t# Others\n\ttrue\n');
	assert.notEqual(status, 0);
	assert.doesNotMatch(said, /unreached/);
	assert.match(said, /\n2 passed, 1 failed\n$/);
});

test('no step fails and the run passes', () => {
	const { status, said } = run('first second third:\n\t# A step\n\ttrue\n');
	assert.equal(status, 0);
	assert.match(said, /\n3 passed, 0 failed\n$/);
});
