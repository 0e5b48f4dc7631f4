import { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';
import { Fragment } from 'react';
import classes from './grade-chip.module.css';
import type { Grading } from './grade-words.ts';

/** The bands that a card is graded by: they differ by card, so each names its own. */
export function GradedBy({ grading }: { grading: Grading }) {
  return (
    <>
      Graded{' '}
      {gradeTexts(grading).map(({ grade, band }, index) => (
        <Fragment key={grade}>
          {index > 0 && ', '}
          <span className={classes.band}>
            {grade} {band}
          </span>
        </Fragment>
      ))}
    </>
  );
}
