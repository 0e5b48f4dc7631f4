import { Center, Skeleton, Stack, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { isWithheld } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Failed } from '../../ui/answer.tsx';
import { useIsReadOnly } from '../accounts/index.ts';
import { type CallerDetails, callerQuery } from './api.ts';
import { CallerCalls } from './caller-calls.tsx';
import { CallerHead } from './caller-head.tsx';
import { CallerHistory } from './caller-history.tsx';
import { callerKeyOf } from './caller-texts.ts';
import classes from './caller-panel.module.css';
import { type CallerSteps, useCallerControls, useStepKeys } from './use-caller-controls.ts';
import { CallResults } from './call-results.tsx';

export const CallerSkeleton = () => (
  <Stack gap="md" aria-busy="true">
    <Skeleton height="1.75rem" width="50%" />
    <Skeleton height="1rem" width="70%" />
    <Skeleton height="8rem" />
    <Skeleton height="6rem" />
  </Stack>
);

export function CallerPanel({ id, steps }: { id: string; steps: CallerSteps }) {
  const container = useRef<HTMLDivElement>(null);
  useStepKeys(container, steps);
  return (
    <div ref={container}>
      <CallerById id={id} steps={steps} />
    </div>
  );
}

function CallerById({ id, steps }: { id: string; steps: CallerSteps }) {
  const query = useQuery(callerQuery(id));
  if (query.isPending) return <CallerSkeleton />;
  // removes displayed data too: an erased caller, or one of a lost office, is gone
  if (isWithheld(query.error))
    return query.error.status === 404 ? (
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
    );
  if (query.isLoadingError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <LoadedCaller
      key={callerKeyOf(query.data.entry)}
      details={query.data}
      now={query.dataUpdatedAt}
      steps={steps}
    />
  );
}

function LoadedCaller({ details, now, steps }: { details: CallerDetails; now: number; steps: CallerSteps }) {
  const container = useRef<HTMLDivElement>(null);
  const session = useSession();
  const { entry } = details;
  const account = session?.accounts.find(({ id }) => id === entry.accountId) ?? null;
  const readOnly = useIsReadOnly(entry.accountId);
  const controls = useCallerControls(details, { now, readOnly, steps, container });
  return (
    <div ref={container} className={classes.caller}>
      <CallerHead
        entry={entry}
        now={now}
        controls={controls}
        readOnly={readOnly}
        showAccount={(session?.accounts.length ?? 0) > 1}
      />
      <CallerCalls calls={details.calls} entry={entry} wording={wordingOf(account)}>
        {readOnly ? (
          <Text size="sm" role="status">
            {messages.grantReadOnly}
          </Text>
        ) : (
          <CallResults entry={entry} controls={controls} />
        )}
      </CallerCalls>
      <CallerHistory details={details} onUndo={readOnly ? null : controls.undo} />
    </div>
  );
}
