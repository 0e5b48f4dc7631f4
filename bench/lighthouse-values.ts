import type { Result } from 'lighthouse';

/** An office's computer, or a phone with a slow connection and processor. */
export type Preset = 'desktop' | 'mobile';

export interface MeasuredRun {
  /** 0 to 100. */
  scores: { performance: number; accessibility: number; bestPractices: number };
  /** Milliseconds. */
  blocked: number;
  /** Milliseconds. */
  largestPaint: number;
  shift: number;
  benchmarkIndex: number;
  /** Titles of failed accessibility and best-practice audits; some do not count in the scores. */
  notMet: readonly string[];
}

function auditsNotMet({ categories, audits }: Result): string[] {
  const refs = ['accessibility', 'best-practices'].flatMap((id) => categories[id]?.auditRefs ?? []);
  return refs.flatMap(({ id }) => {
    const { score = null, title = '' } = audits[id] ?? {};
    return score !== null && score < 1 ? [`${id} (${title})`] : [];
  });
}

/** A missing figure is NaN and misses every limit. */
export function measuredRun(report: Result): MeasuredRun {
  const score = (id: string) => (report.categories[id]?.score ?? Number.NaN) * 100;
  const figure = (id: string) => report.audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
    },
    blocked: figure('total-blocking-time'),
    largestPaint: figure('largest-contentful-paint'),
    shift: figure('cumulative-layout-shift'),
    benchmarkIndex: report.environment.benchmarkIndex,
    notMet: auditsNotMet(report),
  };
}

export function medianOf(runs: readonly MeasuredRun[]): MeasuredRun {
  const median = (of: (run: MeasuredRun) => number) =>
    runs.map(of).toSorted((a, b) => a - b)[runs.length >> 1] ?? Number.NaN;
  return {
    scores: {
      performance: median(({ scores }) => scores.performance),
      accessibility: median(({ scores }) => scores.accessibility),
      bestPractices: median(({ scores }) => scores.bestPractices),
    },
    blocked: median(({ blocked }) => blocked),
    largestPaint: median(({ largestPaint }) => largestPaint),
    shift: median(({ shift }) => shift),
    benchmarkIndex: median(({ benchmarkIndex }) => benchmarkIndex),
    notMet: [...new Set(runs.flatMap(({ notMet }) => notMet))],
  };
}

const wishedPerformance: Record<Preset, Readonly<Record<string, number>>> = {
  desktop: { '/login': 99, '/scoreboard': 99, '/campaigns': 99 },
  mobile: { '/login': 99, '/scoreboard': 95, '/campaigns': 95 },
};
/** Milliseconds. */
const limits = { blocked: 200, largestPaint: 2000 } as const;

export function missedValues(path: string, preset: Preset, run: MeasuredRun): string[] {
  const { performance, accessibility, bestPractices } = run.scores;
  const wished = wishedPerformance[preset][path] ?? 100;
  // NaN must also miss the limit; scores are shown as whole numbers
  const missed = (name: string, isMet: boolean, limit: string) => (isMet ? [] : [`${name} ${limit}`]);
  return [
    ...missed('performance below', Math.round(performance) >= wished, `${wished}`),
    ...missed('accessibility below', Math.round(accessibility) >= 100, '100'),
    ...missed('best practices below', Math.round(bestPractices) >= 100, '100'),
    ...missed('blocked more than', Math.round(run.blocked) <= limits.blocked, `${limits.blocked} ms`),
    ...missed(
      'largest paint after more than',
      Math.round(run.largestPaint) <= limits.largestPaint,
      `${limits.largestPaint / 1000} s`,
    ),
  ];
}
