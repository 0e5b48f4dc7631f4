import type { CallbackCounts, listCallbacks as listRoute } from '@mailcall/contract/callbacks.ts';
import type { CallbackList } from '@mailcall/contract/rules/callbacks.ts';
import { listOfState, waitingCalls } from '@mailcall/contract/rules/callback-state.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { pageMeta, pageOfRows } from '../../platform/paging.ts';
import { dataVersionIn } from '../figures/index.ts';
import {
  judge,
  type JudgedCaller,
  type PlacedCaller,
  presentEntries,
  type Reader,
  waitOf,
} from './present-entry.ts';
import { readCallers, readWaitingCallers } from './read-callers.ts';
import { countEarlierCalls } from './earlier-calls.ts';
import { onSnapshot } from '../../platform/transactions.ts';

type ListRequest = Pick<z.output<(typeof listRoute)['query']>, 'page' | 'pageSize' | 'sort' | 'state'>;

function countsOf(callers: readonly JudgedCaller[]): CallbackCounts {
  const counts: CallbackCounts = {
    'to-call': { callers: 0, calls: 0 },
    snoozed: { callers: 0, calls: 0 },
    closed: { callers: 0, calls: 0 },
  };
  for (const { state, calls } of callers) {
    const count = counts[listOfState(state)];
    count.callers += 1;
    count.calls += calls.length;
  }
  return counts;
}

function unresolvedOf(callers: readonly JudgedCaller[], now: Date) {
  const unresolved = { callers: 0, calls: 0 };
  for (const { caller } of callers) {
    const calls = waitingCalls(caller, now.getTime()).length;
    unresolved.calls += calls;
    unresolved.callers += Number(calls > 0);
  }
  return unresolved;
}

interface Judged {
  callers: readonly JudgedCaller[];
  counts: CallbackCounts;
}

async function readJudged(snapshot: Queryable, accountIds: readonly string[], now: Date): Promise<Judged> {
  const callers = (await readCallers(snapshot, accountIds, now)).map((caller) => judge(caller, now));
  return { callers, counts: countsOf(callers) };
}

/** Only counts callers without a waiting call, because they are certainly closed. */
async function readJudgedWaiting(
  snapshot: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<Judged> {
  const { callers: waiting, all } = await readWaitingCallers(snapshot, accountIds, now);
  const callers = waiting.map((caller) => judge(caller, now));
  const counts = countsOf(callers);
  counts.closed.callers += all.callers - callers.length;
  counts.closed.calls += waiting.reduce((left, { calls }) => left - calls.length, all.calls);
  return { callers, counts };
}

type Row = PlacedCaller;

const firstCall = ({ judged }: Row) => judged.calls[0]?.at ?? 0;
const byId = (one: Row, other: Row) =>
  (one.judged.calls[0]?.id ?? '') < (other.judged.calls[0]?.id ?? '') ? -1 : 1;
const byWaiting = (one: Row, other: Row) =>
  other.wait.minutes - one.wait.minutes || firstCall(one) - firstCall(other) || byId(one, other);
const byUrgency = (one: Row, other: Row) =>
  one.wait.urgency.rank - other.wait.urgency.rank || byWaiting(one, other);
const lastCall = ({ judged }: Row) => judged.calls.at(-1)?.at ?? 0;
const byNewest = (one: Row, other: Row) => lastCall(other) - lastCall(one) || byId(one, other);
const orders = { urgency: byUrgency, newest: byNewest, waiting: byWaiting };
const timeOf = ({ judged: { state } }: Row) =>
  state.kind === 'closed' ? -state.at : state.kind === 'snoozed' ? state.until : 0;
const byTime = (one: Row, other: Row) => timeOf(one) - timeOf(other) || byId(one, other);

/** Lists other than to-call sort by end of snooze or by closing, latest first. */
const orderOf = (state: CallbackList, sort: ListRequest['sort']) =>
  state === 'to-call' ? orders[sort] : byTime;

export async function listCallbacks(
  database: Queryable,
  accountIds: readonly string[],
  request: ListRequest,
  reader: Reader,
): Promise<RouteReply<typeof listRoute>> {
  return onSnapshot(database, async (snapshot) => {
    const { version } = await dataVersionIn(snapshot, accountIds);
    const read = request.state === 'closed' ? readJudged : readJudgedWaiting;
    const { callers, counts } = await read(snapshot, accountIds, reader.now);
    const rows = callers
      .filter(({ state }) => listOfState(state) === request.state)
      .map((judged) => ({ judged, wait: waitOf(judged, reader) }))
      .sort(orderOf(request.state, request.sort));
    return {
      meta: pageMeta(request, rows.length, version, reader.now),
      counts,
      earlier: await countEarlierCalls(snapshot, accountIds, reader.now),
      records: await presentEntries(snapshot, pageOfRows(rows, request).records, reader),
    };
  });
}

/** Callers who wait longer than the target, by account. Accounts without one are left out. */
export async function countOverdueCallers(
  snapshot: Queryable,
  accountIds: readonly string[],
  reader: Pick<Reader, 'now' | 'target'>,
): Promise<Map<string, number>> {
  const { callers } = await readJudgedWaiting(snapshot, accountIds, reader.now);
  const overdue = new Map<string, number>();
  for (const judged of callers)
    if (waitOf(judged, reader).overdue) {
      const { accountId } = judged.caller;
      overdue.set(accountId, (overdue.get(accountId) ?? 0) + 1);
    }
  return overdue;
}

export async function countCallbacks(database: Queryable, accountIds: readonly string[], now: Date) {
  return onSnapshot(database, async (snapshot) => {
    const { version } = await dataVersionIn(snapshot, accountIds);
    const { callers, counts } = await readJudgedWaiting(snapshot, accountIds, now);
    const unresolved = unresolvedOf(callers, now);
    return { counts, unresolved, meta: { version, asOf: now.toISOString() } };
  });
}
