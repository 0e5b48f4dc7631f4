import type { ScoreDispute, TeamDispute } from '@mailcall/contract/score-disputes.ts';
import type { DisputedField, DisputeState } from '@mailcall/contract/rules/score-disputes.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { isBlindFor } from '../scoring/index.ts';
import { teamAccounts } from '../team/index.ts';

export const noDispute = () => notFound('There is no such dispute.');

export interface StoredDispute {
  accountId: string;
  id: string;
  callId: string;
  field: DisputedField;
  state: DisputeState;
  contactId: string;
  atSecond: number | null;
  answeredAt: Date | null;
}

const storedColumns = sql`dispute.account_id as "accountId", dispute.id, dispute.call_id as "callId", dispute.field, dispute.state,
  dispute.contact_id as "contactId", dispute.at_second as "atSecond", dispute.answered_at as "answeredAt"`;

/** Lock it before the call, as retention does. @throws {Problem} 404 */
export async function lockDispute(
  transaction: Queryable,
  condition: RawBuilder<unknown>,
): Promise<StoredDispute> {
  const { rows } = await sql<StoredDispute>`
    select ${storedColumns} from score_disputes dispute where ${condition} for update`.execute(transaction);
  const [dispute] = rows;
  if (!dispute) throw noDispute();
  return dispute;
}

export const ofTeam = (viewer: Viewer, id: string) =>
  sql`dispute.id = ${id}::uuid and ${teamAccounts(viewer, 'dispute.account_id')}`;

type Times = 'openedAt' | 'decidedAt' | 'withdrawnAt' | 'answeredAt';
type DisputeRow = Omit<ScoreDispute, Times> & { openedAt: Date } & Record<
    Exclude<Times, 'openedAt'>,
    Date | null
  >;

/** `decided`: the decider's name for the reader. */
const shownColumns = (decided: RawBuilder<unknown>) => sql`
  dispute.id, dispute.call_id as "callId", dispute.field, dispute.shown, dispute.wanted, dispute.reason,
  dispute.at_second as "atSecond", dispute.state, dispute.opened_at as "openedAt",
  coalesce(opener.name, 'A person who was removed') as "openedBy", ${decided} as "decidedBy", dispute.decided_at as "decidedAt",
  dispute.decision, dispute.withdrawn_at as "withdrawnAt", dispute.answer, answerer.name as "answeredBy",
  dispute.answered_at as "answeredAt"`;
const contacts = sql`
  left join contacts opener on opener.id = dispute.contact_id
  left join contacts decider on decider.id = dispute.decided_by_id
  left join contacts answerer on answerer.id = dispute.answered_by_id`;

const present = <Row extends DisputeRow>({ openedAt, decidedAt, withdrawnAt, answeredAt, ...row }: Row) => ({
  ...row,
  openedAt: openedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
  answeredAt: answeredAt?.toISOString() ?? null,
});

interface OfCall {
  accountId: string;
  callId: string;
}

export async function readDisputes(
  database: Queryable,
  { accountId, callId }: OfCall,
): Promise<ScoreDispute[]> {
  const { rows } = await sql<DisputeRow>`
    select ${shownColumns(sql`dispute.decided_as`)} from score_disputes dispute ${contacts}
    where dispute.account_id = ${accountId} and dispute.call_id = ${callId}
    order by dispute.opened_at desc, dispute.id limit 200`.execute(database);
  return rows.map(present);
}

/** @throws {Problem} 404 */
export async function readDispute(
  database: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<ScoreDispute> {
  const { rows } = await sql<DisputeRow>`
    select ${shownColumns(sql`dispute.decided_as`)} from score_disputes dispute ${contacts}
    where dispute.account_id = ${accountId} and dispute.id = ${id}::uuid`.execute(database);
  const [row] = rows;
  if (!row) throw noDispute();
  return present(row);
}

type TeamRow = DisputeRow &
  Pick<TeamDispute, 'accountId' | 'accountName' | 'timeZone' | 'callDuration'> & { callDateTime: Date };

/** Leaves out removed calls and calls without personal data. */
export async function readTeamDisputes(
  database: Queryable,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`dispute.opened_at`,
): Promise<TeamDispute[]> {
  const { rows } = await sql<TeamRow>`
    select ${shownColumns(sql`decider.name`)}, dispute.account_id as "accountId", accounts.name as "accountName",
      accounts.time_zone as "timeZone", calls.call_date_time as "callDateTime", calls.duration_seconds as "callDuration"
    from score_disputes dispute
    join calls on calls.account_id = dispute.account_id and calls.id = dispute.call_id
      and not calls.deleted and not calls.personal_data_removed
    join accounts on accounts.id = dispute.account_id ${contacts}
    where ${condition} order by ${order}, dispute.id limit 200`.execute(database);
  return rows.map((row) => ({ ...present(row), callDateTime: row.callDateTime.toISOString() }));
}

/** Waiting rows, for the inbox. */
export const openDisputes = (viewer: Viewer, now: Date): RawBuilder<unknown> => sql`
  select dispute.id::text as id, dispute.account_id, dispute.opened_at as since, dispute.field as subject, opener.name as person,
    null::int as count, dispute.reason as detail, 'dispute' as opens, dispute.id::text as opens_id
  from score_disputes dispute
  join calls on calls.account_id = dispute.account_id and calls.id = dispute.call_id
    and not calls.deleted and not calls.personal_data_removed
  left join contacts opener on opener.id = dispute.contact_id
  where dispute.state = 'open' and ${teamAccounts(viewer, 'dispute.account_id')} and not ${isBlindFor(viewer, now)}`;

/** Most disputed first; without withdrawn disputes. */
export async function readDisputedFields(
  database: Queryable,
  viewer: Viewer,
  since: Date,
): Promise<DisputeFigures['byField']> {
  const { rows } = await sql<DisputeFigures['byField'][number]>`
    select dispute.field, count(*)::int as disputes, count(*) filter (where dispute.state = 'accepted')::int as accepted,
      count(*) filter (where dispute.state = 'declined')::int as declined
    from score_disputes dispute
    where ${teamAccounts(viewer, 'dispute.account_id')} and dispute.opened_at > ${since} and dispute.state <> 'withdrawn'
    group by dispute.field order by 2 desc, 1`.execute(database);
  return rows;
}

const figureDays = 90;

export interface DisputeFigures {
  open: number;
  opened: number;
  accepted: number;
  declined: number;
  medianHours: number | null;
  byField: { field: DisputedField; disputes: number; accepted: number; declined: number }[];
}

const median = (sorted: readonly number[]): number | null => {
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

export async function readDisputeFigures(
  database: Queryable,
  viewer: Viewer,
  now: Date,
): Promise<DisputeFigures> {
  const since = new Date(now.getTime() - days(figureDays));
  const own = teamAccounts(viewer, 'dispute.account_id');
  const fields = await readDisputedFields(database, viewer, since);
  const { rows: times } = await sql<{ hours: number }>`
    select extract(epoch from dispute.decided_at - dispute.opened_at)::float8 / 3600 as hours
    from score_disputes dispute where ${own} and dispute.decided_at > ${since}
    order by 1 limit 100000`.execute(database);
  const { rows: counts } = await sql<{ open: number }>`
    select count(*)::int as open from score_disputes dispute
    join calls on calls.account_id = dispute.account_id and calls.id = dispute.call_id
      and not calls.deleted and not calls.personal_data_removed
    where ${own} and dispute.state = 'open'`.execute(database);
  const sum = (name: 'disputes' | 'accepted' | 'declined') =>
    fields.reduce((total, row) => total + row[name], 0);
  return {
    open: counts[0]?.open ?? 0,
    opened: sum('disputes'),
    accepted: sum('accepted'),
    declined: sum('declined'),
    medianHours: median(times.map(({ hours }) => hours)),
    byField: fields,
  };
}
