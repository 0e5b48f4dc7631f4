import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import {
  auditState,
  auditTexts,
  awaitsArrival,
  isArriving,
  type MailingStatus,
  type MailingStep,
  mailingStepLabels,
  mailingTitle,
  stepOf,
  weeksUntil,
} from '@mailcall/contract/rules/mailing.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { displayedConversionRate, thousands, wholeDollars } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
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
import { useSession } from '../../platform/session-store.ts';
import { monthAndDay } from '../../ui/dates.ts';
import { AccountName, useTimeZone } from '../accounts/index.ts';
import { useAuditSource } from './audit-source.ts';
import classes from './mailing-facts.module.css';

const statusMarks: Record<MailingStep, Icon> = {
  ordered: IconShoppingCart,
  approved: IconCircleCheck,
  printed: IconPrinter,
  shipped: IconMailFast,
  delivered: IconMailbox,
};

export function StatusBadge({ status }: { status: MailingStatus | null }) {
  const step = stepOf(status);
  if (step === null) return null;
  const Mark = statusMarks[step];
  return (
    <span className={classes.status} data-step={step}>
      <Mark size={14} stroke={2} aria-hidden />
      {mailingStepLabels[step]}
    </span>
  );
}

const auditMarks = { none: IconClipboardOff, audited: IconClipboardCheck, outdated: IconClipboardText };
const auditExplanations = {
  none: null,
  audited: null,
  outdated:
    'A late audit misses up to 30% of results. Audit about 4 weeks after the first call, then now and then.',
};

/** Audit state in the office's time zone, with an explanation if outdated. Nothing for a mailing on the way. */
export function AuditBadge({ mailing }: { mailing: Mailing }) {
  return awaitsArrival(mailing) && !mailing.matchedLastAudit ? null : <AuditState mailing={mailing} />;
}

function AuditState({ mailing }: { mailing: Mailing }) {
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

export function MatchedPatients({ mailing }: { mailing: Mailing }) {
  const account = useSession()?.accounts.find(({ id }) => id === mailing.accountId) ?? null;
  const source = useAuditSource(mailing);
  const { matchedNewPatients: patients, matchedTotalProduction: production } = mailing;
  if (patients === null) return null;
  const count = `${thousands(patients)} new ${patients === 1 ? 'patient' : 'patients'}`;
  return (
    <p className={classes.matched}>
      {[
        labelText(count, wordingOf(account)),
        patients > 0 && production !== null && wholeDollars(production),
        source?.shortText,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

export function MailingFigures({ mailing }: { mailing: Mailing }) {
  return awaitsArrival(mailing) ? <Arrival mailing={mailing} /> : <Results mailing={mailing} />;
}

function Arrival({ mailing }: { mailing: Mailing }) {
  const { accountId, deliveryWeek, pieces, quantity } = mailing;
  const today = clockInZone(new Date(), useTimeZone(accountId)).day;
  const distance = deliveryWeek === null ? null : weeksUntil(deliveryWeek, today);
  // the distance makes the year clear
  const shown = distance === null ? formatDay : monthAndDay;
  if (isArriving(mailing) && pieces !== null)
    return (
      <dl className={classes.arrival}>
        <div>
          <dt>{`${thousands(pieces.delivered)} of ${thousands(Math.max(quantity ?? 0, pieces.entered))} delivered (estimated)`}</dt>
          <dd>Arriving now</dd>
        </div>
      </dl>
    );
  return (
    <dl className={classes.arrival}>
      <div>
        <dt>Arrives{distance === null ? '' : ` ${distance}`}</dt>
        <dd>{deliveryWeek === null ? 'Week not set yet' : `Week of ${shown(deliveryWeek)}`}</dd>
      </div>
    </dl>
  );
}

/** Leads, appointments and conversion rate; in place of a rate of calls that are mostly not scored, how many that is. */
function Results({ mailing }: { mailing: Mailing }) {
  const calls = { calls: mailing.callsCount, unscored: mailing.unscoredCallsCount };
  const hasRate = !isMostlyUnscored(calls);
  const figures = [
    ['Leads', thousands(mailing.leadsCount)],
    ['Appointments', thousands(mailing.appointmentsCount)],
    ['Conversion', hasRate ? `${displayedConversionRate(mailing.conversionRate)}%` : '-'],
  ] as const;
  return (
    <div>
      <dl className={classes.figures}>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {hasRate ? null : <p className={classes.matched}>{unscoredText(calls)}</p>}
    </div>
  );
}

export function MailingFacts({ mailing, showAccount = true }: { mailing: Mailing; showAccount?: boolean }) {
  const { deliveryWeek, quantity, campaignType, mediaType, label } = mailing;
  const when =
    // a mailing on the way shows its week in place of results
    awaitsArrival(mailing)
      ? null
      : isArriving(mailing)
        ? 'Arriving now'
        : deliveryWeek === null
          ? 'Delivery week not set yet'
          : `Week of ${formatDay(deliveryWeek)}`;
  const pieces = quantity === null ? null : `${thousands(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`;
  return (
    <div className={classes.facts}>
      {label && label !== mailingTitle(mailing) ? <p className={classes.label}>{label}</p> : null}
      {showAccount && (
        <p>
          <AccountName of={mailing} />
        </p>
      )}
      <p className={classes.kind}>{[campaignType, mediaType].filter(Boolean).join(' · ')}</p>
      <p>{[when, pieces].filter(Boolean).join(' · ')}</p>
    </div>
  );
}
