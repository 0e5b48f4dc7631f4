import { Text } from '@mantine/core';
import type { CallRow } from '@mailcall/contract/calls.ts';
import { answeredByText } from '@mailcall/contract/rules/caller.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { labelText, type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { useSession } from '../../platform/session-store.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { CallLink, OutcomeBadges, RecordingCell, Section } from '../calls/index.ts';
import type { Caller } from './api.ts';
import classes from './caller-page.module.css';

/** Every call, newest first, with what the caller wanted. */
export function CallsOfCaller({ caller: { accountId, calls, callCount } }: { caller: Caller }) {
  const session = useSession();
  const wording = wordingOf(session?.accounts.find(({ id }) => id === accountId) ?? null);
  return (
    <Section order={2} title={callCount === 1 ? 'Call' : `Calls (${thousands(callCount)})`}>
      <ul className={classes.list}>
        {calls.map((call) => (
          <CallOfCaller key={call.callId} call={call} wording={wording} />
        ))}
      </ul>
      {callCount > calls.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The newest {thousands(calls.length)} are listed.
        </Text>
      )}
    </Section>
  );
}

const factsOf = (call: CallRow, wording: Wording): string =>
  [
    answeredByText({ handlerName: call.callHandler, callAnsweredBy: call.answeredBy }),
    call.patientType && labelText(call.patientType, wording),
    call.campaignTitle,
  ]
    .filter(Boolean)
    .join(' · ');

function CallOfCaller({ call, wording }: { call: CallRow; wording: Wording }) {
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <CallLink callId={call.callId} row strong>
          {dateAndTime(call.dateTime, call.timeZone)}
        </CallLink>
        <span className={classes.badges}>
          <OutcomeBadges outcome={call.outcome} resolved={call.callResolveDate !== null} />
        </span>
      </div>
      <Text size="sm" className={classes.text}>
        {call.callSummary || 'No summary'}
      </Text>
      <div className={classes.head}>
        <Text size="sm" c="dimmed" className={classes.text}>
          {factsOf(call, wording)}
        </Text>
        {call.callAudioURL !== null && <RecordingCell row={call} />}
      </div>
    </li>
  );
}
