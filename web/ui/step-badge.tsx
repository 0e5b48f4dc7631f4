import { type NextStep, nextStepWords } from '@mailcall/contract/rules/next-step.ts';
import classes from './step-badge.module.css';

/** The next step of a mailing or a design, in words and by color. */
export function StepBadge({ step }: { step: NextStep }) {
  return (
    <span className={classes.badge} data-step={step}>
      {nextStepWords[step]}
    </span>
  );
}
