import { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';

/** The bands that a grade is assigned by. */
export type GradeBands = NonNullable<Parameters<typeof gradeTexts>[0]>;

/** Stands for a figure of which nothing was counted. */
export const nothingCounted = '-';

/** The bands that a figure is graded by, for its tooltip; they differ by card. A band is not broken between lines. */
export function gradedBy(bands: GradeBands): string {
  const texts = gradeTexts(bands).map(({ grade, band }) => `${grade} ${band}`.replaceAll(' ', '\u00a0'));
  return `Graded ${texts.join(', ')}.`;
}
