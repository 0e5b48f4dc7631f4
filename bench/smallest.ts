import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/*
 * Runs the bench of every script in package.json once at its smallest size, one after the other, and prints how many worked.
 * Words of the command line choose those whose program contains one of them.
 */

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const programs = Object.values(scripts).flatMap(
  (command) => /tools\/node24 (bench\/[\w/-]+\.ts)$/.exec(command)?.[1] ?? [],
);
const words = process.argv.slice(2);
const chosen = programs.filter(
  (program) => words.length === 0 || words.some((word) => program.includes(word)),
);

/** Runs a bench. Returns its output when it fails, else null. */
async function failureOf(program: string): Promise<string | null> {
  const child = spawn(process.execPath, [resolve(root, program), '--smallest'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  return (await ended) === 0 ? null : (await output).join('');
}

let failed = 0;
for (const program of chosen) {
  const started = performance.now();
  const failure = await failureOf(program);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${program}: ${failure === null ? 'worked' : 'failed'}, ${seconds} s`);
  if (failure === null) continue;
  failed += 1;
  console.log(failure);
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
if (failed > 0 || chosen.length === 0) process.exitCode = 1;
