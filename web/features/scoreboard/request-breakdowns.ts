import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  type Breakdown,
  type BreakdownKey,
  breakdowns,
  listBreakdowns,
} from '@mailcall/contract/scoreboard.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { automatically, call, CallFailed, isSentAutomatically } from '../../platform/api.ts';

type BreakdownQuery = NonNullable<RouteInput<typeof breakdowns.callerSource>['query']>;

interface WantedBreakdown {
  key: BreakdownKey;
  query: BreakdownQuery;
  signal: AbortSignal;
  resolve: (breakdown: Breakdown) => void;
  reject: (error: unknown) => void;
}

/** Unsent breakdowns, by the properties that must be equal within a request. */
const waiting = new Map<string, WantedBreakdown[]>();

/** Whether a breakdown counts inquiries, the slowest over many calls; others do not wait for it. */
const countsInquiries = (key: BreakdownKey): boolean =>
  key === 'offer' || key === 'service' || key === 'insurance';

/** Breakdowns of a scope within one turn of the event loop share a request, which is canceled when no one waits for any of them. */
export function requestBreakdown(
  key: BreakdownKey,
  query: BreakdownQuery,
  signal: AbortSignal,
): Promise<Breakdown> {
  const isAutomatic = isSentAutomatically();
  const { wrongSourceMentioned, ...filters } = query.filters ?? {};
  const scope = { ...query, filters };
  // the filter is only for referral sources; requests with and without it differ
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

function signalOfAll(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  const look = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', look);
  look();
  return all.signal;
}
