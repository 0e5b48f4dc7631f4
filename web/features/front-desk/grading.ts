import { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';

export type GradeBands = NonNullable<Parameters<typeof gradeTexts>[0]>;

export const nothingCounted = '-';

/** Bands of a figure for its tooltip; they differ by card. Bands are not broken between lines. */
export function gradedBy(bands: GradeBands): string {
  const texts = gradeTexts(bands).map(({ grade, band }) => `${grade} ${band}`.replaceAll(' ', '\u00a0'));
  return `Graded ${texts.join(', ')}.`;
}
