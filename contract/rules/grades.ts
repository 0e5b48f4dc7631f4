import { z } from 'zod';
import { percent } from './rates.ts';

/** A grade. A and B are shown in green, C in orange, D in red. */
export const gradeSchema = z.enum(['A', 'B', 'C', 'D']);
export type Grade = z.infer<typeof gradeSchema>;

/** The lowest percent of each grade, by band. The bands deliberately differ by card. */
export const gradeBands = {
  /** For the staff panel of the leaderboard. */
  staffPanel: { A: 85, B: 70, C: 30 },
  /** For asked for appointment, asked for source, good impression and asked for additional appointments. */
  asked: { A: 86, B: 70, C: 60 },
  /** For pricing answers: the share of calls with an appointment. */
  pricing: { A: 85, B: 70, C: 30 },
  /** For the share of callers not placed on hold, and for the share of callers placed on hold who were asked first. */
  hold: { A: 85, B: 70, C: 30 },
} as const satisfies Record<string, { A: number; B: number; C: number }>;
export type GradeBand = keyof typeof gradeBands;

/** The longest average hold time of each grade, in seconds. */
export const holdTimeBands = { A: 30, B: 60, C: 120 } as const;

/** The grade of a whole percent by a band; A for null, when nothing was counted. */
export function gradeOfPercent(band: GradeBand, rate: number | null): Grade {
  if (rate === null) return 'A';
  const { A, B, C } = gradeBands[band];
  return rate >= A ? 'A' : rate >= B ? 'B' : rate >= C ? 'C' : 'D';
}

/** The grade of a share, from its rounded percent; A when nothing was counted. */
export function gradeOfShare(band: GradeBand, part: number, total: number): Grade {
  return gradeOfPercent(band, total > 0 ? percent(part, total) : null);
}

/** The grade of an average hold time, from its seconds as rounded for display; A for null, without any hold. */
export function gradeOfHoldTime(averageSeconds: number | null): Grade {
  if (averageSeconds === null) return 'A';
  const { A, B, C } = holdTimeBands;
  const seconds = Math.round(averageSeconds);
  return seconds <= A ? 'A' : seconds <= B ? 'B' : seconds <= C ? 'C' : 'D';
}

/** A duration in hours, mins and secs, joined with commas and 'and': '1 min and 5 secs'. */
export function holdTimeText(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(total / 3600), 'hour', 'hours'],
    [Math.floor((total % 3600) / 60), 'min', 'mins'],
    [total % 60, 'sec', 'secs'],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, singular, plural]) => `${count} ${count === 1 ? singular : plural}`);
  if (words.length === 0) return '0 secs';
  return words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
