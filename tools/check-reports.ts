import { stripVTControlCharacters } from 'node:util';

export interface Count {
  passed: number;
  failed: number;
}

export interface Duration {
  /** File path from the root; for a journey also its title. */
  readonly name: string;
  readonly seconds: number;
}

export interface Failure {
  /** File path from the root and test title; the path alone if the file failed outside its tests. */
  readonly name: string;
  readonly message: string;
}

export interface TestReport {
  readonly count: Count;
  readonly durations: readonly Duration[];
  readonly failures: readonly Failure[];
}

export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName?: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** Skipped and todo tests count as failed, and so do files that fail outside their tests. */
export function readVitestReport(report: VitestReport, root: string): TestReport {
  const fromRoot = (path: string) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const failedTests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName = '', failureMessages }) => ({
        name: `${fromRoot(name)} › ${fullName}`,
        message: (failureMessages ?? []).join('\n'),
      })),
  );
  return {
    count: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles.length,
    },
    durations: report.testResults.map(({ name, startTime, endTime }) => ({
      name: fromRoot(name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: [
      ...brokenFiles.map(({ name, message = '' }) => ({ name: fromRoot(name), message })),
      ...failedTests,
    ],
  };
}

interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
}

function failuresIn({ specs, suites = [] }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors))
      .map(({ message = '' }) => ({ name: `${file} › ${title}`, message })),
  );
  return [...own, ...suites.flatMap(failuresIn)];
}

function journeysIn({ specs, suites = [] }: PlaywrightSuite): Duration[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ results }) => ({
      name: `${file} › ${title}`,
      seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
    })),
  );
  return [...own, ...suites.flatMap(journeysIn)];
}

/** Skipped and flaky journeys count as failed. */
export function readPlaywrightReport({ stats, errors, suites }: PlaywrightReport): TestReport {
  return {
    count: {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    },
    durations: suites.flatMap(journeysIn),
    failures: [
      ...errors.map(({ message = '' }) => ({ name: 'outside the journeys', message })),
      ...suites.flatMap(failuresIn),
    ],
  };
}

/** A line per bench, followed by the end of a failed bench's output. */
export function readBenchOutput(output: string, maxMessageLines: number): TestReport {
  const durations: Duration[] = [];
  const failures: { name: string; lines: string[] }[] = [];
  let failed: string[] | null = null;
  for (const line of output.split('\n')) {
    const [, name, ending, seconds] = /^(bench\/\S+): (worked|failed), ([\d.]+) s$/.exec(line) ?? [];
    if (name === undefined) {
      failed?.push(line);
      continue;
    }
    durations.push({ name, seconds: Number(seconds) });
    failed = ending === 'failed' ? [] : null;
    if (failed) failures.push({ name, lines: failed });
  }
  const isText = (line: string) => line.trim() !== '';
  return {
    count: { passed: durations.length - failures.length, failed: failures.length },
    durations,
    failures: failures.map(({ name, lines }) => ({
      name,
      message: lines.filter(isText).slice(-maxMessageLines).join('\n'),
    })),
  };
}

export function failureLines(failures: readonly Failure[], maxMessageLines: number): string[] {
  return failures.flatMap(({ name, message }) => [
    `  ${name}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, maxMessageLines)
      .map((line) => `    ${line}`),
  ]);
}

export function slowestLines(durations: readonly Duration[], maxLines: number): string[] {
  return durations
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, maxLines)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
