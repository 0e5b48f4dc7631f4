import { Button, Group, Text, Title } from '@mantine/core';
import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { waitingText } from '@mailcall/contract/rules/office-hours.ts';
import { clockInZone, timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import { IconHandStop, IconPhone, IconPhoneCall, IconRotate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { AccountName } from '../accounts/index.ts';
import { PhoneActions } from '../calls/index.ts';
import { scopeNames } from '../scope/index.ts';
import { isMine } from './caller-actions.ts';
import classes from './caller-panel.module.css';
import { callerNameOf, stateText } from './caller-texts.ts';
import { canBeCalled, canBeClaimed, type CallerControls, waitsForCall } from './use-caller-controls.ts';

export function CallerHead({
  entry,
  now,
  controls,
  readOnly,
  showAccount,
}: {
  entry: CallbackEntry;
  now: number;
  controls: CallerControls;
  readOnly: boolean;
  showAccount: boolean;
}) {
  const { callerPhoneNumber, singleReason } = entry;
  const scope = useAddressPart(scopeNames);
  return (
    <header className={classes.head}>
      <div className={classes.who}>
        <Title order={2} size="h3" className={classes.name}>
          {canBeCalled(entry) ? (
            <Link to={paths.caller(entry.id)} search={scope} className={classes.page}>
              {callerNameOf(entry)}
            </Link>
          ) : (
            callerNameOf(entry)
          )}
        </Title>
        {readOnly ? null : <CallButtons entry={entry} controls={controls} />}
      </div>
      <Group gap="xs" className={classes.number}>
        {callerPhoneNumber === null || singleReason !== null ? null : (
          <PhoneActions number={callerPhoneNumber} {...(!readOnly && { onDial: controls.dial })} />
        )}
        {showAccount && (
          <Text size="sm">
            <AccountName of={entry} />
          </Text>
        )}
      </Group>
      {singleReason === null ? null : <Text size="sm">{singleReason}</Text>}
      {waitsForCall(entry) && <CallbackReason entry={entry} />}
      <StateNotice entry={entry} now={now} />
    </header>
  );
}

function CallbackReason({ entry }: { entry: CallbackEntry }) {
  const { reason, waitingMinutes, hoursKnown, overdue } = entry;
  const waits = waitingText(waitingMinutes, hoursKnown);
  return (
    <Text size="sm" c="dimmed">
      {/* some reasons include the time */}
      {reason.includes('waiting ') ? reason : `${reason}, ${waits}`}
      {overdue ? ', overdue' : ''}
      {hoursKnown ? '' : '. Add office hours for accurate wait times'}.
    </Text>
  );
}

function CallButtons({ entry, controls }: { entry: CallbackEntry; controls: CallerControls }) {
  const { callerPhoneNumber } = entry;
  return (
    <div className={classes.presses}>
      <ClaimButton entry={entry} controls={controls} />
      {callerPhoneNumber !== null && canBeCalled(entry) && waitsForCall(entry) && (
        <Button
          component="a"
          href={`tel:${callerPhoneNumber}`}
          leftSection={<IconPhone size={18} aria-hidden />}
          aria-label={`Call ${callerNameOf(entry)}`}
          className={classes.claim}
          onClick={controls.dial}
        >
          Call
        </Button>
      )}
    </div>
  );
}

function ClaimButton({ entry, controls }: { entry: CallbackEntry; controls: CallerControls }) {
  const { state } = entry;
  const { sent, act } = controls;
  if (state.kind === 'closed')
    return state.canReopen ? (
      <Button
        variant="default"
        leftSection={<IconRotate size={18} aria-hidden />}
        loading={sent?.kind === 'reopen' && sent.saving}
        className={classes.claim}
        onClick={() => act('reopen')}
      >
        Back to the list
      </Button>
    ) : null;
  if (!canBeClaimed(entry)) return null;
  const mine = isMine(entry);
  const kind = mine ? 'release' : 'claim';
  return (
    <Button
      variant="default"
      leftSection={mine ? <IconHandStop size={18} aria-hidden /> : <IconPhoneCall size={18} aria-hidden />}
      loading={sent?.kind === kind && sent.saving}
      aria-keyshortcuts="c"
      className={classes.claim}
      onClick={() => act(kind)}
    >
      {mine ? 'Release' : "I'm calling"}
    </Button>
  );
}

function StateNotice({ entry, now }: { entry: CallbackEntry; now: number }) {
  const { state, timeZone } = entry;
  const text = stateText(entry, now);
  const kind = state.kind === 'claimed' && state.mine ? 'mine' : state.kind;
  return (
    <div role="status">
      {text === null ? null : (
        <p className={classes.notice} data-state={kind}>
          <strong>{text}</strong>
          {state.kind === 'claimed' && ` until ${timeOfDayText(clockInZone(state.until, timeZone).minutes)}`}
          {state.kind === 'snoozed' && ` · snoozed by ${state.by}`}
          {state.kind === 'closed' && (
            <>
              {' · '}
              {state.by === null ? '' : `${state.by}, `}
              {dateAndTime(state.at, timeZone)}{' '}
              {state.callId === null ? null : (
                <Link to={paths.call(state.callId)} state={{ callsOpened: 1 }} className={classes.link}>
                  View the call
                </Link>
              )}
            </>
          )}
        </p>
      )}
    </div>
  );
}
