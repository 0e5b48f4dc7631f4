import {
  bandOfGrade,
  type Grade,
  type GradeMode,
  type Grading,
  gradingOf,
} from '@mailcall/contract/rules/grades.ts';
import { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { loadedProvider } from '../../platform/config.ts';

export const nothingCounted = '-';

export const gradeMode = (): GradeMode => loadedProvider()?.grades ?? 'by-card';

/** Bands of a card, as the provider chose. */
export const gradingFor = <Card extends Grading>(card: Card) => gradingOf(card, gradeMode());

/** '60–69'. */
export const bandFor = (card: Grading, grade: Grade): string => bandOfGrade(gradingFor(card), grade);

/** Bands of a figure for its tooltip; they differ by card. Bands are not broken between lines. */
export function gradedBy(card: Grading): string {
  const texts = gradeTexts(card, gradeMode()).map(({ grade, band }) =>
    `${grade} ${band}`.replaceAll(' ', '\u00a0'),
  );
  return `Graded ${texts.join(', ')}.`;
}

export const maxBars = 50;

export const withBarsNote = (sentence: string, rows: number): string =>
  rows <= maxBars ? sentence : `${sentence}. The chart shows the first ${maxBars} of ${thousands(rows)}`;
