import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Tooltip } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import {
  type MailingStep,
  mailingStepLabels,
  mailingSteps,
  statusIndex,
} from '@mailcall/contract/rules/mailing.ts';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './mailing-progress.module.css';

const dayOf = (mailing: Mailing): Record<MailingStep, string | null> => ({
  ordered: mailing.orderDate,
  approved: mailing.approvalDate,
  printed: mailing.printDate,
  shipped: mailing.shipmentDate,
  delivered: mailing.deliveryDate,
});

export function MailingProgress({ mailing }: { mailing: Mailing }) {
  const id = useId();
  const current = statusIndex(mailing.status);
  const days = dayOf(mailing);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        Mailing Status
      </h3>
      <ol className={classes.steps}>
        {mailingSteps.map((step, index) => {
          const reached = index <= current;
          const day = days[step];
          const by = step === 'approved' && mailing.approvedBy !== null ? ` by ${mailing.approvedBy}` : '';
          const hint = day === null ? null : `${mailingStepLabels[step]}${by} on ${formatDay(day)}`;
          const content = (
            <>
              <span className={classes.dot} aria-hidden>
                {reached ? <IconCheck size={14} stroke={3} /> : index + 1}
              </span>
              <span className={classes.label}>{mailingStepLabels[step]}</span>
            </>
          );
          return (
            <li
              key={step}
              className={classes.step}
              data-reached={reached || undefined}
              aria-current={index === current ? 'step' : undefined}
            >
              {hint === null ? (
                <span className={classes.mark}>{content}</span>
              ) : (
                <Tooltip label={hint} withArrow events={{ hover: true, focus: true, touch: true }}>
                  <button type="button" className={classes.mark} aria-label={hint}>
                    {content}
                  </button>
                </Tooltip>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
