import { Center, Skeleton, Stack, Text } from '@mantine/core';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconArrowRight, IconPhoneOutgoing } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { isWithheld } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Failed } from '../../ui/answer.tsx';
import { DeferredPage } from '../../ui/deferred.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { AccountName } from '../accounts/index.ts';
import { PhoneActions } from '../calls/index.ts';
import { scopeNames } from '../scope/index.ts';
import { type Caller, callerPageQuery } from './api.ts';
import { CallerAppointments, CallerHouseholds, CallerMailings, CallerStaff } from './caller-facts.tsx';
import classes from './caller-page.module.css';
import { CallsOfCaller } from './calls-of-caller.tsx';

const Loading = () => (
  <div className={classes.columns} aria-busy="true">
    <Skeleton height="24rem" />
    <Skeleton height="16rem" />
  </div>
);

export function CallerPage({ callId }: { callId: string }) {
  const query = useQuery(callerPageQuery(callId));
  // removes displayed data too: an erased caller, or one of a lost office, is gone
  const caller = isWithheld(query.error) ? undefined : query.data;
  return (
    <>
      <PageHead title={caller ? callerText(caller) : 'Caller'} aside={null}>
        {caller && <CallerLine caller={caller} />}
      </PageHead>
      <DeferredPage>
        {caller ? (
          <CallerParts caller={caller} />
        ) : query.error === null ? (
          <Loading />
        ) : isWithheld(query.error) && query.error.status === 404 ? (
          <Center mih={200}>
            <Stack gap={4} align="center" role="alert">
              <Text fw={600}>This caller was not found</Text>
              <Text size="sm" c="dimmed" ta="center">
                {messages.possiblyNotYours}
              </Text>
            </Stack>
          </Center>
        ) : (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        )}
      </DeferredPage>
    </>
  );
}

function CallerLine({ caller }: { caller: Caller }) {
  const scope = useAddressPart(scopeNames);
  const hasOffices = (useSession()?.accounts.length ?? 0) > 1;
  return (
    <div className={classes.line}>
      <PhoneActions number={caller.callerPhoneNumber} />
      {hasOffices && (
        <Text size="sm">
          <AccountName of={caller} />
        </Text>
      )}
      {caller.waitingId !== null && (
        <PageLink
          to={paths.callbacks}
          search={{ ...scope, caller: caller.waitingId }}
          icon={IconPhoneOutgoing}
        >
          Waits for a callback
          <IconArrowRight size={16} stroke={2} aria-hidden />
        </PageLink>
      )}
    </div>
  );
}

const CallerParts = ({ caller }: { caller: Caller }) => (
  <div className={classes.columns}>
    <CallsOfCaller caller={caller} />
    <div className={classes.facts}>
      <CallerAppointments caller={caller} />
      <CallerMailings caller={caller} />
      <CallerHouseholds caller={caller} />
      <CallerStaff caller={caller} />
    </div>
  </div>
);
