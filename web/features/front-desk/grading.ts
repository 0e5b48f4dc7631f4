import type { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';

/** The bands that a grade is assigned by. */
export type GradeBands = NonNullable<Parameters<typeof gradeTexts>[0]>;

/** Stands for a figure of which nothing was counted. */
export const nothingCounted = '-';
