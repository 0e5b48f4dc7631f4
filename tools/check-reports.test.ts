import { expect, test } from 'vitest';
import {
  failureLines,
  type PlaywrightReport,
  readBenchOutput,
  readPlaywrightReport,
  readVitestReport,
  slowestLines,
  type VitestReport,
} from './check-reports.ts';

const vitestReport = (changes: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
});
const playwrightStats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };
const playwrightReport = (changes: Partial<PlaywrightReport>): PlaywrightReport => ({
  stats: playwrightStats,
  errors: [],
  suites: [],
  ...changes,
});

test.each([
  ['a test that fails', { numFailedTests: 1 }],
  ['a test that is skipped', { numPendingTests: 1 }],
  ['a test that is not written', { numTodoTests: 1 }],
  [
    'a file that fails outside its tests',
    {
      testResults: [
        { status: 'failed', name: 'a', startTime: 0, endTime: 1, assertionResults: [{ status: 'passed' }] },
      ],
    },
  ],
])('counts %s as failed', (_, changes) => {
  expect(readVitestReport(vitestReport(changes), '/project').count).toEqual({ passed: 5, failed: 1 });
});

test.each([
  ['fails', { stats: { ...playwrightStats, unexpected: 1 } }],
  ['passes at a second attempt', { stats: { ...playwrightStats, flaky: 1 } }],
  ['is skipped', { stats: { ...playwrightStats, skipped: 1 } }],
  ['cannot be started', { errors: [{}] }],
])('counts a journey that %s as failed', (_, changes) => {
  expect(readPlaywrightReport(playwrightReport(changes)).count).toEqual({ passed: 5, failed: 1 });
});

test('lists the slowest test files and journeys first', () => {
  const file = { status: 'passed', startTime: 1_000, endTime: 3_500, assertionResults: [] };
  const unit = readVitestReport(
    vitestReport({ testResults: [{ ...file, name: '/project/server/a.test.ts' }] }),
    '/project',
  );
  const spec = (title: string, ...durations: number[]) => ({
    title,
    file: 'b.journey.ts',
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const journeys = readPlaywrightReport(
    playwrightReport({
      suites: [{ specs: [spec('I sign in', 900)], suites: [{ specs: [spec('I sign out', 12_000)] }] }],
    }),
  );
  expect(slowestLines([...unit.durations, ...journeys.durations], 2)).toEqual([
    '   12.0 s  b.journey.ts › I sign out',
    '    2.5 s  server/a.test.ts',
  ]);
});

test('lists each failure with its reason in a few lines without colors', () => {
  const unit = readVitestReport(
    vitestReport({
      numFailedTests: 1,
      testResults: [
        {
          status: 'failed',
          name: '/project/server/a.test.ts',
          startTime: 0,
          endTime: 1,
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'divides',
              failureMessages: ['AssertionError: 1 is not 2\n    at a:1'],
            },
          ],
        },
        {
          status: 'failed',
          name: '/project/server/b.test.ts',
          startTime: 0,
          endTime: 1,
          message: 'Cannot find c.ts',
          assertionResults: [],
        },
      ],
    }),
    '/project',
  );
  const journeys = readPlaywrightReport(
    playwrightReport({
      errors: [{ message: 'The port is taken' }],
      suites: [
        {
          specs: [
            {
              title: 'I sign in',
              file: 'b.journey.ts',
              tests: [
                {
                  results: [
                    { duration: 1, errors: [{ message: '\u001b[31mTimeout\u001b[39m\n\nExpected: 1' }] },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  );
  expect(failureLines([...unit.failures, ...journeys.failures], 2)).toEqual([
    '  server/b.test.ts',
    '    Cannot find c.ts',
    '  server/a.test.ts › divides',
    '    AssertionError: 1 is not 2',
    '        at a:1',
    '  outside the journeys',
    '    The port is taken',
    '  b.journey.ts › I sign in',
    '    Timeout',
    '    Expected: 1',
  ]);
});

test('reads which benches failed, with the end of their output', () => {
  const output = [
    'Writing and importing a story …',
    'bench/presses.ts: worked, 60.4 s',
    'bench/start.ts: failed, 7.0 s',
    'Starting …',
    '',
    'ready: 3.1 s',
    'Error: the portal did not start',
    'bench/zones.ts: worked, 2.5 s',
  ].join('\n');
  expect(readBenchOutput(output, 2)).toEqual({
    count: { passed: 2, failed: 1 },
    durations: [
      { name: 'bench/presses.ts', seconds: 60.4 },
      { name: 'bench/start.ts', seconds: 7 },
      { name: 'bench/zones.ts', seconds: 2.5 },
    ],
    failures: [{ name: 'bench/start.ts', message: 'ready: 3.1 s\nError: the portal did not start' }],
  });
});
