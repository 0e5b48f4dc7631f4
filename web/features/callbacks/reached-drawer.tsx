import { Stack, Text } from '@mantine/core';
import { resolveCallback } from '@mailcall/contract/callbacks.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call as request } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { PhoneActions, type ResolutionTarget, ResolveForm, showFreshCall } from '../calls/index.ts';
import { type CallerDetails, reloadCallers, showCaller } from './api.ts';
import { callerKeyOf, callerNameOf } from './caller-texts.ts';
import type { ReachedResult } from './desk-address.ts';
import { prefilledResolution } from './prefilled-resolution.ts';

const titles: Readonly<Record<ReachedResult, string>> = { booked: 'Booked', reached: 'Reached' };

function useCallerTarget({ entry, calls }: CallerDetails): ResolutionTarget {
  const client = useQueryClient();
  const waiting = calls.filter(({ waits }) => waits).map(({ callId }) => callId);
  return {
    id: `caller-${callerKeyOf(entry)}`,
    accountId: entry.accountId,
    callerName: entry.callerName,
    timeZone: entry.timeZone,
    waits: entry.state.kind !== 'closed' && waiting.length > 0,
    async send(resolution) {
      const body = { ...resolution, requestId: resolution.requestId ?? '', callIds: waiting };
      const reply = await request(resolveCallback, { params: { id: entry.id }, body });
      for (const call of reply.calls) showFreshCall(client, call);
      showCaller(client, entry.id, reply.entry);
    },
    reload: () => void reloadCallers(client),
  };
}

export function ReachedDrawer({
  details,
  result,
  onClose,
  onResolved,
}: {
  details: CallerDetails;
  result: ReachedResult;
  onClose: () => void;
  onResolved: (id: string) => void;
}) {
  const { entry } = details;
  const target = useCallerTarget(details);
  const session = useSession();
  const wording = wordingOf(session?.accounts.find(({ id }) => id === entry.accountId) ?? null);
  const title = `${titles[result]}: ${callerNameOf(entry)}`;
  usePageTitle(title);
  const isMounted = useIsMounted();
  return (
    <SideDrawer opened onClose={onClose} title={title} above content="resolve">
      <Stack gap="lg">
        <ResolvedCalls details={details} />
        <ResolveForm
          target={target}
          wording={wording}
          prefilled={prefilledResolution(details, result)}
          onResolved={() => {
            if (isMounted.current) onResolved(entry.id);
          }}
        />
      </Stack>
    </SideDrawer>
  );
}

function ResolvedCalls({ details: { entry, calls } }: { details: CallerDetails }) {
  const waiting = calls.filter(({ waits }) => waits);
  const times = waiting.map(({ dateTime }) => dateAndTime(dateTime, entry.timeZone));
  const { callerPhoneNumber, singleReason } = entry;
  return (
    <Stack gap={6} align="flex-start">
      {callerPhoneNumber === null || singleReason !== null ? null : (
        <PhoneActions number={callerPhoneNumber} />
      )}
      <Text size="sm">
        {waiting.length === 0
          ? 'All calls of this caller are resolved.'
          : `Resolves ${counted(waiting.length, 'call')}: ${times.join(', ')}`}
      </Text>
    </Stack>
  );
}

function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
