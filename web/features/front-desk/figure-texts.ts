import { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';

export type GradeBands = NonNullable<Parameters<typeof gradeTexts>[0]>;

export const nothingCounted = '-';

/** Bands of a figure for its tooltip; they differ by card. Bands are not broken between lines. */
export function gradedBy(bands: GradeBands): string {
  const texts = gradeTexts(bands).map(({ grade, band }) => `${grade} ${band}`.replaceAll(' ', '\u00a0'));
  return `Graded ${texts.join(', ')}.`;
}

export const maxBars = 20;

export const withBarsNote = (sentence: string, rows: number): string =>
  rows <= maxBars ? sentence : `${sentence}. The chart shows the first ${maxBars} of ${thousands(rows)}`;
