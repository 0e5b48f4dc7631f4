import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import {
  auditState,
  auditTexts,
  type MailingStatus,
  type MailingStep,
  stepOf,
} from '@mailcall/contract/rules/mailing.ts';
import { clockInZone } from '@mailcall/contract/rules/office-time.ts';
import { displayedConversionRate, thousands } from '@mailcall/contract/rules/rates.ts';
import {
  type Icon,
  IconCircleCheck,
  IconClipboardCheck,
  IconClipboardOff,
  IconClipboardText,
  IconMailFast,
  IconMailbox,
  IconPrinter,
  IconShoppingCart,
} from '@tabler/icons-react';
import { useId } from 'react';
import { dayShort } from '../../ui/dates.ts';
import { useTimeZone } from '../accounts/index.ts';
import classes from './mailing-facts.module.css';

const statusMarks: Record<MailingStep, Icon> = {
  ordered: IconShoppingCart,
  approved: IconCircleCheck,
  printed: IconPrinter,
  shipped: IconMailFast,
  delivered: IconMailbox,
};

/** The status of a mailing, as a word, an icon and a color. */
export function StatusBadge({ status }: { status: MailingStatus | null }) {
  const step = stepOf(status);
  if (step === null) return null;
  const Mark = statusMarks[step];
  return (
    <span className={classes.status} data-step={step}>
      <Mark size={14} stroke={2} aria-hidden />
      {step}
    </span>
  );
}

const auditMarks = { none: IconClipboardOff, audited: IconClipboardCheck, outdated: IconClipboardText };
const auditExplanations = {
  none: null,
  audited: null,
  outdated:
    'A late audit misses up to 30% of results. Audit this campaign about 4 weeks after its first call, and again from time to time.',
};

/** The audit state of a mailing by the calendar of its office, with an explanation if the audit is outdated. */
export function AuditBadge({ mailing }: { mailing: Pick<Mailing, 'accountId' | 'matchedLastAudit'> }) {
  const id = useId();
  const timeZone = useTimeZone(mailing.accountId);
  const state = auditState(mailing.matchedLastAudit, clockInZone(new Date(), timeZone).day);
  const Mark = auditMarks[state];
  const explanation = auditExplanations[state];
  const badge = (
    <>
      <Mark size={16} stroke={1.75} aria-hidden />
      {auditTexts[state]}
    </>
  );
  if (explanation === null) {
    return (
      <span className={classes.audit} data-audit={state}>
        {badge}
      </span>
    );
  }
  return (
    <Tooltip
      label={explanation}
      multiline
      w={280}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className={classes.audit} data-audit={state} aria-describedby={id}>
        {badge}
        <VisuallyHidden id={id}>{explanation}</VisuallyHidden>
      </button>
    </Tooltip>
  );
}

/** The results of a mailing: leads, appointments, conversion rate. */
export function MailingFigures({ mailing }: { mailing: Mailing }) {
  const figures = [
    ['Leads', thousands(mailing.leadsCount)],
    ['Appointments', thousands(mailing.appointmentsCount)],
    ['Conversion', `${displayedConversionRate(mailing.conversionRate)}%`],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The description of a mailing: label, account, type, medium, delivery week, pieces. */
export function MailingFacts({ mailing }: { mailing: Mailing }) {
  const { deliveryWeek, quantity, campaignType, mediaType, label } = mailing;
  return (
    <div className={classes.facts}>
      {label ? <p className={classes.label}>{label}</p> : null}
      <p>{mailing.accountName}</p>
      <p>{[campaignType, mediaType].filter(Boolean).join(' · ')}</p>
      <p>
        {deliveryWeek === null ? 'Delivery week not set yet' : `Week of ${dayShort(deliveryWeek)}`}
        {quantity === null ? '' : ` · ${thousands(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`}
      </p>
    </div>
  );
}
