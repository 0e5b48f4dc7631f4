import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { throwAwayFolder } from '../tests/support/memory-folder.ts';
import { startDataFolders } from './data-folder.ts';
import { withStoryPortal } from './story.ts';

/* Runs each bench of package.json once at its smallest size. Words of the command line select programs that contain one of them. */

/** These only read a portal with the story in a browser, so they share one. */
const lookAtPortal: ReadonlySet<string> = new Set([
  'bench/presses.ts',
  'bench/large-group.ts',
  'bench/lighthouse.ts',
]);

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

/** Null unless the bench failed. */
async function failureOf(program: string, options: readonly string[]): Promise<string | null> {
  const child = spawn(process.execPath, [resolve(root, program), '--smallest', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  return (await ended) === 0 ? null : (await output).join('');
}

process.env['TMPDIR'] = throwAwayFolder();
const dataFolders = await startDataFolders();
Object.assign(process.env, dataFolders.environment);

let failed = 0;
async function runOne(program: string, ...options: readonly string[]): Promise<void> {
  const started = performance.now();
  const failure = await failureOf(program, options);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${program}: ${failure === null ? 'worked' : 'failed'}, ${seconds} s`);
  if (failure === null) return;
  failed += 1;
  console.log(failure);
}

try {
  const looking = chosen.filter((program) => lookAtPortal.has(program));
  if (looking.length > 0)
    // enough calls per office in the last month, some of them unresolved
    await withStoryPortal({ offices: 5, calls: 6000 }, async (url) => {
      for (const program of looking) await runOne(program, '--url', url);
    });
  for (const program of chosen) if (!lookAtPortal.has(program)) await runOne(program);
} finally {
  await rm(dataFolders.folder, { recursive: true, force: true });
}
if (failed > 0 || chosen.length === 0) process.exitCode = 1;
