import type { CallbackEntry, CallbackState } from '@mailcall/contract/callbacks.ts';
import {
  type CallbackClosing,
  closingText,
  isAttempt,
  singleCallText,
} from '@mailcall/contract/rules/callbacks.ts';
import {
  callerState,
  type CallerState,
  type DoneAction,
  isAbout,
  waitingCalls,
} from '@mailcall/contract/rules/callback-state.ts';
import { type Urgency, urgencyOf } from '@mailcall/contract/rules/callback-urgency.ts';
import { hoursAreKnown, officeMinutes } from '@mailcall/contract/rules/office-hours.ts';
import type { Queryable } from '../../platform/database.ts';
import { identifiesCaller } from './caller-key.ts';
import { type NamedCaller, readNames } from './caller-names.ts';
import type { Caller, CallerCall } from './read-callers.ts';

export interface Reader {
  contactId: string;
  now: Date;
  /** Minutes of office hours. */
  target: number;
}

export interface JudgedCaller {
  caller: Caller;
  state: CallerState;
  /** For a closed caller, all calls. Oldest first. */
  calls: readonly CallerCall[];
}

export function judge(caller: Caller, now: Date): JudgedCaller {
  const state = callerState(caller, now.getTime());
  const waiting = waitingCalls(caller, now.getTime());
  return { caller, state, calls: state.kind === 'closed' || waiting.length === 0 ? caller.calls : waiting };
}

export interface Wait {
  minutes: number;
  overdue: boolean;
  urgency: Urgency;
}

export function waitOf(
  { caller, state, calls }: JudgedCaller,
  { now, target }: Pick<Reader, 'now' | 'target'>,
): Wait {
  const { hours, actions } = caller;
  const first = Math.min(now.getTime(), ...calls.map(({ since }) => since));
  const until = state.kind === 'closed' ? state.at : now.getTime();
  const minutes = officeMinutes(first, until, hours);
  const isDue = state.kind === 'open' || state.kind === 'claimed';
  const urgency = urgencyOf(
    {
      calls,
      actions,
      waitingMinutes: minutes,
      hoursKnown: hoursAreKnown(hours),
      timeZone: hours.timeZone,
    },
    now.getTime(),
  );
  return { minutes, overdue: isDue && minutes > target, urgency };
}

const instant = (time: number) => new Date(time).toISOString();

/** Callers with other closings can be reopened. */
const lasting: readonly CallbackClosing[] = ['resolved', 'expired'];

function presentState(
  state: CallerState,
  { contactId }: Reader,
  bookedCallIds: ReadonlySet<string>,
): CallbackState {
  if (state.kind === 'open') return state;
  if (state.kind === 'snoozed') return { ...state, until: instant(state.until) };
  if (state.kind === 'claimed') {
    const { by, until } = state;
    return { kind: 'claimed', by, mine: state.contactId === contactId, until: instant(until) };
  }
  const { reason, by, at, callId, appointmentId } = state;
  return {
    kind: 'closed',
    reason,
    text: closingText(reason, callId !== null && bookedCallIds.has(callId)),
    by,
    at: instant(at),
    callId,
    appointmentId,
    canReopen: !lasting.includes(reason),
  };
}

function lastAttemptOf(actions: readonly DoneAction[], first: CallerCall) {
  const attempts = actions.filter((action) => isAttempt(action.kind) && isAbout(action, [first]));
  const last = attempts.at(-1);
  const lastAttempt =
    last && isAttempt(last.kind) ? { kind: last.kind, by: last.by, at: instant(last.at) } : null;
  return { attempts: attempts.length, lastAttempt };
}

export interface PlacedCaller {
  judged: JudgedCaller;
  wait: Wait;
}

function withNames(
  { judged: { caller, calls, state }, wait }: PlacedCaller,
  { names, bookedCallIds }: NamedCaller,
  reader: Reader,
): CallbackEntry {
  const [first, last] = [calls[0], calls.at(-1)];
  if (!first || !last) throw new Error('A caller has no call.');
  return {
    id: first.id,
    accountId: caller.accountId,
    accountName: caller.accountName,
    timeZone: caller.hours.timeZone,
    ...names,
    singleReason: identifiesCaller(caller) ? null : singleCallText(names.callerPhoneNumber),
    calls: calls.length,
    firstCallAt: instant(first.at),
    lastCallAt: instant(last.at),
    reason: wait.urgency.reason,
    waitingMinutes: wait.minutes,
    hoursKnown: hoursAreKnown(caller.hours),
    overdue: wait.overdue,
    ...lastAttemptOf(caller.actions, first),
    version: caller.version,
    state: presentState(state, reader, bookedCallIds),
  };
}

export async function presentEntries(
  database: Queryable,
  placed: readonly PlacedCaller[],
  reader: Reader,
): Promise<CallbackEntry[]> {
  const names = await readNames(
    database,
    placed.map(({ judged: { caller, calls } }) => ({ accountId: caller.accountId, calls })),
  );
  return placed.map((row, index) => withNames(row, names[index] as NamedCaller, reader));
}

export async function presentEntry(
  database: Queryable,
  judged: JudgedCaller,
  reader: Reader,
): Promise<CallbackEntry> {
  const [entry] = await presentEntries(database, [{ judged, wait: waitOf(judged, reader) }], reader);
  return entry as CallbackEntry;
}
