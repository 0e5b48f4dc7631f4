import { z } from 'zod';
import { percent } from './rates.ts';

/** A grade as a chip shows it: A and B green, C orange, D red. */
export const gradeSchema = z.enum(['A', 'B', 'C', 'D']);
export type Grade = z.infer<typeof gradeSchema>;

/** The bands that a grade can be given by. They differ by card on purpose. */
export const gradeBands = {
  /** The panel of one member of staff on the leaderboard: percent. */
  staffPanel: { A: 85, B: 70, C: 30 },
  /** Asked for appointment, asked for source, good impression, asked for additional appointments: percent. */
  asked: { A: 86, B: 70, C: 60 },
  /** Pricing answers: the share of calls with an appointment, percent. */
  pricing: { A: 85, B: 70, C: 30 },
  /** The share of callers who were not placed on hold, and of those placed on hold who were asked: percent. */
  hold: { A: 85, B: 70, C: 30 },
} as const satisfies Record<string, { A: number; B: number; C: number }>;
export type GradeBand = keyof typeof gradeBands;

/** Longest average hold of each grade, in seconds. */
export const holdTimeBands = { A: 30, B: 60, C: 120 } as const;

/** The fewest calls that a grade stands on; below it says 'too few calls' beside. */
export const fewestGradedCalls = 5;

/** The grade of a whole percent by a band; a percent that nothing was counted for is A (default A). */
export function gradeOfPercent(band: GradeBand, rate: number | null): Grade {
  if (rate === null) return 'A';
  const { A, B, C } = gradeBands[band];
  return rate >= A ? 'A' : rate >= B ? 'B' : rate >= C ? 'C' : 'D';
}

/** The grade of a share, by its rounded percent. */
export function gradeOfShare(band: GradeBand, part: number, total: number): Grade {
  return gradeOfPercent(band, total > 0 ? percent(part, total) : null);
}

/** The grade of an average hold, by its rounded seconds, as it is shown; without any hold A. */
export function gradeOfHoldTime(averageSeconds: number | null): Grade {
  if (averageSeconds === null) return 'A';
  const { A, B, C } = holdTimeBands;
  const seconds = Math.round(averageSeconds);
  return seconds <= A ? 'A' : seconds <= B ? 'B' : seconds <= C ? 'C' : 'D';
}

/** A length of time in words, hours, mins and secs, joined by commas and 'and': '1 min and 5 secs'. */
export function holdTimeText(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(total / 3600), 'hour', 'hours'],
    [Math.floor((total % 3600) / 60), 'min', 'mins'],
    [total % 60, 'sec', 'secs'],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  if (words.length === 0) return '0 secs';
  return words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
