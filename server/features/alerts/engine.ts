import { randomUUID } from 'node:crypto';
import { days, minutes, seconds } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { noImportRuns } from '../../platform/import-lock.ts';
import { RepeatedWork } from '../../platform/intervals.ts';
import { notePending, beginAlerts } from './progress.ts';
import { burstWindow } from './collect.ts';
import { callLifetime } from './detect.ts';
import { sendDueDigests, sendKeptAlerts, lookAtAccount } from './pipeline.ts';
import type { AlertDependencies } from './account.ts';

/** Milliseconds; an alert must be sent within a minute. */
const defaultInterval = seconds(20);

/** Milliseconds of each look for daily and weekly messages, which must not delay real-time alerts. */
const digestTime = 20_000;

/** After a longer break between looks, older calls are looked at too. */
const outage = minutes(10);
/** Longest outage to make up for, in milliseconds. */
const longestOutage = days(7);

/** Next daily messages are due sooner in any time zone; a later due time comes from a wrong clock. */
const furthestDue = days(3);

const digestIsDue = (now: Date) =>
  sql`(next_due_at <= ${now} or next_due_at > ${new Date(now.getTime() + furthestDue)})`;

interface DueWork {
  changed: string[];
  digestsAreDue: boolean;
  keptAreDue: boolean;
  /** Last look of any process; null before the first. */
  lastLookAt: Date | null;
}

export function callsAfter(lastLookAt: Date | null, now: Date): Date {
  const missed = lastLookAt === null ? 0 : now.getTime() - lastLookAt.getTime();
  return new Date(now.getTime() - callLifetime - (missed > outage ? Math.min(missed, longestOutage) : 0));
}

/** Runs in every process that does jobs; these share the accounts. */
export class AlertEngine {
  readonly #dependencies: AlertDependencies;
  readonly #worker = randomUUID();
  readonly #looking: RepeatedWork;
  #hasBegun = false;

  constructor(dependencies: AlertDependencies, options: { interval?: number } = {}) {
    this.#dependencies = dependencies;
    this.#looking = new RepeatedWork(
      () => this.#beginAndLook(),
      options.interval ?? defaultInterval,
      (error) => dependencies.log.error({ err: error }, 'looking for alerts failed'),
    );
  }

  /** Does not wait for the first look, because startup has other work. */
  start(): void {
    this.#looking.start();
    this.#looking.runNow();
  }

  async #beginAndLook(): Promise<void> {
    if (!this.#hasBegun)
      try {
        await this.#begin();
        this.#hasBegun = true;
      } catch (error) {
        this.#dependencies.log.error({ err: error }, 'beginning with the alerts of new accounts failed');
      }
    await this.look();
  }

  #begin(): Promise<void> {
    const { database, clock } = this.#dependencies;
    return beginAlerts((work) => database.transaction(work), clock.now());
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }

  async look(): Promise<void> {
    const now = this.#dependencies.clock.now();
    const { changed, digestsAreDue, keptAreDue, lastLookAt } = await this.#due(now);
    if (keptAreDue) await sendKeptAlerts(this.#dependencies, now);
    await this.#lookAtChanged(changed, now, lastLookAt);
    if (digestsAreDue || changed.length > 0) await this.#writeDigests(now);
    if (!this.#looking.isStopped) await this.#recordLook(now);
  }

  /** A failing account makes up for it later and does not delay others. */
  async #lookAtChanged(accountIds: readonly string[], now: Date, lastLookAt: Date | null): Promise<void> {
    const { database, log } = this.#dependencies;
    const calls = (pendingSince: Date | null) => ({
      after: callsAfter(pendingSince ?? lastLookAt, now),
      until: null,
    });
    for (const accountId of accountIds) {
      if (this.#looking.isStopped) return;
      try {
        await database.transaction((transaction) =>
          lookAtAccount(transaction, this.#dependencies, accountId, { now, calls }),
        );
      } catch (error) {
        log.error({ err: error, account: accountId }, 'the alerts of an account failed');
        await notePending(database.kysely, accountId, lastLookAt ?? now);
      }
    }
  }

  /** Works account by account; the next look continues. */
  async #writeDigests(now: Date): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    const begun = clock.now().getTime();
    const { rows } = await sql<{ accountId: string }>`
      select account_id as "accountId" from alert_progress where ${digestIsDue(now)}
      order by random()`.execute(database.kysely);
    for (const { accountId } of rows) {
      if (this.#looking.isStopped || clock.now().getTime() - begun > digestTime) return;
      try {
        await database.transaction((transaction) =>
          sendDueDigests(transaction, this.#dependencies, accountId, now),
        );
      } catch (error) {
        log.error({ err: error, account: accountId }, 'the daily and weekly alerts of an account failed');
      }
    }
  }

  async #due(now: Date): Promise<DueWork> {
    const { rows } = await sql<DueWork>`
      with imports as materialized (select not ${noImportRuns} as are_running)
      select (select checked_at from alert_heartbeat) as "lastLookAt",
        exists (
          select 1 from alerts where outbox_id is null and canceled_at is null
            and (created_at <= ${new Date(now.getTime() - burstWindow)}
              or created_at >= ${new Date(now.getTime() + burstWindow)})) as "keptAreDue",
        exists (select 1 from alert_progress where ${digestIsDue(now)}) as "digestsAreDue",
        coalesce((
          select array_agg(account_id order by md5(account_id || ${this.#worker}))
          from alert_progress join account_version using (account_id) cross join imports
          where account_version.version > case
            when not are_running then first_version
            when has_calls then seen_version
            else account_version.version end), '{}') as changed`.execute(this.#dependencies.database.kysely);
    return rows[0] ?? { changed: [], digestsAreDue: false, keptAreDue: false, lastLookAt: null };
  }

  /** Records every look, because an older time would turn a short break into an outage. */
  async #recordLook(now: Date): Promise<void> {
    await sql`
      insert into alert_heartbeat (checked_at) values (${now})
      on conflict (id) do update set checked_at = excluded.checked_at
      where alert_heartbeat.checked_at not between excluded.checked_at
        and excluded.checked_at + ${outage}::double precision * interval '1 millisecond'`.execute(
      this.#dependencies.database.kysely,
    );
  }
}
