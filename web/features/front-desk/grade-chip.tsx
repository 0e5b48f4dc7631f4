import { VisuallyHidden } from '@mantine/core';
import type { Grade } from '@mailcall/contract/rules/grades.ts';
import classes from './grade-chip.module.css';
import { tooFewCalls } from './grading.ts';

/** A grade: its letter in its color, and a note when it is based on too few calls. */
export function GradeChip({ grade, calls }: { grade: Grade; calls: number }) {
  return (
    <span className={classes.graded}>
      <span className={classes.chip} data-grade={grade}>
        <VisuallyHidden>Grade </VisuallyHidden>
        {grade}
      </span>
      {tooFewCalls(calls) && <span className={classes.few}>too few calls</span>}
    </span>
  );
}
