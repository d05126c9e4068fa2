#!/usr/bin/env node
/**
 * Compares our mate solver with another USI engine, alternately in one run: one thread, tables of the same size,
 * until the first proof. Prints time and nodes for each problem and the ratio of the sums.
 *
 *   peers/mates/compare.mjs KOMADAI OTHER [--table 8000] [--rounds 1] [--seconds 600] [--only NAME,…]
 *
 * OTHER gets `USI_Hash`, `Threads 1` and, if it has the option, `PostSearchLevel None`. It is built outside
 * this folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		table: { type: 'string', default: '8000' },
		rounds: { type: 'string', default: '1' },
		seconds: { type: 'string', default: '600' },
		only: { type: 'string', default: '' },
	},
});
const [ours, other] = positionals;
if (!ours || !other) {
	console.error('usage: peers/mates/compare.mjs KOMADAI OTHER [--table MB] [--rounds N] [--seconds S] [--only NAME,…]');
	process.exit(2);
}
const SECONDS = Number(values.seconds);
const wanted = values.only.split(',').filter(Boolean);
const problems = readFileSync(new URL('problems.jsonl', import.meta.url), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line))
	.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

/** Seconds, nodes and moves of Komadai's solver, which verifies its line by replay. */
function solveOurs(position) {
	const args = ['mate', 'shogi', '--position', position, '--json', '--table', values.table];
	const run = spawnSync(ours, [...args, '--time', String(SECONDS * 1000)], { encoding: 'utf8', maxBuffer: 1 << 26 });
	const { result, ms, nodes, plies, line } = JSON.parse(run.stdout);
	return { solved: result === 'mate', seconds: ms / 1000, nodes, plies, moves: line.length };
}

/** Seconds, nodes and moves of the other program, from `go` to `checkmate`. */
async function solveOther(position) {
	const child = spawn(other, { stdio: ['pipe', 'pipe', 'ignore'] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	let nodes = Number.NaN;
	const until = async (word) => {
		for (;;) {
			const { value, done } = await lines.next();
			if (done) return '';
			const found = / nodes (\d+)/.exec(value);
			if (found) nodes = Number(found[1]);
			if (value.startsWith(word)) return value;
		}
	};
	const say = (text) => child.stdin.write(`${text}\n`);
	say('usi');
	await until('usiok');
	const options = { USI_Hash: values.table, Threads: 1, PostSearchLevel: 'None', GenerateAllLegalMoves: 'true' };
	for (const [name, value] of Object.entries(options)) say(`setoption name ${name} value ${value}`);
	say('isready');
	await until('readyok');
	say('usinewgame');
	say(`position sfen ${position}`);
	const start = performance.now();
	say('go mate infinite');
	const timer = setTimeout(() => say('stop'), SECONDS * 1000);
	const words = (await until('checkmate')).split(/\s+/);
	const seconds = (performance.now() - start) / 1000;
	clearTimeout(timer);
	say('quit');
	await new Promise((done) => child.once('exit', done));
	const solved = words.length > 1 && !['nomate', 'timeout', 'notimplemented'].includes(words[1]);
	return { solved, seconds, nodes, moves: solved ? words.length - 1 : 0 };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const show = (label, { solved, seconds, nodes, moves }) =>
	console.log(
		`  ${label.padEnd(8)} ${solved ? 'mate' : 'unsolved'} ${seconds.toFixed(1).padStart(7)} s ${(nodes / 1e6).toFixed(1).padStart(7)} M nodes, line of ${moves} moves`,
	);

let [sumOurs, sumOther] = [0, 0];
for (const { name, position } of problems) {
	console.log(name);
	const times = { ours: [], other: [] };
	for (let round = 0; round < Number(values.rounds); round++) {
		const mine = solveOurs(position);
		show('komadai', mine);
		times.ours.push(mine.seconds);
		const theirs = await solveOther(position);
		show('other', theirs);
		times.other.push(theirs.seconds);
	}
	sumOurs += median(times.ours);
	sumOther += median(times.other);
}
console.log(`sum: komadai ${sumOurs.toFixed(1)} s, other ${sumOther.toFixed(1)} s`);
console.log(`ratio ${(sumOurs / sumOther).toFixed(2)}`);
