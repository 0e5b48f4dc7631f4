import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { CallRow } from '@mailcall/contract/calls.ts';
import { answeredByShown, callerShown, clockTime } from '@mailcall/contract/rules/caller.ts';
import { IconCalendarCheck, IconPlayerPlayFilled } from '@tabler/icons-react';
import classes from './call-cells.module.css';
import { useOpenCall } from './open-calls.ts';

/** Who called, or '---' when nothing is known. */
export const callerOf = (row: CallRow) => callerShown(row) || '---';

/** Who answered, or '-' when that is not known. */
export const answeredByOf = (row: CallRow) =>
  answeredByShown({ handlerName: row.callHandler, callAnsweredBy: row.answeredBy }) || '-';

/** How many appointments were made on a call; nothing without any. */
export function AppointmentMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.mark}>
      <IconCalendarCheck size={14} aria-hidden />
      {count}
      <VisuallyHidden> {count === 1 ? 'appointment' : 'appointments'}</VisuallyHidden>
    </span>
  );
}

/** A call summary, at most two lines of it; the details have it whole. */
export function Summary({ text, lines = 2 }: { text: string | null; lines?: number }) {
  if (!text)
    return (
      <Text inherit c="dimmed" aria-label="No summary">
        -
      </Text>
    );
  return (
    <Text inherit lineClamp={lines}>
      {text}
    </Text>
  );
}

/** How long a call is, and a button that opens it and plays its recording, or the word that there is none. */
export function RecordingCell({ row }: { row: CallRow }) {
  const openCall = useOpenCall();
  const length = clockTime(row.callDuration);
  if (row.callAudioURL === null) {
    return (
      <span className={classes.unrecorded}>
        <span className={classes.length}>{length}</span>
        <VisuallyHidden>, </VisuallyHidden>
        <Text span size="xs" c="dimmed">
          no recording
        </Text>
      </span>
    );
  }
  return (
    <UnstyledButton
      className={classes.play}
      aria-label={`Play recording, ${length}`}
      onClick={() => openCall(row.callId, { play: true })}
    >
      <span className={classes.playMark}>
        <IconPlayerPlayFilled size={12} aria-hidden />
      </span>
      {length}
    </UnstyledButton>
  );
}
