import {
  fewestGradedCalls,
  type GradeBand,
  gradeBands,
  holdTimeBands,
  holdTimeText,
} from '@mailcall/contract/rules/grades.ts';

/** What a grade stands on. */
export type Grading = GradeBand | 'holdTime';

/** The bands that a card is graded by, as the card names them: they differ by card (design: grades). */
export function bandWords(grading: Grading): string {
  if (grading === 'holdTime') {
    const { A, B, C } = holdTimeBands;
    const [a, b, c] = [A, B, C].map(holdTimeText);
    return `A up to ${a}, B up to ${b}, C up to ${c}, D above`;
  }
  const { A, B, C } = gradeBands[grading];
  return `A ${A}% and above, B ${B}–${A - 1}%, C ${C}–${B - 1}%, D 0–${C - 1}%`;
}

/** Whether a grade stands on too few calls to say much; on none at all there is nothing to grade either. */
export const tooFewCalls = (calls: number): boolean => calls < fewestGradedCalls;
