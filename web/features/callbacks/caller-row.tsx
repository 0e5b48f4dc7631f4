import { Checkbox } from '@mantine/core';
import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { waitedText } from '@mailcall/contract/rules/office-hours.ts';
import { IconAlarm, IconClock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useId } from 'react';
import type { Address } from '../../platform/address.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { HiddenText } from '../../ui/hidden-text.tsx';
import { rowAttributes } from '../../ui/page-keys.ts';
import { useAccountName, useIsReadOnly } from '../accounts/index.ts';
import { PhoneActions } from '../calls/index.ts';
import { claimOnDial, isMine } from './caller-actions.ts';
import classes from './caller-list.module.css';
import { callerNameOf, stateText } from './caller-texts.ts';
import { dayAndTime } from './next-attempts.ts';

export function WaitingTime({ entry }: { entry: CallbackEntry }) {
  const { waitingMinutes, hoursKnown, overdue } = entry;
  const Glyph = overdue ? IconAlarm : IconClock;
  return (
    <span className={classes.waited} data-overdue={overdue || undefined}>
      <Glyph size={15} stroke={2} aria-hidden />
      <HiddenText>Waiting </HiddenText>
      {waitedText(waitingMinutes, hoursKnown)} {overdue && <span className={classes.overdue}>Overdue</span>}
    </span>
  );
}

export function CallerState({ entry, now }: { entry: CallbackEntry; now: number }) {
  const text = stateText(entry, now);
  const mine = isMine(entry);
  return text === null ? null : (
    <span className={classes.state} data-state={mine ? 'mine' : entry.state.kind}>
      {text}
    </span>
  );
}

const factsOf = (
  { lastCallAt, timeZone, calls, attempts }: CallbackEntry,
  now: number,
  accountName: string | null,
): string =>
  [
    `Called ${dayAndTime(lastCallAt, timeZone, now)}`,
    calls > 1 ? counted(calls, 'call') : null,
    attempts > 0 ? counted(attempts, 'attempt') : null,
    accountName,
  ]
    .filter((fact) => fact !== null)
    .join(' · ');

export const CallerRow = memo(function CallerRow({
  entry,
  selected,
  checked,
  onCheck,
  showAccount,
  now,
}: {
  entry: CallbackEntry;
  selected: boolean;
  /** Whether the caller is selected, to be closed with others; null where that is not possible. */
  checked: boolean | null;
  onCheck: (id: string) => void;
  showAccount: boolean;
  now: number;
}) {
  const boxId = useId();
  const nameOf = useAccountName();
  const client = useQueryClient();
  const readOnly = useIsReadOnly(entry.accountId);
  const { id, callerPhoneNumber, state } = entry;
  return (
    <li className={classes.row} data-selected={selected || undefined}>
      <div className={classes.head}>
        <span className={classes.who}>
          {checked !== null && (
            <label htmlFor={boxId} className={classes.check}>
              <Checkbox
                id={boxId}
                size="sm"
                aria-label={`Select ${callerNameOf(entry)}`}
                checked={checked}
                onChange={() => onCheck(id)}
              />
            </label>
          )}
          <Link
            to="."
            search={(before: Address) => ({ ...before, caller: id, result: undefined })}
            state={{ callerOpened: true }}
            resetScroll={false}
            className={classes.name}
            aria-current={selected ? 'true' : undefined}
            {...rowAttributes(id)}
          >
            {callerNameOf(entry)}
          </Link>
        </span>
        {state.kind === 'closed' ? null : <WaitingTime entry={entry} />}
      </div>
      {state.kind === 'closed' ? null : <div className={classes.reason}>{entry.reason}</div>}
      <div className={classes.foot}>
        {callerPhoneNumber === null || entry.singleReason !== null ? null : (
          <PhoneActions
            number={callerPhoneNumber}
            compact
            {...(!readOnly && { onDial: () => claimOnDial(client, entry) })}
          />
        )}
        <span className={classes.facts}>{factsOf(entry, now, showAccount ? nameOf(entry) : null)}</span>
      </div>
      <CallerState entry={entry} now={now} />
    </li>
  );
});
