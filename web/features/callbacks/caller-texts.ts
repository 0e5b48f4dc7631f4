import type { CallbackAction, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { callbackKindTexts } from '@mailcall/contract/rules/callbacks.ts';
import { dayAndTime } from './next-attempts.ts';
import { callerKey } from '@mailcall/contract/rules/caller-key.ts';

export const callerNameOf = (entry: CallbackEntry): string => callerText(entry) || 'Unknown caller';

/** Action and consequence: 'No answer: Ann Lee comes back today, 4:00 pm.' */
export function doneText({ entry, action }: { entry: CallbackEntry; action: CallbackAction }): string {
  const name = callerNameOf(entry);
  if (action.kind === 'claim') return `You are calling ${name}.`;
  if (action.kind === 'release') return `Others can call ${name} now.`;
  if (action.kind === 'reopen') return `${name} is in the list again.`;
  const done = callbackKindTexts[action.kind];
  if (entry.state.kind !== 'snoozed') return `${done}: ${name}.`;
  const until = dayAndTime(entry.state.until, entry.timeZone, Date.parse(action.at));
  return `${done}: ${name} comes back ${until}.`;
}

/** State in a few words, as of a time; null while the caller waits. */
export function stateText({ state, timeZone }: CallbackEntry, now: number): string | null {
  if (state.kind === 'open') return null;
  if (state.kind === 'claimed') return state.mine ? 'You are calling' : `${state.by} is calling`;
  if (state.kind === 'snoozed') return `Back ${dayAndTime(state.until, timeZone, now)}`;
  return state.text;
}

const otherPersonCalling = ({ state }: CallbackEntry): string | null =>
  state.kind === 'claimed' && !state.mine ? state.by : null;

/** Text to read out when a colleague begins to call a caller; '' for nothing. */
export function newClaimsText(before: readonly CallbackEntry[], now: readonly CallbackEntry[]): string {
  const known = new Map(before.map((entry) => [entry.id, otherPersonCalling(entry)]));
  return now
    .flatMap((entry) => {
      const by = otherPersonCalling(entry);
      const isNew = by !== null && known.has(entry.id) && known.get(entry.id) !== by;
      return isNew ? [`${by} is calling ${callerNameOf(entry)}.`] : [];
    })
    .join(' ');
}

/** Key of input about a caller: office and number, because an entry's id can change; the id without a number or for a single call. */
export const callerKeyOf = ({ id, accountId, callerPhoneNumber, singleReason }: CallbackEntry): string =>
  callerPhoneNumber === null || singleReason !== null
    ? id
    : `${accountId} ${callerKey(callerPhoneNumber) ?? id}`;
