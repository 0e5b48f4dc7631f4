import { gradeTexts } from '@mailcall/contract/rules/pro-tip-pages.ts';
import { Fragment } from 'react';
import classes from './grade-chip.module.css';
import type { GradeBands } from './grading.ts';

/** The bands that a figure is graded by, for its tooltip; they differ by card. */
export function GradedBy({ grading }: { grading: GradeBands }) {
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
