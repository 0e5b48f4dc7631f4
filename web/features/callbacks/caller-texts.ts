import type { CallbackAction, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { callbackKindTexts } from '@mailcall/contract/rules/callbacks.ts';
import { dayAndTime } from './next-tries.ts';

/** Who waits: the name, else the number; 'Unknown caller' when neither is known. */
export const callerNameOf = (entry: CallbackEntry): string => callerText(entry) || 'Unknown caller';

/** What was done and what follows: 'No answer: Ann Lee comes back today, 4:00 pm.' */
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

/** The state of a caller in a few words, as of a time; null while nobody does anything about them. */
export function stateText({ state, timeZone }: CallbackEntry, now: number): string | null {
  if (state.kind === 'open') return null;
  if (state.kind === 'claimed') return state.mine ? 'You are calling' : `${state.by} is calling`;
  if (state.kind === 'snoozed') return `Back ${dayAndTime(state.until, timeZone, now)}`;
  return state.text;
}

/** Who is calling a caller, if it is somebody else; null otherwise. */
const otherPersonCalling = ({ state }: CallbackEntry): string | null =>
  state.kind === 'claimed' && !state.mine ? state.by : null;

/** What to read out when somebody else has begun to call a caller of the list; '' for nothing. */
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
