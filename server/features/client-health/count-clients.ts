import {
  type ClientFigures,
  clientNeeds,
  healthDays,
  silentMailingDays,
} from '@mailcall/contract/rules/client-health.ts';
import { deliveredStatuses } from '@mailcall/contract/rules/mailing.ts';
import { days, minutes } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { onSnapshot } from '../../platform/transactions.ts';
import { countOverdueCallers } from '../callbacks/index.ts';
import { deskChanged } from '../changes/index.ts';
import { callTerms } from '../figures/index.ts';
import { deliveryDay, readGroupOf, stepOfMailing } from '../scope/index.ts';

type CountDependencies = Pick<Dependencies, 'database' | 'clock'> & {
  environment: Pick<Environment, 'callbackTarget' | 'identityIssuer'>;
};

const countInterval = minutes(15);

/** Offices per transaction. */
const batchSize = 200;

/** People who sign in at an outside issuer leave no sign-ins here. */
export const knowsSignIns = ({ identityIssuer }: Pick<Environment, 'identityIssuer'>): boolean =>
  identityIssuer === undefined;

interface Office {
  id: string;
  /** The office and the groups above it, whose people are its people, too. */
  withGroups: string[];
}

async function readOffices(database: Queryable): Promise<Office[]> {
  const { rows } = await sql<{ id: string; parentId: string | null }>`
    select id, parent_id as "parentId" from accounts where not deleted order by id`.execute(database);
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  return rows.map(({ id }) => {
    const withGroups = new Set<string>();
    for (
      let next: string | null = id;
      next !== null && !withGroups.has(next);
      next = parents.get(next) ?? null
    )
      withGroups.add(next);
    return { id, withGroups: [...withGroups] };
  });
}

type CallsRow = Record<`${'calls' | 'unscored' | 'missed' | 'opportunities'}${'' | 'Before'}`, number> & {
  accountId: string;
};

const noCalls = {
  calls: 0,
  unscored: 0,
  missed: 0,
  opportunities: 0,
  callsBefore: 0,
  unscoredBefore: 0,
  missedBefore: 0,
  opportunitiesBefore: 0,
};

async function countCalls(database: Queryable, ids: readonly string[], now: Date) {
  const recentFrom = new Date(now.getTime() - days(healthDays.recent));
  const recent = sql`calls.call_date_time >= ${recentFrom}::timestamptz`;
  const before = sql`calls.call_date_time < ${recentFrom}::timestamptz`;
  const count = (...terms: unknown[]) =>
    sql<number>`cast(count(*) filter (where ${sql.join(terms, sql` and `)}) as integer)`;
  const { unscored, missed, opportunity } = callTerms;
  const { rows } = await sql<CallsRow>`
    select calls.account_id as "accountId",
      ${count(recent)} as calls, ${count(recent, unscored)} as unscored, ${count(recent, missed)} as missed,
      ${count(recent, opportunity)} as opportunities, ${count(before)} as "callsBefore",
      ${count(before, unscored)} as "unscoredBefore", ${count(before, missed)} as "missedBefore",
      ${count(before, opportunity)} as "opportunitiesBefore"
    from calls where calls.account_id = any(${[...ids]}::text[]) and not calls.deleted
      and calls.call_date_time >= ${new Date(recentFrom.getTime() - days(healthDays.before))}::timestamptz
      and calls.call_date_time < ${now}::timestamptz
    group by calls.account_id`.execute(database);
  return new Map(rows.map((row) => [row.accountId, row]));
}

const counts = (rows: readonly { accountId: string; count: number }[]): ReadonlyMap<string, number> =>
  rows.reduce(
    (sums, { accountId, count }) => sums.set(accountId, (sums.get(accountId) ?? 0) + count),
    new Map<string, number>(),
  );

async function countSilentMailings(database: Queryable, ids: readonly string[], now: Date) {
  const day = sql`coalesce(${deliveryDay}, campaigns.delivery_week)`;
  const today = now.toISOString().slice(0, 10);
  const groupOf = await readGroupOf(database);
  const { rows } = await sql<{ accountId: string; count: number; type: string }>`
    select campaigns.account_id as "accountId", campaigns.campaign_type as type, cast(count(*) as integer) as count
    from campaigns where campaigns.account_id = any(${[...ids]}::text[]) and not campaigns.deleted
      and ${day} >= cast(${today} as date) - ${sql.lit(silentMailingDays.to)}
      and ${day} <= cast(${today} as date) - ${sql.lit(silentMailingDays.from)}
      and ${stepOfMailing} = any(${[...deliveredStatuses]}::text[])
      and not exists (
        select 1 from calls where calls.account_id = campaigns.account_id and calls.campaign_id = campaigns.id
          and not calls.deleted and calls.local_day >= ${day})
    group by campaigns.account_id, campaigns.campaign_type`.execute(database);
  return counts(rows.filter(({ type }) => groupOf(type) !== 'non-mailing'));
}

async function countOpenDisputes(database: Queryable, ids: readonly string[]) {
  const { rows } = await sql<{ accountId: string; count: number }>`
    select account_id as "accountId", cast(count(*) as integer) as count from score_disputes
    where account_id = any(${[...ids]}::text[]) and state = 'open' group by account_id`.execute(database);
  return counts(rows);
}

async function readLastSignIns(
  database: Queryable,
  condition: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ accountId: string; at: Date }>`
    select account_id as "accountId", max(happened_at) as at from access_log
    where ${condition} and subject_kind = 'session' and action = 'sign in'
    group by account_id`.execute(database);
  return new Map(rows.map(({ accountId, at }) => [accountId, at.getTime()]));
}

const lastSignInOf = ({ withGroups }: Office, signIns: ReadonlyMap<string, number>): number | null => {
  const times = withGroups.flatMap((group) => signIns.get(group) ?? []);
  return times.length > 0 ? Math.max(...times) : null;
};

/** Sign-ins since then, by the office that they are of. */
export async function readSignInsSince(database: Queryable, since: Date): Promise<Map<string, number>> {
  const signIns = await readLastSignIns(database, sql`happened_at > ${since}::timestamptz`);
  if (signIns.size === 0) return signIns;
  const offices = await readOffices(database);
  return new Map(
    offices.flatMap((office) => {
      const at = lastSignInOf(office, signIns);
      return at === null ? [] : [[office.id, at] as const];
    }),
  );
}

async function readFirstCounts(database: Queryable, ids: readonly string[]) {
  const { rows } = await sql<{ accountId: string; at: Date | null }>`
    select account_id as "accountId", first_counted_at as at from client_health
    where account_id = any(${[...ids]}::text[])`.execute(database);
  return new Map(rows.map(({ accountId, at }) => [accountId, at?.getTime() ?? null]));
}

interface CountedOffice {
  accountId: string;
  points: number;
  figures: ClientFigures;
}

async function countOffices(
  snapshot: Queryable,
  offices: readonly Office[],
  { environment, now }: Pick<CountDependencies, 'environment'> & { now: Date },
): Promise<CountedOffice[]> {
  const ids = offices.map(({ id }) => id);
  const calls = await countCalls(snapshot, ids, now);
  const silent = await countSilentMailings(snapshot, ids, now);
  const disputes = await countOpenDisputes(snapshot, ids);
  const withGroups = [...new Set(offices.flatMap((office) => office.withGroups))];
  const signIns = await readLastSignIns(snapshot, sql`account_id = any(${withGroups}::text[])`);
  const firstCounts = await readFirstCounts(snapshot, ids);
  const overdue = await countOverdueCallers(snapshot, ids, { now, target: environment.callbackTarget });
  const context = { now: now.getTime(), signInsKnown: knowsSignIns(environment) };
  return offices.map((office) => {
    const { id } = office;
    const firstCounted = firstCounts.get(id);
    const {
      accountId: _,
      callsBefore,
      unscoredBefore,
      missedBefore,
      opportunitiesBefore,
      ...recent
    } = calls.get(id) ?? { accountId: id, ...noCalls };
    const figures: ClientFigures = {
      lastSignIn: lastSignInOf(office, signIns),
      firstCounted: firstCounted === undefined ? now.getTime() : firstCounted,
      overdueCallbacks: overdue.get(id) ?? 0,
      recent,
      before: {
        calls: callsBefore,
        unscored: unscoredBefore,
        missed: missedBefore,
        opportunities: opportunitiesBefore,
      },
      silentMailings: silent.get(id) ?? 0,
      openDisputes: disputes.get(id) ?? 0,
    };
    return { accountId: id, points: clientNeeds(figures, context).points, figures };
  });
}

const isoOf = (time: number | null) => (time === null ? null : new Date(time).toISOString());

async function store(database: Queryable, offices: readonly CountedOffice[], now: Date): Promise<void> {
  const rows = offices.map(({ accountId, points, figures: { recent, before, ...figures } }) => ({
    account_id: accountId,
    points,
    first_counted_at: isoOf(figures.firstCounted),
    last_sign_in_at: isoOf(figures.lastSignIn),
    overdue_callbacks: figures.overdueCallbacks,
    calls: recent.calls,
    unscored: recent.unscored,
    missed: recent.missed,
    opportunities: recent.opportunities,
    calls_before: before.calls,
    unscored_before: before.unscored,
    missed_before: before.missed,
    opportunities_before: before.opportunities,
    silent_mailings: figures.silentMailings,
    open_disputes: figures.openDisputes,
    counted_at: now.toISOString(),
  }));
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const updates = sql.join(
    names
      .filter((name) => name !== 'account_id')
      .map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  );
  await sql`
    insert into client_health (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as counted (
      account_id text, points integer, first_counted_at timestamptz, last_sign_in_at timestamptz, overdue_callbacks integer, calls integer, unscored integer,
      missed integer, opportunities integer, calls_before integer, unscored_before integer, missed_before integer,
      opportunities_before integer, silent_mailings integer, open_disputes integer, counted_at timestamptz)
    on conflict (account_id) do update set ${updates}`.execute(database);
}

/** Counts offices whose figures are older than `age` milliseconds, in one process at a time. Returns how many. */
export async function countClients(
  { database, clock, environment }: CountDependencies,
  { age = countInterval, stopped }: { age?: number; stopped?: AbortSignal } = {},
): Promise<number> {
  const counted = await database.exclusivelyIfFree('client health', async () => {
    const begin = clock.now();
    const { rows: fresh } = await sql<{ id: string }>`
      select account_id as id from client_health where counted_at > ${new Date(begin.getTime() - age)}`.execute(
      database.kysely,
    );
    const isFresh = new Set(fresh.map(({ id }) => id));
    const due = (await readOffices(database.kysely)).filter(({ id }) => !isFresh.has(id));
    for (let at = 0; at < due.length; at += batchSize) {
      if (stopped?.aborted) break;
      const now = clock.now();
      const offices = await onSnapshot(database.kysely, (snapshot) =>
        countOffices(snapshot, due.slice(at, at + batchSize), { environment, now }),
      );
      await store(database.kysely, offices, now);
    }
    if (due.length > 0) await deskChanged(database.kysely, 'client-health', null);
    return due.length;
  });
  return counted ?? 0;
}
