import { ActionIcon, Center, Group, Loader, Stack, Text, Tooltip } from '@mantine/core';
import { callerKey } from '@mailcall/contract/rules/caller-key.ts';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { isWithheld } from '../../platform/api.ts';
import { useKeyHelp } from '../../platform/keys.ts';
import { Failed } from '../../ui/answer.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { scopeNames } from '../scope/index.ts';
import { callQuery } from './api.ts';
import { CallDetails } from './call-details.tsx';
import classes from './call-drawer.module.css';
import { useNeighbors } from './call-list.ts';
import { useFocusReturn } from './focus-return.ts';
import { useCloseCall, useOpenCall } from './open-calls.ts';
import { useResolve } from './resolve-address.ts';
import { ResolveLayer } from './resolve-drawer.tsx';

export function CallDrawer({ callId }: { callId: string }) {
  const close = useCloseCall();
  const covered = useResolve().callId !== null;
  // the focus returns to the last shown call
  useFocusReturn(() => callId);
  return (
    <>
      <SideDrawer
        opened
        onClose={close}
        title={<CallTitle callId={callId} />}
        actions={<CallSteps callId={callId} />}
        covered={covered}
        // outside controls the space key plays at once
        content="call-details"
      >
        <Details key={callId} callId={callId} />
      </SideDrawer>
      <ResolveLayer />
    </>
  );
}

/** The caller, who leads to their page; a call without a number that identifies anyone has none. */
function CallTitle({ callId }: { callId: string }) {
  // the details request it: two requests would be two openings in the activity
  const { data: call } = useQuery({ ...callQuery(callId), enabled: false });
  const scope = useAddressPart(scopeNames);
  const name = call && (callerText(call) || 'Unknown caller');
  return (
    <>
      <Text span size="xs" c="dimmed" className={classes.kind}>
        Call Details
      </Text>{' '}
      {callerKey(call?.callerPhoneNumberRaw ?? '') === null ? (
        // has its place before the name has come
        <span className={classes.caller}>{name ?? <>&nbsp;</>}</span>
      ) : (
        <Link to={paths.caller(callId)} search={scope} className={classes.caller}>
          {name}
        </Link>
      )}
    </>
  );
}

function CallSteps({ callId }: { callId: string }) {
  const group = useRef<HTMLDivElement>(null);
  const openCall = useOpenCall();
  const { before, after } = useNeighbors(callId);
  const go = (to: string | null) => {
    if (to !== null) openCall(to, { replace: true });
  };
  useKeyHelp([
    { key: 'j', description: 'Details of the next call' },
    { key: 'k', description: 'Details of the previous call' },
  ]);
  usePageKeys(group, { j: () => go(after), k: () => go(before) });
  return (
    <Group ref={group} gap={4} wrap="nowrap" mr="xs">
      {before === null && after === null ? null : (
        <>
          <StepButton
            label="Previous call"
            shortcut="k"
            disabled={before === null}
            onStep={() => go(before)}
            icon={<IconChevronUp size={20} aria-hidden />}
          />
          <StepButton
            label="Next call"
            shortcut="j"
            disabled={after === null}
            onStep={() => go(after)}
            icon={<IconChevronDown size={20} aria-hidden />}
          />
        </>
      )}
    </Group>
  );
}

function StepButton({
  label,
  shortcut,
  disabled,
  onStep,
  icon,
}: {
  label: string;
  shortcut: string;
  disabled: boolean;
  onStep: () => void;
  icon: ReactNode;
}) {
  return (
    <Tooltip label={`${label} (${shortcut})`} zIndex={1000}>
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        // not disabled, so that the focus stays at the end of the list
        aria-disabled={disabled}
        className={classes.step}
        onClick={onStep}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** True once if Play opened these details, not after a reload or Back. */
function usePlayAtOnce(): boolean {
  const { history } = useRouter();
  const [requested] = useState(() => history.location.state.playAtOnce === true);
  useEffect(() => {
    if (!requested) return;
    const { href, state } = history.location;
    history.replace(href, { ...state, playAtOnce: undefined });
  }, [history, requested]);
  return requested;
}

export function Details({ callId }: { callId: string }) {
  const call = useQuery(callQuery(callId));
  const playAtOnce = usePlayAtOnce();
  if (call.isPending)
    return (
      <Center mih={240} role="status">
        <Group gap="sm">
          <Loader size="sm" />
          <Text>{messages.loadingDetails}</Text>
        </Group>
      </Center>
    );
  if (isWithheld(call.error))
    return call.error.status === 404 ? (
      <Center mih={240}>
        <Stack gap={4} align="center" role="alert">
          <Text fw={600}>{messages.callNotFound(callId)}</Text>
          <Text size="sm" c="dimmed" ta="center">
            {messages.possiblyNotYours}
          </Text>
        </Stack>
      </Center>
    ) : (
      <Failed error={call.error} onRetry={() => void call.refetch()} />
    );
  // shown details stay after a failed refetch, because a recording may be playing
  if (call.isLoadingError) return <Failed error={call.error} onRetry={() => void call.refetch()} />;
  return <CallDetails call={call.data} playAtOnce={playAtOnce} />;
}
