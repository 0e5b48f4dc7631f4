import { designStepLabels, type NextStep, nextStepLabels } from '@mailcall/contract/rules/next-step.ts';
import classes from './step-badge.module.css';

export function StepBadge({ step, of = 'mailing' }: { step: NextStep; of?: 'mailing' | 'design' }) {
  return (
    <span className={classes.badge} data-step={step}>
      {(of === 'design' ? designStepLabels : nextStepLabels)[step]}
    </span>
  );
}
