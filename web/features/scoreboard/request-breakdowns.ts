import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  type Breakdown,
  type BreakdownKey,
  breakdowns,
  listBreakdowns,
} from '@mailcall/contract/scoreboard.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { automatically, call, CallFailed, isSentAutomatically } from '../../platform/api.ts';

/** A scope, with the filter of the referral sources. */
type BreakdownQuery = NonNullable<RouteInput<typeof breakdowns.callerSource>['query']>;

/** A breakdown that somebody waits for. */
interface WantedBreakdown {
  key: BreakdownKey;
  query: BreakdownQuery;
  signal: AbortSignal;
  resolve: (breakdown: Breakdown) => void;
  reject: (error: unknown) => void;
}

/** What is not sent yet, by what has to be equal in one request. */
const waiting = new Map<string, WantedBreakdown[]>();

/** Whether a breakdown counts inquiries, which takes longest over many calls: the others do not wait for those. */
const countsInquiries = (key: BreakdownKey): boolean =>
  key === 'offer' || key === 'service' || key === 'insurance';

/**
 * Requests a breakdown. Those of the same scope that are requested in one turn of the event loop are one request, which is canceled
 * when nobody waits for any of them any more.
 * @throws {CallFailed} as {@link call} does, for all of them.
 */
export function requestBreakdown(
  key: BreakdownKey,
  query: BreakdownQuery,
  signal: AbortSignal,
): Promise<Breakdown> {
  const isAutomatic = isSentAutomatically();
  const { wrongSourceMentioned, ...filters } = query.filters ?? {};
  const scope = { ...query, filters };
  // the filter is of the referral sources alone; those with and without it are not in one request
  const allSources = key === 'callerSource' && wrongSourceMentioned === undefined;
  const name = JSON.stringify([scope, countsInquiries(key), allSources, isAutomatic]);
  return new Promise((resolve, reject) => {
    const wanted = { key, query, signal, resolve, reject };
    const others = waiting.get(name);
    if (others) {
      others.push(wanted);
      return;
    }
    const all = [wanted];
    waiting.set(name, all);
    queueMicrotask(() => {
      waiting.delete(name);
      const send = () => void answerAll(all);
      if (isAutomatic) automatically(send);
      else send();
    });
  });
}

async function answerAll(wanted: readonly WantedBreakdown[]): Promise<void> {
  try {
    const found = await requestAll(wanted, signalOfAll(wanted.map(({ signal }) => signal)));
    for (const { key, resolve } of wanted) resolve(found(key));
  } catch (error) {
    for (const { reject } of wanted) reject(error);
  }
}

/** Sends one request; returns what it answered by key. */
async function requestAll(
  wanted: readonly WantedBreakdown[],
  signal: AbortSignal,
): Promise<(key: BreakdownKey) => Breakdown> {
  const keys = [...new Set(wanted.map(({ key }) => key))];
  const [first] = wanted;
  if (!first) throw new Error('Nobody waits for a breakdown.');
  if (keys.length === 1) {
    const breakdown = await call(breakdowns[first.key], { query: first.query }, { signal });
    return () => breakdown;
  }
  const { query } = wanted.find(({ key }) => key === 'callerSource') ?? first;
  const found = await call(listBreakdowns, { query: { ...query, keys } }, { signal });
  return (key) => {
    const breakdown = found.breakdowns[key];
    if (!breakdown) throw new CallFailed(messages.fatal, 200);
    return { ...breakdown, meta: found.meta };
  };
}

/** Aborted when all of some signals are. */
function signalOfAll(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  const look = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', look);
  look();
  return all.signal;
}
