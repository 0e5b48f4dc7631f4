import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { Call } from '@mailcall/contract/calls.ts';
import { answeredByShown, callerCut, callerShown, clockTime } from '@mailcall/contract/rules/caller.ts';
import { callTypeLabel } from '@mailcall/contract/rules/call-label.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { labelText, type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { type ReactNode, useId } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { dateAndTime, dayInNumbers } from '../../ui/dates.ts';
import { AppointmentStatus } from './appointment-status.tsx';
import classes from './call-details.module.css';
import { CallLink } from './call-link.tsx';
import { OutcomeBadges } from './outcome-badges.tsx';
import { Recording } from './recording.tsx';

/** 'CST' or the like: the name of a zone at a moment. */
function zoneName(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(
    new Date(instant),
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" className={classes.value}>
        {children || '-'}
      </Text>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={3} id={id} size="h6" mb={8}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** All that is known of a call (spec 2 §2). */
export function CallDetails({ call, playAtOnce }: { call: Call; playAtOnce: boolean }) {
  const session = useSession();
  const account = session?.accounts.find(({ id }) => id === call.accountId) ?? null;
  const wording = wordingOf(account);
  return (
    <Stack gap="lg">
      <Stack gap={8}>
        <Text fw={650} size="lg">
          {callTypeLabel(call)}
        </Text>
        <OutcomeBadges outcome={call.outcome} />
      </Stack>
      <Recording call={call} playAtOnce={playAtOnce} />
      <Section title="Call Summary">
        <Text size="sm" className={classes.summary}>
          {call.highlights || '-'}
        </Text>
      </Section>
      <CallFacts call={call} wording={wording} showAccount={(session?.accounts.length ?? 0) > 1} />
      <Requested call={call} />
      <Section title="Scheduled Appointments">
        <Appointments call={call} />
      </Section>
      {call.resolveDate === null ? null : (
        <Section title="Callback Outcome">
          <dl className={classes.facts}>
            <Fact name="Resolved">{dateAndTime(call.resolveDate, call.timeZone)}</Fact>
            <Fact name="Callback Handler">{call.callbackHandler}</Fact>
            <Fact name="Callback Result">{call.callbackOutcomeResult}</Fact>
            <Fact name="Opportunity Result">
              {call.callbackOutcomeOpportunityResult &&
                labelText(call.callbackOutcomeOpportunityResult, wording)}
            </Fact>
            <Fact name="Summary" wide>
              {call.callbackOutcomeSummary}
            </Fact>
          </dl>
        </Section>
      )}
      <RelatedCalls call={call} />
    </Stack>
  );
}

function CallFacts({ call, wording, showAccount }: { call: Call; wording: Wording; showAccount: boolean }) {
  const raw = call.callerPhoneNumberRaw ?? call.callerPhoneNumber;
  const number = call.callerPhoneNumber ? formatPhone(call.callerPhoneNumber) : null;
  const reasons = [
    ['Follow-up Reason', call.followUpReason],
    ['Reason No Appointment Was Scheduled', call.noAppointmentScheduledReason],
    ['Non-Opportunity Reason', call.nonOpportunityReason],
  ] as const;
  return (
    <dl className={classes.facts}>
      <Fact name="Name">{callerShown(call)}</Fact>
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
          {zoneName(call.callDateTime, call.timeZone)}
        </Text>
      </Fact>
      <Fact name="Campaign TDW">
        {call.campaignTargetDeliveryWeek === null ? null : dayInNumbers(call.campaignTargetDeliveryWeek)}
      </Fact>
      <Fact name="Campaign">
        {[call.campaignLabel ?? call.campaignName, call.campaignType].filter(Boolean).join(' · ')}
      </Fact>
      <Fact name={`${wording.Client} Type`}>{call.patientType && labelText(call.patientType, wording)}</Fact>
      <Fact name="Answered By">{answeredByShown(call)}</Fact>
      {showAccount ? <Fact name="Office">{call.accountName}</Fact> : null}
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

function Requested({ call }: { call: Call }) {
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
  const any = lists.filter(([, items]) => items.length > 0);
  if (any.length === 0) return null;
  return (
    <Stack gap="md">
      {any.map(([title, items]) => (
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

function Appointments({ call }: { call: Call }) {
  if (call.appointments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No appointment set
      </Text>
    );
  }
  return (
    <div className={classes.scroll}>
      <Table fz="sm" verticalSpacing={6} className={classes.appointments}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Schedule</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {call.appointments.map((appointment) => (
            <Table.Tr key={appointment.id} data-replaced={appointment.replaced || undefined}>
              <Table.Td>
                {[appointment.firstName, appointment.lastName].filter(Boolean).join(' ') || '-'}
                {appointment.phone ? (
                  <Text size="xs" c="dimmed">
                    {formatPhone(appointment.phone)}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>
                {appointment.dateTime ? dateAndTime(appointment.dateTime, call.timeZone) : '-'}
              </Table.Td>
              <Table.Td>
                <AppointmentStatus status={appointment.outcome} />
                {appointment.replaced ? (
                  <Text size="xs" c="dimmed">
                    Replaced by a later one
                  </Text>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function RelatedCalls({ call }: { call: Call }) {
  if (call.relatedCalls.length === 0) return null;
  return (
    <Section title="Other calls of this caller">
      <ul className={classes.related}>
        {call.relatedCalls.map((row) => (
          <li key={row.callId}>
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <div>
                <CallLink callId={row.callId}>{dateAndTime(row.dateTime, row.timeZone)}</CallLink>
                <Text size="xs" c="dimmed">
                  {callerCut(callerShown(row))} · {clockTime(row.callDuration)}
                </Text>
              </div>
              <Group gap={6} justify="flex-end">
                <OutcomeBadges outcome={row.outcome} />
              </Group>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}
