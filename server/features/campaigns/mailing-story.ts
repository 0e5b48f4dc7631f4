import type { MailingStory } from '@mailcall/contract/mailing-story.ts';
import { type BestCallFacts, bestCallOf } from '@mailcall/contract/rules/best-call.ts';
import { type DayMode, daysAt } from '@mailcall/contract/time/days.ts';
import { deliveryDay } from '@mailcall/contract/rules/delivery-day.ts';
import { deliveredStatuses, mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { halfOfCalls, maxEarlierMailings, wholeDaysSince } from '@mailcall/contract/rules/mailing-story.ts';
import { unboundedDateRange } from '@mailcall/contract/scope/date-range.ts';
import * as duration from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { callRowColumns, type CallRowRecord, callRowTables, presentCallRow } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { callTerms } from '../figures/index.ts';
import {
  callInAccounts,
  type CheckedScope,
  checkScope,
  dayOfCall,
  dayZonesOf,
  statusOfMailing,
} from '../scope/index.ts';
import { countedFrom } from './delivery-day.ts';
import type { MailingRecord } from './mailing-rows.ts';

type ToldMailing = Pick<
  MailingRecord,
  | 'id'
  | 'account_id'
  | 'campaign_type'
  | 'quantity'
  | 'delivery_date'
  | 'pieces_delivery_date'
  | 'delivery_week'
>;

/** Covers whole days since the delivery, so it does not include today. */
export async function tellMailingStory(
  database: Queryable,
  viewer: Viewer,
  mailing: ToldMailing,
  { now, dayMode }: { now: Date; dayMode: DayMode },
): Promise<MailingStory> {
  const { id, account_id: accountId, quantity } = mailing;
  const delivered = deliveryDay({
    deliveryDate: mailing.delivery_date ?? mailing.pieces_delivery_date,
    deliveryWeek: mailing.delivery_week,
  });
  const scopeOf = (campaigns: string[]) =>
    checkScope(
      database,
      viewer,
      { accountIds: [accountId], filters: { ...unboundedDateRange, campaigns } },
      { now, dayMode },
    );
  const readCounts = async () => {
    const earlier = delivered === null ? [] : await readEarlierMailings(database, mailing, delivered.day);
    const scope = await scopeOf([id, ...earlier.map((other) => other.id)]);
    return { earlier, counts: await readCountsByDay(database, scope, accountId) };
  };
  const [{ earlier, counts }, bestCall, zones] = await Promise.all([
    readCounts(),
    scopeOf([id]).then((scope) => readBestCall(database, scope, accountId)),
    dayZonesOf(database, dayMode, [accountId]),
  ]);
  const today = daysAt(now, zones).endDate;
  const ofMailing = counts.filter(({ campaign_id }) => campaign_id === id);
  const length = delivered === null ? 0 : wholeDaysSince(delivered.day, today);
  const sinceDelivery = delivered === null ? [] : daysSince(ofMailing, delivered.day);
  const days = firstDays(sinceDelivery, length);
  const before = sinceDelivery.filter(({ day }) => day < 0);
  const total = callsOf(ofMailing);
  return {
    deliveryDay: delivered?.day ?? null,
    deliveryDayFrom: delivered?.from ?? null,
    days,
    calls: total,
    callsBefore: callsOf(before),
    callsAfter: total - callsOf(before) - callsOf(days),
    opportunity: ofMailing.reduce((sum, { opportunity }) => sum + opportunity, 0),
    quantity,
    earlier: earlier.map((other) => ({
      id: other.id,
      title: mailingTitle({ name: other.name, orderNumber: other.order_number, label: other.label }),
      deliveryDay: other.delivery_day,
      quantity: other.quantity,
      calls: firstDays(
        daysSince(
          counts.filter(({ campaign_id }) => campaign_id === other.id),
          other.delivery_day,
        ),
        length,
      ).map(({ calls }) => calls),
    })),
    half: delivered === null ? null : halfOfCalls(sinceDelivery, length),
    bestCall,
  };
}

interface EarlierRecord {
  id: string;
  name: string;
  order_number: string;
  label: string | null;
  quantity: number | null;
  delivery_day: string;
}

/** Latest mailings of the same account and type that were delivered before a day. One without calls was hardly tracked, and is left out. */
async function readEarlierMailings(
  database: Queryable,
  { id, account_id, campaign_type }: ToldMailing,
  day: string,
): Promise<EarlierRecord[]> {
  const [, withCalls] = deliveredStatuses;
  const { rows } = await sql<EarlierRecord>`
    select campaigns.id, coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.name as order_number,
      campaigns.label, campaigns.quantity, to_char(${countedFrom}, 'YYYY-MM-DD') as delivery_day
    from campaigns
    where campaigns.account_id = ${account_id} and campaigns.campaign_type = ${campaign_type} and campaigns.id <> ${id}
      and not campaigns.deleted and ${countedFrom} < cast(${day} as date) and ${statusOfMailing} = ${withCalls}
    order by ${countedFrom} desc, campaigns.id limit ${maxEarlierMailings}`.execute(database);
  return rows;
}

interface DayCounts {
  campaign_id: string;
  /** Days since January 1, 1970 */
  day: number;
  calls: number;
  opportunity: number;
}

/** Ignores the scope's dates. */
async function readCountsByDay(
  database: Queryable,
  scope: CheckedScope,
  accountId: string,
): Promise<DayCounts[]> {
  // campaigns belong to the account itself, not to its sub-accounts
  const { rows } = await sql<DayCounts>`
    select calls.campaign_id, ${dayOfCall(scope)} as day, cast(count(*) as integer) as calls,
      cast(count(*) filter (where ${callTerms.opportunity}) as integer) as opportunity
    from calls where calls.account_id = ${accountId} and ${callInAccounts(scope)}
    group by 1, 2`.execute(database);
  return rows;
}

const aDay = duration.days(1);

/** Negative before the delivery. */
const daysSince = (counts: readonly DayCounts[], delivered: string) =>
  counts.map(({ day, calls, opportunity }) => ({
    day: day - Date.parse(delivered) / aDay,
    calls,
    opportunity,
  }));

/** Includes days without calls. */
function firstDays(counts: readonly { day: number; calls: number; opportunity: number }[], length: number) {
  const byDay = new Map(counts.map((count) => [count.day, count]));
  return Array.from({ length }, (_, day) => {
    const { calls = 0, opportunity = 0 } = byDay.get(day) ?? {};
    return { calls, opportunity };
  });
}

const callsOf = (counts: readonly { calls: number }[]) => counts.reduce((sum, { calls }) => sum + calls, 0);

interface BestCallRecord {
  id: string;
  booked: boolean;
  good_impression: boolean | null;
  talk_seconds: number;
  at: Date;
}

/** Null if no call qualifies. */
async function readBestCall(
  database: Queryable,
  scope: CheckedScope,
  accountId: string,
): Promise<MailingStory['bestCall']> {
  const { rows } = await sql<BestCallRecord>`
    select calls.id, ${callTerms.appointment} as booked, calls.good_impression,
      greatest(0, calls.duration_seconds - coalesce(calls.hold_seconds, 0)) as talk_seconds, calls.call_date_time as at
    from calls
    join recordings on recordings.account_id = calls.account_id and recordings.key = calls.audio
    where calls.account_id = ${accountId} and ${callInAccounts(scope)} and ${callTerms.answered}
      and (${callTerms.opportunity} or ${callTerms.appointment})`.execute(database);
  const best = bestCallOf(
    rows.map(
      ({ id, booked, good_impression, talk_seconds, at }): BestCallFacts => ({
        id,
        booked,
        goodImpression: good_impression,
        talkSeconds: talk_seconds,
        at: at.getTime(),
      }),
    ),
  );
  if (!best) return null;
  const { rows: found } = await sql<CallRowRecord & { audio_peaks: number[] | null }>`
    select ${callRowColumns},
      (select recordings.peaks from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio) as audio_peaks
    from ${callRowTables}
    where calls.account_id = ${accountId} and calls.id = ${best.call.id} and not calls.deleted`.execute(
    database,
  );
  const [row] = found;
  if (!row) return null;
  const { booked, goodImpression } = best.call;
  return {
    ...presentCallRow(row),
    audioPeaks: row.audio_peaks,
    booked,
    goodImpression,
    among: best.among,
  };
}
