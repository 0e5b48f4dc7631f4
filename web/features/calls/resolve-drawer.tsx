import { Center, Group, Loader, Stack, Text } from '@mantine/core';
import type { Call } from '@mailcall/contract/calls.ts';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { shortZoneName } from '@mailcall/contract/time/time-zone.ts';
import { labelText, type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isWithheld } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Failed } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { elementIds } from '../../ui/focus-element.ts';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useIsReadOnly } from '../accounts/index.ts';
import { useLimited } from '../session/index.ts';
import { callQuery } from './api.ts';
import { CallbackOutcome } from './callback-outcome.tsx';
import classes from './call-details.module.css';
import { CallLink } from './call-link.tsx';
import { Fact } from './detail-parts.tsx';
import { useFocusReturn } from './focus-return.ts';
import { OutcomeBadges } from './outcome-badges.tsx';
import { PhoneActions } from './phone-actions.tsx';
import { Recording } from './recording.tsx';
import { useResolve } from './resolve-address.ts';
import { LazyResolveForm, loadResolveForm } from './lazy-resolve-form.tsx';
import { callToResolve, isTyped, resolutionInputs, waitsForCallback } from './resolution-input.ts';

export function ResolveLayer() {
  const { callId } = useResolve();
  const limited = useLimited();
  return callId === null || limited ? null : <ResolveDrawer key={callId} callId={callId} />;
}

const callsToCallBack = `#${elementIds.callsToCallBack}`;

/** Where the focus goes after a resolved call: Resolve of the next row, or of the previous one. */
function nextAfter(callId: string): string[] {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-resolves]')];
  const at = buttons.findIndex(({ dataset }) => dataset['resolves'] === callId);
  if (at < 0) return [callsToCallBack];
  const next = (buttons[at + 1] ?? buttons[at - 1])?.dataset['resolves'];
  return next === undefined ? [] : [`[data-resolves="${CSS.escape(next)}"]`];
}

function ResolveDrawer({ callId }: { callId: string }) {
  const { close } = useResolve();
  const overDetails = useParams({ strict: false }).callId !== undefined;
  const resolved = useRef<{ next: readonly string[] } | null>(null);
  const query = useQuery({ ...callQuery(callId), refetchOnMount: overDetails ? false : 'always' });
  const title = query.data ? `Call back ${callerText(query.data)}` : 'Call back';
  usePageTitle(title);
  useEffect(() => {
    // rendering reports a failure
    loadResolveForm().catch(() => undefined);
  }, []);
  useFocusReturn(
    () => (resolved.current ? null : callId),
    () => ['[data-content="call-details"]', ...(resolved.current?.next ?? [callsToCallBack]), 'h1'],
  );
  const onResolved = () => {
    resolved.current = { next: nextAfter(callId) };
    close();
  };
  return (
    <SideDrawer opened onClose={close} title={title} above={overDetails} content="resolve">
      <Text size="sm" c="dimmed">
        Missed & Opportunity
      </Text>
      <CallToResolve callId={callId} query={query} overDetails={overDetails} onResolved={onResolved} />
    </SideDrawer>
  );
}

function CallToResolve({
  callId,
  query,
  overDetails,
  onResolved,
}: {
  callId: string;
  query: UseQueryResult<Call>;
  overDetails: boolean;
  onResolved: () => void;
}) {
  const session = useSession();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  if (query.isPending)
    return (
      <Center mih={240} role="status">
        <Group gap="sm">
          <Loader size="sm" aria-hidden />
          <Text>{messages.loadingDetails}</Text>
        </Group>
      </Center>
    );
  if (isWithheld(query.error))
    return query.error.status === 404 ? (
      <Center mih={240}>
        <Text fw={600} role="alert">
          {messages.callNotFound(callId)}
        </Text>
      </Center>
    ) : (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    );
  // shown content stays after a failed refetch
  if (query.isLoadingError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const call = query.data;
  const wording = wordingOf(session?.accounts.find(({ id }) => id === call.accountId) ?? null);
  return (
    <Stack gap="lg">
      <CallBrief call={call} wording={wording} overDetails={overDetails} />
      <ResolveContent call={call} wording={wording} onResolved={() => isMounted.current && onResolved()} />
    </Stack>
  );
}

function ResolveContent({
  call,
  wording,
  onResolved,
}: {
  call: Call;
  wording: Wording;
  onResolved: () => void;
}) {
  const hasDraft = isTyped(resolutionInputs.useValue(call.id));
  const waits = waitsForCallback(call);
  const readOnly = useIsReadOnly(call.accountId);
  if (readOnly)
    return (
      <>
        <CallbackOutcome call={call} wording={wording} />
        <Text size="sm" role="status">
          {messages.grantReadOnly}
        </Text>
      </>
    );
  return (
    <>
      {waits ? null : <CallbackOutcome call={call} wording={wording} />}
      {waits || call.resolveDate !== null ? null : (
        <Text size="sm" role="status">
          {messages.needsNoCallback}
        </Text>
      )}
      {waits || hasDraft ? (
        <LazyResolveForm target={callToResolve(call)} wording={wording} onResolved={onResolved} />
      ) : null}
    </>
  );
}

function CallBrief({ call, wording, overDetails }: { call: Call; wording: Wording; overDetails: boolean }) {
  const number = call.callerPhoneNumber;
  return (
    <Stack gap="md">
      <OutcomeBadges outcome={call.outcome} />
      <dl className={classes.facts}>
        <Fact name="Name">{callerText(call)}</Fact>
        <Fact name="Caller Number">
          {number === null ? null : <PhoneActions number={call.callerPhoneNumberRaw ?? number} />}
        </Fact>
        <Fact name="Call Date & Time">
          {dateAndTime(call.callDateTime, call.timeZone)}{' '}
          <Text span inherit c="dimmed">
            {shortZoneName(call.callDateTime, call.timeZone)}
          </Text>
        </Fact>
        {call.followUpReason === null ? null : (
          <Fact name="Follow-up Reason">{labelText(call.followUpReason, wording)}</Fact>
        )}
        <Fact name="Call Summary" wide>
          {call.highlights}
        </Fact>
      </dl>
      {overDetails ? null : (
        <>
          <Recording call={call} playAtOnce={false} />
          <Text size="sm">
            <CallLink callId={call.id} standalone>
              Call Details
            </CallLink>
          </Text>
        </>
      )}
    </Stack>
  );
}
