import { minutes } from '@mailcall/contract/time/durations.ts';
import { daysAfter } from '@mailcall/contract/time/office-time.ts';
import { sql } from 'kysely';
import { fixedClock } from '../../platform/clock.ts';
import { openOutbox } from '../outbox/index.ts';
import { beginAt } from './progress.ts';
import { burstWindow } from './collect.ts';
import { lastDailyDay, nextDueAt } from './digest-days.ts';
import { sendDueDigests, sendKeptAlerts, lookAtAccount } from './pipeline.ts';
import type { AlertDependencies } from './account.ts';

const scoringTime = minutes(3);

interface PastAccount {
  id: string;
  timeZone: string;
  version: string;
}

async function timesOf(
  { database }: Pick<AlertDependencies, 'database'>,
  { id, timeZone }: PastAccount,
  { from, to }: { from: Date; to: Date },
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select distinct call_date_time as at from calls
    where account_id = ${id} and call_date_time > ${from} and call_date_time <= ${to} and not deleted`.execute(
    database.kysely,
  );
  const times = rows.flatMap(({ at }) => {
    const scored = at.getTime() + scoringTime;
    return [new Date(scored), new Date(scored + burstWindow)];
  });
  for (let day = lastDailyDay(from, timeZone); nextDueAt(day, timeZone) <= to; day = daysAfter(day, 1))
    times.push(nextDueAt(day, timeZone));
  times.sort((one, other) => one.getTime() - other.getTime());
  return [...times.filter((at) => at < to), to];
}

/** Writes alerts of past days as already sent, so that a demo starts with a history. */
export async function writePastAlerts(
  dependencies: Omit<AlertDependencies, 'outbox'> &
    Pick<Parameters<typeof openOutbox>[0], 'provider' | 'environment'>,
  { accountIds, from, to }: { accountIds: readonly string[]; from: Date; to: Date },
): Promise<void> {
  const { database } = dependencies;
  const clock = fixedClock(from);
  const environment = {
    ...dependencies.environment,
    smtpUrl: undefined,
    smsUrl: undefined,
    mailFrom: undefined,
  };
  const outbox = openOutbox({ ...dependencies, clock, environment });
  const then: AlertDependencies = { ...dependencies, clock, outbox };
  const accounts = await database.transaction(async (transaction) => {
    for (const table of ['alert_progress', 'alert_events'] as const)
      await sql`delete from ${sql.table(table)} where account_id = any(${[...accountIds]})`.execute(
        transaction,
      );
    const { rows } = await sql<PastAccount>`
      select accounts.id, accounts.time_zone as "timeZone", coalesce(account_version.version, 0)::text as version
      from accounts left join account_version on account_version.account_id = accounts.id
      where accounts.id = any(${[...accountIds]})`.execute(transaction);
    await beginAt(transaction, rows, { now: to, at: from });
    return rows;
  });
  const times = await Promise.all(
    accounts.map(async (account) =>
      (await timesOf(dependencies, account, { from, to })).map((at) => ({ at, id: account.id })),
    ),
  );
  let keptUntil = from;
  for (const { at, id } of times.flat().sort((one, other) => one.at.getTime() - other.at.getTime())) {
    clock.set(at);
    const calls = { after: from, until: at < to ? new Date(at.getTime() - scoringTime) : to };
    await database.transaction(async (transaction) => {
      await lookAtAccount(transaction, then, id, { now: at, calls: () => calls });
      await sendDueDigests(transaction, then, id, at);
    });
    if (at > keptUntil) await sendKeptAlerts(then, at);
    keptUntil = at;
  }
  await sql`
    update outbox set expires_at = written_at
    where id in (select outbox_id from alerts where account_id = any(${[...accountIds]}))`.execute(
    database.kysely,
  );
  await sql`
    update alerts set sent_at = queued_at where account_id = any(${[...accountIds]})`.execute(
    database.kysely,
  );
}
