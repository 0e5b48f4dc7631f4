import { Text } from '@mantine/core';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { DeskCall } from '@mailcall/contract/scoring.ts';
import { dateFormats } from '@mailcall/contract/time/date-format.ts';
import { shortZoneName } from '@mailcall/contract/time/time-zone.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { useSmallScreen } from '../../ui/screen-width.ts';
import classes from './desk.module.css';

const weekday = dateFormats({ weekday: 'short' });

/** 'Tue, 3/31/26 @ 9:12 am EDT', where the office is. */
const localTime = ({ callDateTime, timeZone }: Pick<DeskCall, 'callDateTime' | 'timeZone'>) =>
  `${weekday(timeZone).format(new Date(callDateTime))}, ${dateAndTime(callDateTime, timeZone)} ${shortZoneName(callDateTime, timeZone)}`;

export function CallFacts({ call }: { call: DeskCall }) {
  const { callerIdName, callerPhoneNumber, campaignTitle, campaignType, trackingLine } = call;
  const caller = callerText({ callerName: call.values.callerName, callerIdName, callerPhoneNumber: null });
  const facts: [name: string, text: string | null][] = [
    ['Caller', [caller, callerPhoneNumber ?? 'Without a number'].filter(Boolean).join(' · ')],
    ['Line', trackingLine && formatPhone(trackingLine)],
    ['Campaign', [campaignTitle, campaignType].filter(Boolean).join(' · ')],
  ];
  return (
    <div>
      <h2 className={classes.account}>{call.accountName}</h2>
      <Text size="sm" c="dimmed">
        {localTime(call)}
      </Text>
      <dl className={classes.facts}>
        {facts.map(([name, text]) =>
          !text ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}

export function EarlierCalls({ call: { earlierCalls, timeZone, appointments } }: { call: DeskCall }) {
  // the form comes soon on a small screen
  const isSmall = useSmallScreen();
  const list = (
    <ul className={classes.earlier}>
      {earlierCalls.map(({ callId, callDateTime, label, summary }) => (
        <li key={callId}>
          <strong>{label}</strong>, {dateAndTime(callDateTime, timeZone)}
          {summary === null ? null : <span className={classes.earlierSummary}>{summary}</span>}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {appointments.length > 0 && (
        <section aria-label="Appointments of this call">
          <h3 className={classes.small}>Appointments of this call</h3>
          <ul className={classes.earlier}>
            {appointments.map(({ id, firstName, lastName, dateTime }) => (
              <li key={id}>
                {[firstName, lastName].filter(Boolean).join(' ') || 'Without a name'}
                {dateTime === null ? '' : `, ${dateAndTime(dateTime, timeZone)}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {earlierCalls.length === 0 ? null : isSmall ? (
        <details className={classes.earlierFolded}>
          <summary>{counted(earlierCalls.length, 'earlier call')} of this caller</summary>
          {list}
        </details>
      ) : (
        <section aria-label="Earlier calls">
          <h3 className={classes.small}>Earlier calls of this caller</h3>
          {list}
        </section>
      )}
    </>
  );
}
