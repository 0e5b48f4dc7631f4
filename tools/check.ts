import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/**
 * `npm test`: every check in order, all of them whatever fails, and one closing line over all. Names given as arguments
 * choose some: `npm test -- types unit`.
 */

const root = resolve(import.meta.dirname, '..');

/** What a check counted. */
interface Count {
  passed: number;
  failed: number;
}

interface Check {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** Reads what the program wrote and left; a check without it counts as one. */
  readonly count?: (output: string) => Promise<Count>;
}

const reports = await mkdtemp(join(tmpdir(), 'mailcall-check-'));
const report = (name: string) => join(reports, `${name}.json`);

/** A linter that looked at no file has checked nothing. */
const filesChecked = (pattern: RegExp) => async (output: string) => {
  const files = Number(pattern.exec(output)?.[1] ?? 0);
  if (files === 0) throw new Error('it looked at no file');
  return { passed: 1, failed: 0 };
};

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; name: string; assertionResults: unknown[] }[];
}

async function countVitest(): Promise<Count> {
  const read = JSON.parse(await readFile(report('unit'), 'utf8')) as VitestReport;
  // a file that fails outside its tests (a hook, a leak, an import) counts once more
  const brokenFiles = read.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' &&
      !assertionResults.some((result) => (result as { status: string }).status === 'failed'),
  ).length;
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + read.numPendingTests + read.numTodoTests + brokenFiles,
  };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

async function countPlaywright(): Promise<Count> {
  const { stats, errors } = JSON.parse(await readFile(report('journeys'), 'utf8')) as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length };
}

const checks: readonly Check[] = [
  { name: 'types', program: 'tsc', args: ['--build'] },
  {
    name: 'lint',
    program: 'oxlint',
    args: ['--type-aware', '--deny-warnings'],
    count: filesChecked(/on (\d+) files? with/),
  },
  { name: 'format', program: 'biome', args: ['format'], count: filesChecked(/Checked (\d+) files?/) },
  { name: 'unused', program: 'knip', args: [] },
  {
    name: 'unit',
    program: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('unit')}`],
    count: countVitest,
  },
  {
    name: 'journeys',
    program: 'playwright',
    args: ['test', '--config=tests/journeys/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('journeys') },
    count: countPlaywright,
  },
];

/** Runs a program of node_modules on this Node, shows what it writes as it comes, and keeps it. */
async function run({ program, args, env }: Check): Promise<{ code: number; output: string }> {
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(join(bin, program), args, {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      PATH: [resolve(process.execPath, '..'), bin, process.env['PATH']].join(delimiter),
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const show = (stream: NodeJS.ReadableStream, target: NodeJS.WritableStream) => {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
      target.write(text);
    });
  };
  show(child.stdout, process.stdout);
  show(child.stderr, process.stderr);
  const code = await new Promise<number>((done) => {
    child.once('error', (error) => {
      console.error(`${program} could not be run: ${error.message}`);
      done(1);
    });
    child.once('close', (exit) => done(exit ?? 1));
  });
  return { code, output };
}

/** Runs a check and counts; what failed without saying how often, or counted nothing, failed once. */
async function runCheck(check: Check): Promise<Count> {
  const { code, output } = await run(check);
  let count: Count;
  try {
    count =
      code !== 0 && !check.count
        ? { passed: 0, failed: 1 }
        : ((await check.count?.(output)) ?? { passed: 1, failed: 0 });
    if (code !== 0 && count.failed === 0) count = { passed: Math.max(0, count.passed - 1), failed: 1 };
    if (count.passed + count.failed === 0) throw new Error('it ran nothing');
  } catch (error) {
    console.error(`${check.name}: ${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
  return count;
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}. Choose of ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const total: Count = { passed: 0, failed: 0 };
const failures: string[] = [];
for (const check of checks.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  console.log(`\n— ${check.name}`);
  const began = Date.now();
  const count = await runCheck(check);
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed > 0) failures.push(check.name);
  console.log(
    `${check.name}: ${count.passed} passed, ${count.failed} failed, ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
}
await rm(reports, { recursive: true, force: true });

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
