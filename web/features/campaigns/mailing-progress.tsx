import { Tooltip } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { type MailingStep, mailingSteps, statusIndex } from '@mailcall/contract/rules/mailing.ts';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { formatDay } from '../../ui/dates.ts';
import classes from './mailing-progress.module.css';

const stepLabels: Record<MailingStep, string> = {
  ordered: 'Ordered',
  approved: 'Approved',
  printed: 'Printed',
  shipped: 'Shipped',
  delivered: 'Delivered',
};

const dayOf = (mailing: Mailing): Record<MailingStep, string | null> => ({
  ordered: mailing.orderDate,
  approved: mailing.approvalDate,
  printed: mailing.printDate,
  shipped: mailing.shipmentDate,
  delivered: mailing.deliveryDate,
});

/** How far a mailing is: the steps up to the present one stand out, each says when, and by whom it was approved. */
export function MailingProgress({ mailing }: { mailing: Mailing }) {
  const id = useId();
  const present = statusIndex(mailing.status);
  const days = dayOf(mailing);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        Mailing Status
      </h3>
      <ol className={classes.steps}>
        {mailingSteps.map((step, place) => {
          const reached = place <= present;
          const day = days[step];
          const by = step === 'approved' && mailing.approvedBy !== null ? ` by ${mailing.approvedBy}` : '';
          const hint = day === null ? null : `${stepLabels[step]}${by} on ${formatDay(day)}`;
          const words = (
            <>
              <span className={classes.dot} aria-hidden>
                {reached ? <IconCheck size={14} stroke={3} /> : place + 1}
              </span>
              <span className={classes.word}>{stepLabels[step]}</span>
            </>
          );
          return (
            <li
              key={step}
              className={classes.step}
              data-reached={reached || undefined}
              aria-current={place === present ? 'step' : undefined}
            >
              {hint === null ? (
                <span className={classes.mark}>{words}</span>
              ) : (
                <Tooltip label={hint} withArrow events={{ hover: true, focus: true, touch: true }}>
                  <button type="button" className={classes.mark} aria-label={hint}>
                    {words}
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
