import type { CallSort, listCalls as listCallsRoute } from '@mailcall/contract/calls.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { pageLimit } from '../../platform/paging.ts';
import { sortDirection } from '../../platform/sort-order.ts';
import type { ListedId, ListQuery } from '../figures/index.ts';

/* Sorting needs the ids of all calls, which are texts. So the last value of the page is found first, and only calls up to it are sorted. */

type Request = Pick<z.output<(typeof listCallsRoute)['query']>, 'sort' | 'dir' | 'page' | 'pageSize'>;

/** No call is beyond these ends. */
const ends: Readonly<Record<Exclude<CallSort, 'answeredBy'>, Record<Request['dir'], RawBuilder<unknown>>>> = {
  callDateTime: { asc: sql`timestamptz 'infinity'`, desc: sql`timestamptz '-infinity'` },
  callDuration: { asc: sql`2147483647`, desc: sql`-1` },
  callType: { asc: sql`2147483647`, desc: sql`-1` },
};

const placesUpTo = ({ page, pageSize }: Request) => page * pageSize;

function byColumn(
  request: Request & { sort: keyof typeof ends },
  key: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): ListQuery<ListedId> {
  const direction = sortDirection(request.dir);
  const upTo = request.dir === 'asc' ? sql`<=` : sql`>=`;
  return {
    given: sql`last_of_page as materialized (
      select ${key} as value from calls where ${condition} order by value ${direction} limit 1 offset ${placesUpTo(request) - 1})`,
    total: sql`select cast(count(*) as integer) as total from calls where ${condition}`,
    page: sql<ListedId>`
      select calls.account_id, calls.id, ${key} as sort_key from calls
      where ${condition} and ${key} ${upTo} coalesce((select last_of_page.value from last_of_page), ${ends[request.sort][request.dir]})
      order by sort_key ${direction}, calls.id ${pageLimit(request)}`,
    order: sql`answer.sort_key ${direction}, answer.id`,
  };
}

/** The few combinations of office, member of staff and answerer have ranks in the order of their names. */
function byAnswerer(
  request: Request,
  { key, joins }: SortKey,
  condition: RawBuilder<unknown>,
): ListQuery<ListedId> {
  return {
    given: sql`ranks as materialized (
        select calls.code, dense_rank() over (order by ${key} ${sortDirection(request.dir)} nulls last) as rank
        from combinations as calls ${joins} where calls.kind = 'staff'),
      counted as materialized (
        select calls.staff_code as code, count(*) as n from calls where ${condition} group by calls.staff_code),
      last_of_page as materialized (
        select coalesce(min(ranked.rank) filter (where ranked.calls >= ${placesUpTo(request)}), max(ranked.rank)) as rank from (
          select ranks.rank, sum(sum(counted.n)) over (order by ranks.rank) as calls
          from counted join ranks on ranks.code = counted.code group by ranks.rank) as ranked)`,
    total: sql`select cast(coalesce(sum(counted.n), 0) as integer) as total from counted`,
    page: sql<ListedId>`
      select calls.account_id, calls.id, listed.rank as sort_key from calls
      join (select ranks.code, ranks.rank from ranks where ranks.rank <= (select last_of_page.rank from last_of_page)) as listed
        on listed.code = calls.staff_code
      where ${condition} order by sort_key, calls.id ${pageLimit(request)}`,
    order: sql`answer.sort_key, answer.id`,
  };
}

export interface SortKey {
  /** Nulls come last in both directions. */
  key: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
}

/** Reads columns several times rather than many ids once. */
export function sortedInCopy(
  request: Request,
  sortKey: SortKey,
  condition: RawBuilder<unknown>,
): ListQuery<ListedId> {
  const { sort } = request;
  return sort === 'answeredBy'
    ? byAnswerer(request, sortKey, condition)
    : byColumn({ ...request, sort }, sortKey.key, condition);
}
