import type { ProposalKind, SkipReason } from '@mailcall/contract/scoring.ts';
import { officeMinutes } from '@mailcall/contract/rules/office-hours.ts';
import { days, hours, minutes } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { teamAccounts } from '../team/index.ts';
import { proposed } from './proposals.ts';
import { callsToScore, type DeskOptions, isOfCall, waits } from './waiting-calls.ts';

const ages = [1, 4, 24, 72] as const;

/** Calls before this time are late: the provider's opening hours since then exceed the target. */
export function lateBefore({ provider, now }: Pick<DeskOptions, 'provider' | 'now'>): Date {
  const target = provider.scoringTarget * 60;
  const officeHours = { ...provider.hours, holidays: new Set<string>() };
  // a week at most is closed in a row; the bounds are then halved to the minute
  let [early, late] = [now.getTime() - days(8) - hours(provider.scoringTarget) * 24, now.getTime()];
  while (late - early > minutes(1)) {
    const middle = (early + late) / 2;
    if (officeMinutes(middle, now.getTime(), officeHours) >= target) early = middle;
    else late = middle;
  }
  return new Date(early);
}

interface AccountBacklog {
  accountId: string;
  accountName: string;
  waiting: number;
  late: number;
  oldest: Date;
}

export interface Backlog {
  byAccount: AccountBacklog[];
  byAge: { upToHours: number | null; calls: number }[];
  inWork: number;
  proposals: { kind: ProposalKind; calls: number }[];
  skipped: { reason: SkipReason; calls: number }[];
}

export async function readBacklog(database: Queryable, options: DeskOptions): Promise<Backlog> {
  const { now } = options;
  const bounds = ages.map((age) => new Date(now.getTime() - hours(age)));
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`;
  const { rows } = await sql<
    Omit<AccountBacklog, 'accountName'> & { ages: number[]; taken: number; proposed: number[] }
  >`
    select calls.account_id as "accountId", count(*)::int as waiting, min(calls.since) as oldest,
      ${count(sql`calls.since < ${lateBefore(options)}`)} as late,
      array[${sql.join(bounds.map((bound) => count(sql`calls.since >= ${bound}`)))}] as ages,
      ${count(sql`exists (select 1 from score_claims claim where ${isOfCall('claim')} and claim.purpose = calls.purpose
        and claim.expires_at > ${now})`)} as taken,
      array[${sql.join(
        Object.values(proposed(options)).map((condition) =>
          count(sql`calls.purpose = 'score' and ${condition}`),
        ),
      )}] as proposed
    from ${callsToScore(options)} group by calls.account_id`.execute(database);
  const skips = await sql<{ reason: SkipReason; calls: number }>`
    select skip.reason, count(distinct calls.id)::int as calls
    from calls join score_skips skip on ${isOfCall('skip')} and (skip.until is null or skip.until > ${now})
    where ${waits(options)} group by skip.reason order by skip.reason`.execute(database);
  const names = await sql<{ id: string; name: string }>`
    select id, name from accounts where id = any(${rows.map(({ accountId }) => accountId)}::text[])`.execute(
    database,
  );
  const nameOf = new Map(names.rows.map(({ id, name }) => [id, name]));
  const sum = (value: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  const within = ages.map((_, place) => sum((row) => row.ages[place] ?? 0));
  const all = sum(({ waiting }) => waiting);
  return {
    byAccount: rows
      .map(({ accountId, waiting, late, oldest }) => ({
        accountId,
        accountName: nameOf.get(accountId) ?? accountId,
        waiting,
        late,
        oldest,
      }))
      .sort((one, other) => one.oldest.getTime() - other.oldest.getTime()),
    byAge: [
      ...ages.map((age, place) => ({
        upToHours: age,
        calls: (within[place] ?? 0) - (within[place - 1] ?? 0),
      })),
      { upToHours: null, calls: all - (within.at(-1) ?? 0) },
    ],
    inWork: sum(({ taken }) => taken),
    proposals: (Object.keys(proposed(options)) as ProposalKind[]).map((kind, place) => ({
      kind,
      calls: sum((row) => row.proposed[place] ?? 0),
    })),
    skipped: skips.rows,
  };
}

/** Since midnight in the provider's zone, second scores included. */
export async function countScoredToday(
  database: Queryable,
  { viewer, provider, now }: DeskOptions,
): Promise<{ all: number; mine: number }> {
  const midnight = sql`date_trunc('day', ${now}::timestamptz, ${provider.hours.timeZone})`;
  const { rows } = await sql<{ all: number; mine: number }>`
    select count(*)::int as all, count(*) filter (where contact_id = ${viewer.contactId})::int as mine
    from (
      select version.contact_id from score_versions version
      where version.reason = 'scored' and version.made_at >= ${midnight} and ${teamAccounts(viewer, 'version.account_id')}
        and not exists (select 1 from score_versions undone
          where undone.account_id = version.account_id and undone.call_id = version.call_id
            and undone.number = version.number + 1 and undone.reason = 'undone')
      union all
      select second_contact_id from score_second_passes pass
      where second_at >= ${midnight} and ${teamAccounts(viewer, 'pass.account_id')}) saved`.execute(database);
  return rows[0] ?? { all: 0, mine: 0 };
}
