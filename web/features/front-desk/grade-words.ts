import { fewestGradedCalls } from '@mailcall/contract/rules/grades.ts';
import type { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';

/** What a grade stands on. */
export type Grading = NonNullable<Parameters<typeof gradeTexts>[0]>;

/** Whether a grade stands on too few calls to say much; on none at all there is nothing to grade either. */
export const tooFewCalls = (calls: number): boolean => calls < fewestGradedCalls;
