#!/usr/bin/env node
// Compares the node counts of Judkins Shogi in crates/rules/tests/cases/judkins.jsonl with those of
// Fairy-Stockfish, which counts mating pawn drops as well.
//
//   peers/oracle/judkins.mjs PATH-OF-FAIRY-STOCKFISH      exit status 1 and one line per difference

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const CASES = new URL("../../crates/rules/tests/cases/judkins.jsonl", import.meta.url);

const [program] = process.argv.slice(2);
if (program === undefined) {
  console.error("usage: peers/oracle/judkins.mjs PATH-OF-FAIRY-STOCKFISH");
  process.exit(2);
}
const fairy = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: fairy.stdout })[Symbol.asyncIterator]();

async function perft(fen, depth) {
  fairy.stdin.write(`position fen ${fen}\ngo perft ${depth}\n`);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("Fairy-Stockfish ended");
    const found = value.match(/^Nodes searched: (\d+)/);
    if (found) return Number(found[1]);
  }
}

fairy.stdin.write("uci\nsetoption name UCI_Variant value judkins\n");
let compared = 0;
for (const line of readFileSync(CASES, "utf8").trim().split("\n")) {
  const row = JSON.parse(line);
  for (const [index, nodes] of row.nodes.entries()) {
    const expected = nodes + row.drop_mates[index];
    const theirs = await perft(row.fairy_fen, index + 1);
    compared += 1;
    if (theirs !== expected) {
      console.error(`${row.fairy_fen} depth ${index + 1}: ${theirs} there, ${expected} here`);
      process.exitCode = 1;
    }
  }
}
fairy.stdin.end("quit\n");
console.log(`${compared} counts compared`);
