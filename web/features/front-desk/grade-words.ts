import { fewestGradedCalls } from '@mailcall/contract/rules/grades.ts';
import { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';

/** What a grade stands on. */
export type Grading = NonNullable<Parameters<typeof gradeTexts>[0]>;

/** The bands that a card is graded by, as the card names them: they differ by card (design: grades). */
export function bandWords(grading: Grading): string {
  return gradeTexts(grading)
    .map(({ grade, band }) => `${grade} ${band}`)
    .join(', ');
}

/** Whether a grade stands on too few calls to say much; on none at all there is nothing to grade either. */
export const tooFewCalls = (calls: number): boolean => calls < fewestGradedCalls;
