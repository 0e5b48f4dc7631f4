import { minGradedCalls } from '@mailcall/contract/rules/grades.ts';
import type { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';

/** The bands that a grade is assigned by. */
export type GradeBands = NonNullable<Parameters<typeof gradeTexts>[0]>;

/** Whether a grade is based on too few calls to be meaningful, or on none. */
export const tooFewCalls = (calls: number): boolean => calls < minGradedCalls;
