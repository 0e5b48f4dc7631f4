import type { CallRow } from '@mailcall/contract/calls.ts';
import { answeredByText, callerText, durationText } from '@mailcall/contract/rules/caller.ts';
import { IconCalendarCheck, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { HiddenText } from '../../ui/hidden-text.tsx';
import { useAccountName } from '../accounts/index.ts';
import classes from './call-cells.module.css';
import { useOpenCall } from './open-calls.ts';

export const callerOf = (row: CallRow) => callerText(row) || '---';

export const answeredByOf = (row: CallRow) =>
  answeredByText({ handlerName: row.callHandler, callAnsweredBy: row.answeredBy }) || '-';

/** The caller of a row; a phone number breaks after its area code only. */
export function CallerName({ row }: { row: CallRow }) {
  const text = callerOf(row);
  const [, areaCode, rest] = /^(\+1 \(\d{3}\) )(\S+)$/.exec(text) ?? [];
  return (
    <TwoLines strong>
      {areaCode === undefined ? (
        text
      ) : (
        <>
          {areaCode}
          <span className={classes.nowrap}>{rest}</span>
        </>
      )}
    </TwoLines>
  );
}

export function AppointmentMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.mark}>
      <IconCalendarCheck size={14} aria-hidden />
      {count}
      <HiddenText> {count === 1 ? 'appointment' : 'appointments'}</HiddenText>
    </span>
  );
}

export function TwoLines({
  strong = false,
  title,
  children,
}: {
  strong?: boolean;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={classes.twoLines} title={title} data-strong={strong || undefined}>
      {children}
    </span>
  );
}

export function MailingType({ row: { campaignType, campaignTitle } }: { row: CallRow }) {
  const names = [campaignType, campaignTitle].filter((name) => name !== null);
  return <TwoLines title={names.join(', ') || undefined}>{campaignType ?? '-'}</TwoLines>;
}

export function Summary({ text }: { text: string | null }) {
  if (text) return <TwoLines>{text}</TwoLines>;
  return (
    <span className={classes.dimmed}>
      <span aria-hidden>-</span>
      <HiddenText>No summary</HiddenText>
    </span>
  );
}

/** @param compact leaves the length to screen readers */
export function RecordingCell({ row, compact = false }: { row: CallRow; compact?: boolean }) {
  const openCall = useOpenCall();
  const length = durationText(row.callDuration);
  if (row.callAudioURL === null) {
    return (
      <span className={classes.unrecorded}>
        <span className={classes.length}>{length}</span>
        <HiddenText>, </HiddenText>
        <span className={classes.small}>no recording</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.play}
      data-compact={compact || undefined}
      aria-label={`Play recording, ${length}`}
      onClick={() => openCall(row.callId, { play: true })}
    >
      <span className={classes.playMark}>
        <IconPlayerPlayFilled size={12} aria-hidden />
      </span>
      {!compact && length}
    </button>
  );
}

/** Column width in pixels; with offices, wide enough for a name. */
export const timeColumnWidth = (showZone: boolean, showAccount: boolean) =>
  showAccount ? 200 : showZone ? 170 : 148;

/** The name of an account on one line. It is cut before the place at its end, which tells it from others of the name. */
export function CutName({ name }: { name: string }) {
  const at = name.endsWith(')') ? name.lastIndexOf(' (') : -1;
  return (
    <span className={classes.cutName} title={name}>
      <span className={classes.nameStart}>{at < 0 ? name : name.slice(0, at)}</span>
      {at >= 0 && <span className={classes.namePlace}>{name.slice(at)}</span>}
    </span>
  );
}

export function OfficeLine({ row }: { row: CallRow }) {
  const nameOf = useAccountName();
  return (
    <div className={classes.account}>
      <CutName name={nameOf(row)} />
    </div>
  );
}

export function ListItem({
  call,
  title,
  time,
  facts = [],
  showAccount,
  children,
}: {
  call: CallRow;
  title: ReactNode;
  time: ReactNode;
  facts?: readonly string[];
  showAccount: boolean;
  children: ReactNode;
}) {
  const nameOf = useAccountName();
  const allFacts = [
    answeredByOf(call) === '-' ? null : `Answered by ${answeredByOf(call)}`,
    call.campaignType,
    ...facts,
    showAccount ? nameOf(call) : null,
  ].filter((fact) => fact !== null);
  return (
    <div className={classes.item}>
      <div className={classes.itemHead}>
        {title}
        {time}
      </div>
      <div className={classes.itemBadges}>{children}</div>
      {call.callSummary ? <Summary text={call.callSummary} /> : null}
      <div className={classes.itemFoot}>
        <span className={classes.small}>{allFacts.join(' · ')}</span>
        <RecordingCell row={call} />
      </div>
    </div>
  );
}
