import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { Call } from '@mailcall/contract/calls.ts';
import {
  answeredByText,
  truncatedCaller,
  callerText,
  durationText,
} from '@mailcall/contract/rules/caller.ts';
import { callTypeHeading, callTypeNote, notScoredYet } from '@mailcall/contract/rules/call-label.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { shortZoneName } from '@mailcall/contract/time/time-zone.ts';
import { labelText, type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { IconPhoneCheck } from '@tabler/icons-react';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { useCurrentParameter } from '../../platform/address.ts';
import { useSession } from '../../platform/session-store.ts';
import { dateAndTime, dayInNumbers } from '../../ui/dates.ts';
import type { PlayerHandle } from '../../ui/player/player.tsx';
import type { Piece } from '../../ui/player/seek-bar.tsx';
import { StickyActions } from '../../ui/sticky-actions.tsx';
import { useAccountName, useIsReadOnly } from '../accounts/index.ts';
import { useShowsZone } from '../scope/index.ts';
import { CallDisputes } from '../score-disputes/index.ts';
import { useOwnAccess } from '../session/index.ts';
import { CallAppointments } from './call-appointments.tsx';
import { CallbackOutcome } from './callback-outcome.tsx';
import classes from './call-details.module.css';
import { CallHistory } from './call-history.tsx';
import { CallLink } from './call-link.tsx';
import { Fact, Section } from './detail-parts.tsx';
import { OutcomeBadges } from './outcome-badges.tsx';
import { PhoneActions } from './phone-actions.tsx';
import { Recording } from './recording.tsx';
import { waitsForCallback } from './resolution-input.ts';
import { useResolve } from './resolve-address.ts';

/** Loaded with the details: the fields of scores are not among the scoreboard's bytes. */
const CallScores = lazy(async () => {
  const loaded = await import('./call-scores.tsx').catch(() => null);
  // the details are complete without it
  return { default: loaded?.CallScores ?? (() => null) };
});
const ChosenMarks = lazy(async () => {
  const loaded = await import('./call-scores.tsx').catch(() => null);
  return { default: loaded?.ChosenMarks ?? (() => null) };
});

/** Field of the score that a grade of the Front Desk opened these calls for. */
function useChosenField(): string | undefined {
  const staff = useCurrentParameter('callHandlerId');
  const field = useCurrentParameter('mark');
  return staff === undefined ? undefined : field;
}

const CallTranscript = lazy(async () => {
  const loaded = await import('./call-transcript.tsx').catch(() => null);
  return { default: loaded?.CallTranscript ?? (() => null) };
});

const transcriptOf =
  (callId: string): ComponentProps<typeof Recording>['below'] =>
  ({ position, duration, playFrom }) => (
    <Suspense fallback={<Skeleton height="14rem" />}>
      <CallTranscript callId={callId} position={position} duration={duration} onPlayFrom={playFrom} />
    </Suspense>
  );

const missedFirst = (outcome: Call['outcome']): Call['outcome'] =>
  outcome.includes('missed call')
    ? ['missed call', ...outcome.filter((label) => label !== 'missed call')]
    : outcome;

export function CallDetails({ call, playAtOnce }: { call: Call; playAtOnce: boolean }) {
  const session = useSession();
  const account = session?.accounts.find(({ id }) => id === call.accountId) ?? null;
  const wording = wordingOf(account);
  const resolve = useResolve();
  const readOnly = useIsReadOnly(call.accountId);
  const mayDispute = useOwnAccess();
  const heading = callTypeHeading(call);
  const typeNote = callTypeNote(call);
  const number = call.callerPhoneNumberRaw ?? call.callerPhoneNumber;
  const guest = session?.guest ?? true;
  const player = useRef<PlayerHandle>(null);
  const [pieces, setPieces] = useState<readonly Piece[]>([]);
  const chosen = useChosenField();
  const playFrom = (seconds: number) => player.current?.playFrom(seconds);
  const showsScores = !guest && heading !== notScoredYet;
  return (
    <Stack gap="lg">
      <Stack gap={8}>
        {/* the outcome is first: the type of a missed call can read as if it was not missed */}
        {heading === notScoredYet && call.outcome.length === 0 ? null : (
          <OutcomeBadges outcome={missedFirst(call.outcome)} />
        )}
        <div>
          <Text fw={600} size="lg">
            {heading}
          </Text>
          {typeNote === null ? null : (
            <Text size="sm" c="dimmed" maw="32rem">
              {typeNote}
            </Text>
          )}
        </div>
      </Stack>
      <Recording
        call={call}
        playAtOnce={playAtOnce}
        pieces={pieces}
        handle={player}
        {...(call.hasTranscript && { below: transcriptOf(call.id) })}
      />
      {call.hasTranscript && call.callAudio === null && (
        <Suspense fallback={<Skeleton height="14rem" />}>
          <CallTranscript callId={call.id} position={0} duration={call.callDuration} onPlayFrom={null} />
        </Suspense>
      )}
      {showsScores && chosen !== undefined && (
        <Suspense fallback={null}>
          <ChosenMarks call={call} wording={wording} chosen={chosen} onSeek={playFrom} />
        </Suspense>
      )}
      {call.goneAt === null ? null : (
        <Text size="sm" c="dimmed" maw="32rem">
          The phone system no longer has this call. It stays here.
        </Text>
      )}
      <Section title="Call Summary">
        <Text size="sm" className={classes.summary}>
          {call.highlights || '-'}
        </Text>
      </Section>
      <CallFacts call={call} wording={wording} showAccount={(session?.accounts.length ?? 0) > 1} />
      <RequestedItems call={call} />
      <Section title="Scheduled Appointments">
        <CallAppointments call={call} wording={wording} />
      </Section>
      <CallbackOutcome call={call} wording={wording} />
      <RelatedCalls call={call} />
      {showsScores && (
        <Suspense fallback={null}>
          <CallScores call={call} wording={wording} chosen={chosen} onPieces={setPieces} onSeek={playFrom} />
        </Suspense>
      )}
      {mayDispute && !readOnly && heading !== notScoredYet && (
        <Suspense fallback={<Skeleton height={65} width={190} />}>
          <CallDisputes callId={call.id} />
        </Suspense>
      )}
      <CallHistory call={call} wording={wording} />
      {waitsForCallback(call) && !readOnly ? (
        <StickyActions>
          <Group gap="sm">
            <Button
              leftSection={<IconPhoneCheck size={18} aria-hidden />}
              className={classes.resolve}
              onClick={() => resolve.open(call.id)}
            >
              Resolve
            </Button>
            {number === null ? null : <PhoneActions number={number} />}
          </Group>
        </StickyActions>
      ) : null}
    </Stack>
  );
}

function CallFacts({ call, wording, showAccount }: { call: Call; wording: Wording; showAccount: boolean }) {
  const nameOf = useAccountName();
  const raw = call.callerPhoneNumberRaw ?? call.callerPhoneNumber;
  const number = call.callerPhoneNumber ? formatPhone(call.callerPhoneNumber) : null;
  const reasons = [
    ['Follow-up Reason', call.followUpReason],
    ['Reason No Appointment Was Scheduled', call.noAppointmentScheduledReason],
    ['Non-Opportunity Reason', call.nonOpportunityReason],
  ] as const;
  return (
    <dl className={classes.facts}>
      <Fact name="Name">{callerText(call)}</Fact>
      <Fact name="Caller Number">
        {number === null ? null : (
          <Anchor href={`tel:${raw}`} fz="inherit" className={classes.number}>
            {number}
          </Anchor>
        )}
      </Fact>
      <Fact name="Call Date & Time">
        {dateAndTime(call.callDateTime, call.timeZone)}{' '}
        <Text span inherit c="dimmed">
          {shortZoneName(call.callDateTime, call.timeZone)}
        </Text>
      </Fact>
      <Fact name="Campaign TDW">
        {call.campaignTargetDeliveryWeek === null ? null : dayInNumbers(call.campaignTargetDeliveryWeek)}
      </Fact>
      <Fact name="Campaign">{[call.campaignTitle, call.campaignType].filter(Boolean).join(' · ')}</Fact>
      <Fact name={`${wording.Client} Type`}>{call.patientType && labelText(call.patientType, wording)}</Fact>
      <Fact name="Answered By">{answeredByText(call)}</Fact>
      {showAccount ? <Fact name="Office">{nameOf(call)}</Fact> : null}
      <Fact name="Referral Source">{call.referralSource}</Fact>
      <Fact name="Source Mentioned">{call.sourceMentioned}</Fact>
      {call.ivrOutcome === null ? null : <Fact name="IVR Outcome">{call.ivrOutcome}</Fact>}
      {call.voicemailLeftMessage === null ? null : (
        <Fact name="Voicemail">
          {call.voicemailLeftMessage
            ? `Left a message${call.voicemailWantsAppointment ? ', wants an appointment' : ''}`
            : 'No message left'}
        </Fact>
      )}
      {reasons.map(([name, reason]) =>
        reason === null ? null : (
          <Fact key={name} name={name}>
            {labelText(reason, wording)}
          </Fact>
        ),
      )}
    </dl>
  );
}

function RequestedItems({ call }: { call: Call }) {
  const lists = [
    ['Requested Offers', call.offers.map(({ id, name }) => ({ id, text: name }))],
    ['Requested Services', call.services.map(({ id, name }) => ({ id, text: name }))],
    [
      'Requested Insurances',
      call.insurances.map(({ id, name, insuranceAcceptanceStatus }) => ({
        id,
        text: insuranceAcceptanceStatus ? `${name} (${insuranceAcceptanceStatus})` : name,
      })),
    ],
  ] as const;
  const filled = lists.filter(([, items]) => items.length > 0);
  if (filled.length === 0) return null;
  return (
    <Stack gap="md">
      {filled.map(([title, items]) => (
        <Section key={title} title={title}>
          <ul className={classes.tags}>
            {items.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </Section>
      ))}
    </Stack>
  );
}

function RelatedCalls({ call }: { call: Call }) {
  const showZone = useShowsZone();
  if (call.relatedCalls.length === 0) return null;
  return (
    <Section title="Other calls of this caller">
      <ul className={classes.related}>
        {call.relatedCalls.map((row) => (
          <li key={row.callId}>
            <Group justify="space-between" gap="xs" align="flex-start">
              <div>
                <CallLink callId={row.callId}>{dateAndTime(row.dateTime, row.timeZone, showZone)}</CallLink>
                <Text size="xs" c="dimmed">
                  {truncatedCaller(callerText(row))} · {durationText(row.callDuration)}
                </Text>
              </div>
              <Group gap={6} justify="flex-end">
                <OutcomeBadges outcome={row.outcome} resolved={row.callResolveDate !== null} />
              </Group>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}
