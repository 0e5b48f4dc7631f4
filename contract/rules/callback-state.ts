import {
  type CallbackClosing,
  type CallbackKind,
  type CallbackList,
  isAttempt,
  isClosing,
} from './callbacks.ts';
import { followUpDays } from './outcome.ts';

/** What the state of a caller follows from, of a missed or follow-up call. */
export interface WaitingCall {
  id: string;
  /** When it came in, in milliseconds. */
  at: number;
  /** When it was resolved; null when it was not. */
  resolvedAt: number | null;
}

/** What was known of a caller when something was done about them. */
export interface SeenFacts {
  /** Ids of the calls that nobody had resolved, and of the last call that staff answered. */
  callIds: readonly string[];
  /** The last appointment. */
  appointmentId: string | null;
}

/** What somebody did about a caller and did not undo. */
export interface DoneAction {
  kind: CallbackKind;
  /** The contact of the portal who did it; null for somebody of whom the feed tells. */
  contactId: string | null;
  /** Name of the person. */
  by: string;
  at: number;
  /** Of a claim or a snooze, and of an attempt with a next try. */
  until: number | null;
  /** What was known then; null when that was not recorded. */
  seen: SeenFacts | null;
}

/** A caller with more unresolved calls has what was done about them told by time alone: only programs call so often. */
const maxSeenCalls = 500;

/** What is known of a caller, to be recorded with what is done about them. */
export function seenFacts({ calls, answered, appointment }: CallerFacts): SeenFacts | null {
  const open = unresolved(calls).map(({ id }) => id);
  if (open.length > maxSeenCalls) return null;
  return { callIds: answered ? [...open, answered.id] : open, appointmentId: appointment?.id ?? null };
}

/**
 * Whether something was done about some calls: whoever did it saw all of them. Times do not tell it: clocks differ, and a feed can bring a
 * call late. They decide only where what was seen is not recorded.
 */
export function isAbout(
  { at, seen }: Pick<DoneAction, 'at' | 'seen'>,
  calls: readonly Pick<WaitingCall, 'id' | 'at'>[],
) {
  return calls.every((call) => (seen ? seen.callIds.includes(call.id) : at >= call.at));
}

/** Something that shows that a caller was served: a later call that was answered, or an appointment. */
export interface Evidence {
  id: string;
  at: number;
}

/** What the state of a caller follows from. */
export interface CallerFacts<Call extends WaitingCall = WaitingCall> {
  /** Their missed and follow-up calls, oldest first; at least one. */
  calls: readonly Call[];
  /** In the order in which it was done. */
  actions: readonly DoneAction[];
  /** The last call of theirs that staff answered. */
  answered: Evidence | null;
  /** The appointment of theirs that was made last. */
  appointment: Evidence | null;
}

/** Why nobody has to call a caller, and what shows it. */
export interface Closing {
  reason: CallbackClosing;
  at: number;
  by: string | null;
  callId: string | null;
  appointmentId: string | null;
}

/** The state of a caller at a time. */
export type CallerState =
  | { kind: 'open' }
  | { kind: 'claimed'; contactId: string | null; by: string; until: number }
  | { kind: 'snoozed'; by: string; until: number }
  | ({ kind: 'closed' } & Closing);

const day = 24 * 60 * 60 * 1000;

/** The calls that nobody has resolved. */
const unresolved = <Call extends WaitingCall>(calls: readonly Call[]) =>
  calls.filter(({ resolvedAt }) => resolvedAt === null);

/** The earliest time of calls that can wait for a callback. */
export const waitingSince = (now: number): number => now - followUpDays * day;

/** The calls of a caller that wait for a callback: unresolved, of the last 30 days. */
export const waitingCalls = <Call extends WaitingCall>(
  { calls }: Pick<CallerFacts<Call>, 'calls'>,
  now: number,
): Call[] => unresolved(calls).filter(({ at }) => at >= waitingSince(now));

const nothing = { by: null, callId: null, appointmentId: null };

/** Someone resolved all calls. */
function resolution(calls: readonly WaitingCall[]): Closing | null {
  const last = calls.toSorted((one, other) => (one.resolvedAt ?? 0) - (other.resolvedAt ?? 0)).at(-1);
  return last?.resolvedAt ? { ...nothing, reason: 'resolved', at: last.resolvedAt, callId: last.id } : null;
}

/**
 * What closed a caller since they were reopened, the earliest first: what people did about all calls that wait, and evidence that is later
 * than the last of them.
 */
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

/**
 * Why nobody has to call a caller; null when somebody has to. Only what was done about all calls that wait, or is newer than them, closes a
 * caller, so that whoever calls again waits again.
 */
function closingOf(facts: CallerFacts, now: number): Closing | null {
  const open = unresolved(facts.calls);
  const last = open.at(-1);
  if (!last) return resolution(facts.calls);
  const waiting = waitingCalls(facts, now);
  const [closing] = closingsSince(facts, waiting.length > 0 ? waiting : [last]);
  if (closing) return closing;
  const expiresAt = last.at + followUpDays * day;
  if (expiresAt >= now) return null;
  const resolved = resolution(facts.calls);
  return resolved && resolved.at > expiresAt ? resolved : { ...nothing, reason: 'expired', at: expiresAt };
}

/**
 * The state of a caller. A claim comes before a snooze, which holds again when the claim has lapsed; a new call ends a snooze. What the
 * feed brings ends no claim: whoever is calling goes on.
 */
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

/** The list in which a caller is. */
export function listOfState({ kind }: CallerState): CallbackList {
  return kind === 'snoozed' || kind === 'closed' ? kind : 'to-call';
}

/** An appointment of a caller that was not cancelled. */
export interface MadeAppointment {
  id: string;
  /** The call that it belongs to. */
  callId: string;
  callAt: number;
  /** When the portal learned of it. */
  madeAt: number;
  /** Somebody made it in the portal. */
  inPortal: boolean;
}

/**
 * The appointment that shows that a caller was served since their last unresolved call; null for none. When the feed brings one, the time
 * at which it came says little: a first import brings those of years. So it has to be of that call or of a later one.
 */
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
