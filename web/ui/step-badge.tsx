import { type NextStep, nextStepLabels } from '@mailcall/contract/rules/next-step.ts';
import classes from './step-badge.module.css';

/** The next step of a mailing or a design, as text and by color. */
export function StepBadge({ step }: { step: NextStep }) {
  return (
    <span className={classes.badge} data-step={step}>
      {nextStepLabels[step]}
    </span>
  );
}
