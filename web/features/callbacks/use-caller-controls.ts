import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { attemptKinds, closingKinds } from '@mailcall/contract/rules/callbacks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useKeyHelp } from '../../platform/keys.ts';
import { type KeyActions, usePageKeys } from '../../ui/page-keys.ts';
import type { CallerDetails } from './api.ts';
import {
  type ActionKind,
  claimOnDial,
  doAction,
  isMine,
  retryAction,
  type SentAction,
  sentActions,
  undoCallerAction,
} from './caller-actions.ts';
import { callerKeyOf } from './caller-texts.ts';
import type { ReachedResult } from './desk-address.ts';
import { selectedAttempt, type NextAttempt, nextAttempts } from './next-attempts.ts';

export interface CallerSteps {
  next: () => void;
  previous: () => void;
  /** The caller no longer waits: moves on, unless the user has opened another one. */
  onDone: (id: string) => void;
  onReached: (result: ReachedResult) => void;
}

export interface CallerControls {
  /** Claims a caller whose number is dialed. */
  dial: () => void;
  act: (kind: ActionKind) => void;
  reached: (result: ReachedResult) => void;
  undo: (actionId: string) => void;
  sent: SentAction | null;
  retry: () => void;
  discard: () => void;
  tries: readonly NextAttempt[];
  chosen: NextAttempt | undefined;
  choose: (choice: string) => void;
}

const resultKeys = [
  { key: '1', label: 'Booked', reached: 'booked' },
  { key: '2', label: 'Reached', reached: 'reached' },
  { key: '3', label: 'Left voicemail', kind: 'left-voicemail' },
  { key: '4', label: 'No answer', kind: 'no-answer' },
  { key: '5', label: 'Wrong number', kind: 'wrong-number' },
  { key: '6', label: 'Do not call', kind: 'do-not-call' },
  { key: '7', label: 'No callback needed', kind: 'not-needed' },
] as const;

/** Actions after which no one has to call now. */
const isLast = (kind: ActionKind) =>
  kind === 'snooze' || [...attemptKinds, ...closingKinds].some((one) => one === kind);
const needsTime = (kind: ActionKind) => kind === 'snooze' || attemptKinds.some((one) => one === kind);

export const waitsForCall = ({ state }: CallbackEntry): boolean => state.kind !== 'closed';

export const canBeCalled = ({ singleReason }: CallbackEntry): boolean => singleReason === null;

export const canBeClaimed = (entry: CallbackEntry): boolean =>
  canBeCalled(entry) || entry.state.kind === 'claimed';

/** Possible results; without a number, only that the caller was reached another way or needs no callback. */
export const resultsFor = (entry: CallbackEntry) =>
  resultKeys.filter((result) => canBeCalled(entry) || 'reached' in result || result.kind === 'not-needed');

export function useCallerControls(
  details: CallerDetails,
  {
    now,
    readOnly,
    steps,
    container,
  }: { now: number; readOnly: boolean; steps: CallerSteps; container: RefObject<HTMLElement | null> },
): CallerControls {
  const controls = useCallerActions(details, { now, steps });
  useCallerKeys(container, controls, { entry: details.entry, readOnly });
  return controls;
}

/** The controls without their keys, where several callers are on a page. */
export function useCallerActions(
  details: CallerDetails,
  { now, steps }: { now: number; steps: Pick<CallerSteps, 'onDone' | 'onReached'> },
): CallerControls {
  const client = useQueryClient();
  const { entry } = details;
  const sent = sentActions.useValue(callerKeyOf(entry));
  const tries = nextAttempts(details, now);
  const [choice, setChoice] = useState<string>('proposed');
  // as of the press: the computer may have slept since the times were shown
  const untilNow = () => selectedAttempt(nextAttempts(details, Date.now()), choice)?.until ?? null;
  const finish = (done: Promise<{ kind: string } | null>, kind: ActionKind) =>
    void done.then((action) => action !== null && isLast(kind) && steps.onDone(entry.id));
  const act = (kind: ActionKind) => {
    const until = needsTime(kind) ? untilNow() : null;
    if (sent !== null || (kind === 'snooze' && until === null)) return;
    finish(doAction(client, entry, { kind, until }), kind);
  };
  return {
    act,
    dial: () => claimOnDial(client, entry),
    reached: (result) => sent === null && steps.onReached(result),
    undo: (actionId) => void undoCallerAction(client, entry, actionId),
    sent,
    retry: () => sent !== null && finish(retryAction(client, entry), sent.kind),
    discard: () => sentActions.remove(callerKeyOf(entry)),
    tries,
    chosen: selectedAttempt(tries, choice),
    choose: setChoice,
  };
}

export function useStepKeys(container: RefObject<HTMLElement | null>, { next, previous }: CallerSteps): void {
  useKeyHelp([
    { key: 'j', description: 'Next caller' },
    { key: 'k', description: 'Previous caller' },
  ]);
  usePageKeys(container, { j: next, k: previous });
}

function useCallerKeys(
  container: RefObject<HTMLElement | null>,
  { act, reached }: CallerControls,
  { entry, readOnly }: { entry: CallbackEntry; readOnly: boolean },
): void {
  const acts = !readOnly && waitsForCall(entry);
  const claims = acts && canBeClaimed(entry);
  const results = acts ? resultsFor(entry) : [];
  useKeyHelp([
    ...(claims ? [{ key: 'c', description: "I'm calling, or release the caller" }] : []),
    ...results.map(({ key, label }) => ({ key, description: label })),
  ]);
  const actions: KeyActions = {};
  if (claims) actions['c'] = () => act(isMine(entry) ? 'release' : 'claim');
  for (const result of results)
    actions[result.key] = () => ('kind' in result ? act(result.kind) : reached(result.reached));
  usePageKeys(container, actions);
}
