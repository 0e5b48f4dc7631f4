import type { CallbackCounts, listCallbacks as listRoute } from '@mailcall/contract/callbacks.ts';
import type { CallbackList } from '@mailcall/contract/rules/callbacks.ts';
import { listOfState } from '@mailcall/contract/rules/callback-state.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { pageMeta, pageOfRows } from '../../platform/paging.ts';
import { judge, type JudgedCaller, presentEntry, type Reader, type Wait, waitOf } from './present-entry.ts';
import { readCallers } from './read-callers.ts';
import { readVersion } from './read-version.ts';

type ListRequest = Pick<z.output<(typeof listRoute)['query']>, 'page' | 'pageSize' | 'sort' | 'state'>;

/** Counts callers and their calls in each list. */
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

/** A snapshot of the callers of accounts with the version of their data. */
async function readJudged(database: Queryable, accountIds: readonly string[], now: Date) {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const version = await readVersion(snapshot, accountIds);
      const callers = (await readCallers(snapshot, accountIds, now)).map((caller) => judge(caller, now));
      return { version, callers, counts: countsOf(callers) };
    });
}

interface Row {
  judged: JudgedCaller;
  wait: Wait;
}

const firstCall = ({ judged }: Row) => judged.calls[0]?.at ?? 0;
const byId = (one: Row, other: Row) =>
  (one.judged.calls[0]?.id ?? '') < (other.judged.calls[0]?.id ?? '') ? -1 : 1;
const byWaiting = (one: Row, other: Row) =>
  other.wait.minutes - one.wait.minutes || firstCall(one) - firstCall(other) || byId(one, other);
const byUrgency = (one: Row, other: Row) =>
  one.wait.urgency.rank - other.wait.urgency.rank || byWaiting(one, other);
const timeOf = ({ judged: { state } }: Row) =>
  state.kind === 'closed' ? -state.at : state.kind === 'snoozed' ? state.until : 0;
const byTime = (one: Row, other: Row) => timeOf(one) - timeOf(other) || byId(one, other);

/** The order of a list: of those to call the requested one; the others by when they wait again, or were closed last. */
const orderOf = (state: CallbackList, sort: ListRequest['sort']) =>
  state === 'to-call' ? (sort === 'urgency' ? byUrgency : byWaiting) : byTime;

/** One page of the callers of some accounts. */
export async function listCallbacks(
  database: Queryable,
  accountIds: readonly string[],
  request: ListRequest,
  reader: Reader,
): Promise<RouteReply<typeof listRoute>> {
  const { version, callers, counts } = await readJudged(database, accountIds, reader.now);
  const rows = callers
    .filter(({ state }) => listOfState(state) === request.state)
    .map((judged) => ({ judged, wait: waitOf(judged, reader) }))
    .sort(orderOf(request.state, request.sort));
  return {
    meta: pageMeta(request, rows.length, version, reader.now),
    counts,
    records: pageOfRows(rows, request).records.map(({ judged, wait }) => presentEntry(judged, reader, wait)),
  };
}

/** Counts the callers of some accounts. */
export async function countCallbacks(database: Queryable, accountIds: readonly string[], now: Date) {
  const { version, counts } = await readJudged(database, accountIds, now);
  return { counts, meta: { version, asOf: now.toISOString() } };
}
