import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import {
  type Count,
  failureLines,
  type PlaywrightReport,
  readBenchOutput,
  readPlaywrightReport,
  readVitestReport,
  slowestLines,
  type TestReport,
  type VitestReport,
} from './check-reports.ts';
import { type OrderedOutput, outputInOrder } from './output-in-order.ts';

/** `npm test`: runs every check, even after a failure. Arguments select checks: `npm test -- types unit`. */

const root = resolve(import.meta.dirname, '..');
const maxSlowestLines = 10;
const maxFailureLines = 20;

interface Check {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** Without it, the check counts as one. */
  readonly read?: (output: string) => Promise<TestReport>;
}

const reports = await mkdtemp(join(tmpdir(), 'mailcall-check-'));
const report = (name: string) => join(reports, `${name}.json`);
const readReport = async <Report>(name: string) => JSON.parse(await readFile(report(name), 'utf8')) as Report;

const onePassed: TestReport = { count: { passed: 1, failed: 0 }, durations: [], failures: [] };
const oneFailed: TestReport = { count: { passed: 0, failed: 1 }, durations: [], failures: [] };

/** A linter that checked no file fails. */
const filesChecked = (pattern: RegExp) => async (output: string) => {
  const files = Number(pattern.exec(output)?.[1] ?? 0);
  if (files === 0) throw new Error('it looked at no file');
  return onePassed;
};

/** Programs in Go collect garbage only near this limit: they need little more memory, and a sixth less of the processor. */
const lateCollection = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

const staticChecks: readonly Check[] = [
  // each checker infers shared types again, so the default of four doubles the CPU time
  { name: 'types', program: 'tsc', args: ['--build', '--checkers', '1'], env: lateCollection },
  {
    name: 'lint',
    program: 'oxlint',
    args: ['--type-aware', '--deny-warnings'],
    env: lateCollection,
    read: filesChecked(/on (\d+) files? with/),
  },
  { name: 'format', program: 'biome', args: ['format'], read: filesChecked(/Checked (\d+) files?/) },
  { name: 'unused', program: 'knip', args: [] },
];

const unit: Check = {
  name: 'unit',
  program: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('unit')}`],
  read: async () => readVitestReport(await readReport<VitestReport>('unit'), root),
};

const journeys: Check = {
  name: 'journeys',
  program: 'playwright',
  args: ['test', '--config=tests/journeys/playwright.config.ts', '--reporter=list,json'],
  env: {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report('journeys'),
    // Node reads TypeScript itself; Playwright's Babel takes five times as long for the 600 modules that journeys import
    PW_DISABLE_TS_ESM: '1',
  },
  read: async () => readPlaywrightReport(await readReport<PlaywrightReport>('journeys')),
};

const benches: Check = {
  name: 'benches',
  program: process.execPath,
  args: ['bench/smallest.ts'],
  read: async (output) => readBenchOutput(output, maxFailureLines),
};

/** Sequences in a stage run in parallel. Unit tests and journeys run one after the other: together they take a third longer. */
const stages: readonly (readonly (readonly Check[])[])[] = [
  [[...staticChecks, benches], [unit]],
  [[journeys]],
];

async function run(
  { program, args, env }: Check,
  shown: OrderedOutput,
): Promise<{ code: number; output: string }> {
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(resolve(bin, program), args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-modules'),
      ...env,
      PATH: [resolve(process.execPath, '..'), bin, process.env['PATH']].join(delimiter),
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      shown.write(text);
    });
  }
  const code = await new Promise<number>((done) => {
    child.once('error', (error) => {
      shown.write(`${program} could not be run: ${error.message}\n`);
      done(1);
    });
    child.once('close', (exit) => done(exit ?? 1));
  });
  return { code, output };
}

/** A check that fails without a count, or counts nothing, has one failure. */
async function runCheck(check: Check, shown: OrderedOutput): Promise<TestReport> {
  const { code, output } = await run(check, shown);
  try {
    const result = code !== 0 && !check.read ? oneFailed : ((await check.read?.(output)) ?? onePassed);
    const { count } = result;
    if (count.passed + count.failed === 0) throw new Error('it ran nothing');
    const failedUncounted = code !== 0 && count.failed === 0;
    return failedUncounted
      ? { ...result, count: { passed: Math.max(0, count.passed - 1), failed: 1 } }
      : result;
  } catch (error) {
    shown.write(`${check.name}: ${(error as Error).message}\n`);
    return oneFailed;
  }
}

const checks = stages.flat(2);
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}. Choose of ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const isChosen = ({ name }: Check) => chosen.length === 0 || chosen.includes(name);
const outputs = outputInOrder(checks.filter(isChosen).length, (text) => process.stdout.write(text));
const outputOf = new Map(checks.filter(isChosen).map((check, index) => [check, outputs[index]]));
const results = new Map<Check, TestReport>();
const seconds = new Map<Check, number>();

async function runSequence(sequence: readonly Check[]): Promise<void> {
  for (const check of sequence.filter(isChosen)) {
    const shown = outputOf.get(check);
    if (!shown) continue;
    shown.write(`\n— ${check.name}\n`);
    const began = Date.now();
    const result = await runCheck(check, shown);
    results.set(check, result);
    const { passed, failed } = result.count;
    const taken = (Date.now() - began) / 1000;
    seconds.set(check, taken);
    shown.write(`${check.name}: ${passed} passed, ${failed} failed, ${taken.toFixed(1)} s\n`);
    shown.end();
  }
}

const began = Date.now();
for (const stage of stages) await Promise.all(stage.map(runSequence));
await rm(reports, { recursive: true, force: true });

const slowest = slowestLines(
  [...results.values()].flatMap(({ durations }) => durations),
  maxSlowestLines,
);
if (slowest.length > 0) console.log(['\nSlowest:', ...slowest].join('\n'));
const took = [...seconds].map(([{ name }, taken]) => `${name} ${taken.toFixed(0)} s`);
console.log(`\nTook ${((Date.now() - began) / 1000).toFixed(0)} s: ${took.join(', ')}`);
const total: Count = { passed: 0, failed: 0 };
for (const { count } of results.values()) {
  total.passed += count.passed;
  total.failed += count.failed;
}
const failures = checks.filter((check) => (results.get(check)?.count.failed ?? 0) > 0);
if (failures.length > 0) {
  // last, so that a truncated log still has them
  const tests = failures.flatMap((check) => results.get(check)?.failures ?? []);
  console.log(`\nFailed: ${failures.map(({ name }) => name).join(', ')}`);
  if (tests.length > 0) console.log(failureLines(tests, maxFailureLines).join('\n'));
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
