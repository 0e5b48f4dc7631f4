/** What a check counted. */
export interface Count {
  passed: number;
  failed: number;
}

/** How long a test file or a journey took. */
export interface Duration {
  /** The file's path from the root, with the journey's title if it is a journey. */
  readonly name: string;
  readonly seconds: number;
}

/** What the report of a test runner says. */
export interface TestReport {
  readonly count: Count;
  readonly durations: readonly Duration[];
}

/** The JSON report of Vitest, as far as it is read here. Times are milliseconds. */
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
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Reads a report of Vitest: skipped and unwritten tests count as failed, and so does a file that fails outside its tests
 * (a hook, a leak, an import).
 */
export function readVitestReport(report: VitestReport, root: string): TestReport {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  return {
    count: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles,
    },
    durations: report.testResults.map(({ name, startTime, endTime }) => ({
      name: name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name,
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

interface PlaywrightSuite {
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** The JSON report of Playwright, as far as it is read here. Durations are milliseconds. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
  readonly suites: readonly PlaywrightSuite[];
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

/** Reads a report of Playwright: whatever was skipped, or passed only at a second attempt, counts as failed. */
export function readPlaywrightReport({ stats, errors, suites }: PlaywrightReport): TestReport {
  return {
    count: {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    },
    durations: suites.flatMap(journeysIn),
  };
}

/** The test files and journeys that took longest, the longest first, one line each. */
export function slowestLines(durations: readonly Duration[], maxLines: number): string[] {
  return durations
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, maxLines)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
