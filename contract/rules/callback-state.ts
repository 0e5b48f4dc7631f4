import { days } from '../time/durations.ts';
import {
  type CallbackClosing,
  type CallbackKind,
  type CallbackList,
  isAttempt,
  isClosing,
} from './callbacks.ts';
import { followUpDays } from './outcome.ts';

export interface WaitingCall {
  id: string;
  at: number;
  /** From when it waits: its first score, if that came more than a day after the call; otherwise {@link at}. */
  since: number;
  resolvedAt: number | null;
}

export interface SeenFacts {
  /** Unresolved calls and the last call answered by staff. */
  callIds: readonly string[];
  appointmentId: string | null;
}

/** Undone actions are left out. */
export interface DoneAction {
  kind: CallbackKind;
  /** Null for a staff member named by the feed. */
  contactId: string | null;
  by: string;
  at: number;
  /** End of a claim or snooze, or the next try of an attempt. */
  until: number | null;
  /** Null if not recorded. */
  seen: SeenFacts | null;
}

/** Above this number only times decide; only programs call so often. */
const maxSeenCalls = 500;

/** Facts to record with an action, so that later ones reopen the caller; null above {@link maxSeenCalls} calls. */
export function seenFacts({ calls, answered, appointment }: CallerFacts): SeenFacts | null {
  const open = unresolved(calls).map(({ id }) => id);
  if (open.length > maxSeenCalls) return null;
  return { callIds: answered ? [...open, answered.id] : open, appointmentId: appointment?.id ?? null };
}

/** Whether the person saw all of these calls. Without recorded facts times decide, although clocks differ and feeds come late. */
export function isAbout(
  { at, seen }: Pick<DoneAction, 'at' | 'seen'>,
  calls: readonly Pick<WaitingCall, 'id' | 'at'>[],
) {
  return calls.every((call) => (seen ? seen.callIds.includes(call.id) : at >= call.at));
}

/** A later answered call or appointment, which shows that the caller was served. */
export interface Evidence {
  id: string;
  at: number;
}

export interface CallerFacts<Call extends WaitingCall = WaitingCall> {
  /** Missed and follow-up calls, oldest first; at least one. */
  calls: readonly Call[];
  actions: readonly DoneAction[];
  answered: Evidence | null;
  appointment: Evidence | null;
}

export interface Closing {
  reason: CallbackClosing;
  at: number;
  by: string | null;
  callId: string | null;
  appointmentId: string | null;
}

export type CallerState =
  | { kind: 'open' }
  | { kind: 'claimed'; contactId: string | null; by: string; until: number }
  | { kind: 'snoozed'; by: string; until: number }
  | ({ kind: 'closed' } & Closing);

const day = days(1);

const unresolved = <Call extends WaitingCall>(calls: readonly Call[]) =>
  calls.filter(({ resolvedAt }) => resolvedAt === null);

/** Earliest moment, in milliseconds, of a call that can wait for a callback. */
export const waitingSince = (now: number): number => now - followUpDays * day;

/** Unresolved, waiting since the last 30 days. */
export const waitingCalls = <Call extends WaitingCall>(
  { calls }: Pick<CallerFacts<Call>, 'calls'>,
  now: number,
): Call[] => unresolved(calls).filter(({ at }) => at >= waitingSince(now));

const nothing = { by: null, callId: null, appointmentId: null };

function resolution(calls: readonly WaitingCall[]): Closing | null {
  const last = calls.toSorted((one, other) => (one.resolvedAt ?? 0) - (other.resolvedAt ?? 0)).at(-1);
  return last?.resolvedAt ? { ...nothing, reason: 'resolved', at: last.resolvedAt, callId: last.id } : null;
}

/** Actions about all waiting calls, and later evidence, since the caller was reopened; earliest first. */
function closingsSince(facts: CallerFacts, open: readonly WaitingCall[]): Closing[] {
  const lastCallAt = open.at(-1)?.at ?? 0;
  const place = facts.actions.findLastIndex(({ kind }) => kind === 'reopen');
  const reopened = facts.actions[place];
  const isNew = ({ at }: Evidence) => at > lastCallAt && (!reopened || at > reopened.at);
  const closings: Closing[] = facts.actions
    .slice(place + 1)
    .flatMap((action) =>
      isClosing(action.kind) && isAbout(action, open)
        ? [{ ...nothing, reason: action.kind, by: action.by, at: action.at }]
        : [],
    );
  const { answered, appointment } = facts;
  if (answered && isNew(answered) && !reopened?.seen?.callIds.includes(answered.id))
    closings.push({ ...nothing, reason: 'answered', at: answered.at, callId: answered.id });
  if (appointment && isNew(appointment) && reopened?.seen?.appointmentId !== appointment.id)
    closings.push({ ...nothing, reason: 'appointment', at: appointment.at, appointmentId: appointment.id });
  return closings.sort((one, other) => one.at - other.at);
}

/** Null if someone has to call. A call later than the reason waits again. */
function closingOf(facts: CallerFacts, now: number): Closing | null {
  const open = unresolved(facts.calls);
  const last = open.at(-1);
  if (!last) return resolution(facts.calls);
  const waiting = waitingCalls(facts, now);
  const [closing] = closingsSince(facts, waiting.length > 0 ? waiting : [last]);
  if (closing) return closing;
  const expiresAt = Math.max(...open.map(({ since }) => since)) + followUpDays * day;
  if (expiresAt >= now) return null;
  const resolved = resolution(facts.calls);
  return resolved && resolved.at > expiresAt ? resolved : { ...nothing, reason: 'expired', at: expiresAt };
}

/** A claim outranks a snooze. A new call ends a snooze; the feed never ends a claim. */
export function callerState(facts: CallerFacts, now: number): CallerState {
  const closing = closingOf(facts, now);
  if (closing) return { kind: 'closed', ...closing };
  const last = facts.actions.findLast(({ contactId }) => contactId !== null);
  if (last?.kind === 'claim' && last.until !== null && last.until > now)
    return { kind: 'claimed', contactId: last.contactId, by: last.by, until: last.until };
  const paused = facts.actions.findLast(
    ({ kind }) => kind === 'snooze' || kind === 'reopen' || isAttempt(kind),
  );
  if (paused && paused.until !== null && paused.until > now && isAbout(paused, waitingCalls(facts, now)))
    return { kind: 'snoozed', by: paused.by, until: paused.until };
  return { kind: 'open' };
}

export function listOfState({ kind }: CallerState): CallbackList {
  return kind === 'snoozed' || kind === 'closed' ? kind : 'to-call';
}

/** An appointment that was not cancelled. */
export interface MadeAppointment {
  id: string;
  callId: string;
  callAt: number;
  /** When the portal learned of it. */
  madeAt: number;
  inPortal: boolean;
}

/** Must belong to the last unresolved call or a later one: its arrival proves little, as a first import brings years of appointments. */
export function appointmentEvidence(
  calls: readonly WaitingCall[],
  appointments: readonly MadeAppointment[],
): Evidence | null {
  const last = unresolved(calls).at(-1);
  const found =
    last &&
    appointments.findLast(
      ({ callId, callAt, madeAt, inPortal }) =>
        madeAt > last.at && (inPortal || callId === last.id || callAt > last.at),
    );
  return found ? { id: found.id, at: found.madeAt } : null;
}
