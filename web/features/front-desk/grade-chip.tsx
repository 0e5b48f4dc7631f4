import { VisuallyHidden } from '@mantine/core';
import type { Grade, Grading } from '@mailcall/contract/rules/grades.ts';
import { sampleSize } from '@mailcall/contract/rules/sample-size.ts';
import classes from './grade-chip.module.css';
import { bandFor, nothingCounted } from './figure-texts.ts';

export function GradeChip({
  grade,
  card,
  calls,
  fewOf,
}: {
  grade: Grade;
  card: Grading;
  calls: number;
  /** Numbers behind it, shown if few; absent if shown anyway. */
  fewOf?: string;
}) {
  const size = sampleSize(calls);
  if (size === 'none')
    return (
      <span>
        <span aria-hidden>{nothingCounted}</span>
        <VisuallyHidden>Not graded</VisuallyHidden>
      </span>
    );
  return (
    <span className={classes.graded}>
      <span className={classes.chip} data-grade={grade} data-muted={size !== 'enough' || undefined}>
        <VisuallyHidden>Grade </VisuallyHidden>
        {grade}
      </span>
      {size !== 'too few' && (
        <span className={classes.few}>
          <VisuallyHidden>, </VisuallyHidden>
          {bandFor(card, grade)}
        </span>
      )}
      {size === 'too few' && <span className={classes.few}>too few calls</span>}
      {size === 'few' && fewOf !== undefined && <span className={classes.few}>{fewOf}</span>}
    </span>
  );
}
