import { z } from 'zod';
import type { Provider } from '../provider.ts';
import { percent } from './rates.ts';

/** A and B are green, C orange, D red. */
export const gradeSchema = z.enum(['A', 'B', 'C', 'D']);
export type Grade = z.infer<typeof gradeSchema>;

/** Lowest percent of each grade. Bands deliberately differ by card. */
export const gradeBands = {
  staffPanel: { A: 85, B: 70, C: 30 },
  /** Asked for appointment, source or additional appointments; good impression. */
  asked: { A: 86, B: 70, C: 60 },
  pricing: { A: 85, B: 70, C: 30 },
  /** Callers not placed on hold, or asked before a hold. */
  hold: { A: 85, B: 70, C: 30 },
} as const satisfies Record<string, { A: number; B: number; C: number }>;
export type GradeBand = keyof typeof gradeBands;
export type Grading = GradeBand | 'hold time';

export type GradeMode = Provider['grades'];

/** Bands of a card: with `one` those of the individual metrics, on every card. Hold times keep theirs. */
export const gradingOf = <Card extends Grading>(card: Card, mode: GradeMode): Card | 'asked' =>
  mode === 'one' && card !== 'hold time' ? 'asked' : card;

/** Longest average in seconds. */
export const holdTimeBands = { A: 30, B: 60, C: 120 } as const;

/** Grade of a whole percent; A for null, when nothing was counted. */
export function gradeOfPercent(band: GradeBand, rate: number | null): Grade {
  if (rate === null) return 'A';
  const { A, B, C } = gradeBands[band];
  return rate >= A ? 'A' : rate >= B ? 'B' : rate >= C ? 'C' : 'D';
}

/** Grade of the rounded percent; A when nothing was counted. */
export function gradeOfShare(band: GradeBand, part: number, total: number): Grade {
  return gradeOfPercent(band, total > 0 ? percent(part, total) : null);
}

/** Grade of the displayed seconds; A for null, without any hold. */
export function gradeOfHoldTime(averageSeconds: number | null): Grade {
  if (averageSeconds === null) return 'A';
  const { A, B, C } = holdTimeBands;
  const seconds = Math.round(averageSeconds);
  return seconds <= A ? 'A' : seconds <= B ? 'B' : seconds <= C ? 'C' : 'D';
}

/** '60–69', or '31–60 secs' for a hold time. */
export function bandOfGrade(grading: Grading, grade: Grade): string {
  if (grading === 'hold time') {
    const { A, B, C } = holdTimeBands;
    return { A: `0–${A} secs`, B: `${A + 1}–${B} secs`, C: `${B + 1}–${C} secs`, D: `over ${C} secs` }[grade];
  }
  const { A, B, C } = gradeBands[grading];
  return { A: `${A}–100`, B: `${B}–${A - 1}`, C: `${C}–${B - 1}`, D: `0–${C - 1}` }[grade];
}

/** '1 min and 5 secs'. */
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
