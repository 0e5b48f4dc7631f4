import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { listQueues } from './queues.ts';

interface OtherValues {
  alertsCheckedAt: Date | null;
  sentMessages: { channel: string; count: number }[];
  reportedCalls: number;
  connectionEvents: { connection: string; state: string; count: number }[];
  pausedWebhooks: number;
}

interface LastRun {
  command: string;
  startedAt: Date;
  finishedAt: Date;
  counts: Record<string, number>;
}

const seconds = (instant: Date) => instant.getTime() / 1000;

/** Days for which a reported call is tried and kept. */
const reportedDays = 8;

async function readValues(database: Queryable, now: Date): Promise<OtherValues> {
  const since = new Date(now.getTime() - days(reportedDays));
  const { rows } = await sql<OtherValues>`
    select (select checked_at from alert_heartbeat) as "alertsCheckedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'count', count)), '[]')
        from (select channel, count(*)::int from outbox where sent_at is not null group by channel) sent) as "sentMessages",
      (select count(*)::int from twilio_calls where received_at > ${since} and parameters is not null) as "reportedCalls",
      (select coalesce(jsonb_agg(jsonb_build_object('connection', connection, 'state', state, 'count', count)), '[]') from (
        select connection, state, count(*)::int from (
          select connection, state from connection_calls where state in ('waiting', 'failed')
          union all select connection, 'parked' from connection_parked) events
        join connections on connections.name = connection where removed_at is null group by connection, state) counted) as "connectionEvents",
      (select count(*)::int from webhook_queues join webhooks on webhooks.id = webhook_id
        where paused_at is not null and removed_at is null) as "pausedWebhooks"`.execute(database);
  if (!rows[0]) throw new Error('A query without a table answered with no row.');
  return rows[0];
}

async function readLastRuns(database: Queryable): Promise<LastRun[]> {
  const { rows } = await sql<LastRun>`
    select distinct on (command) command, started_at as "startedAt", finished_at as "finishedAt", counts
    from command_runs order by command, finished_at desc`.execute(database);
  return rows;
}

/** The same in every process of the portal; none while the database does not answer. */
export class RecordMetrics {
  readonly registry = new Registry();
  readonly #jobs = this.#gauge('mailcall_jobs', 'Jobs by task and state.', ['task', 'state']);
  readonly #oldestJob = this.#gauge(
    'mailcall_jobs_oldest_waiting_seconds',
    'Age of the oldest job that waits, by task.',
    ['task'],
  );
  readonly #messages = this.#gauge(
    'mailcall_outbox_messages',
    'Mails and text messages of the last week, by channel and state.',
    ['channel', 'state'],
  );
  readonly #oldestMessage = this.#gauge(
    'mailcall_outbox_oldest_waiting_seconds',
    'Age of the oldest message that waits, by channel.',
    ['channel'],
  );
  readonly #imports = this.#gauge('mailcall_imports', 'Imports that run or wait for another one.', ['state']);
  readonly #changes = this.#gauge(
    'mailcall_portal_changes_unpublished',
    'Portal changes without a position.',
  );
  readonly #oldestChange = this.#gauge(
    'mailcall_portal_changes_oldest_unpublished_seconds',
    'Age of the oldest portal change without a position.',
  );
  readonly #webhookQueues = this.#gauge(
    'mailcall_webhook_queues',
    'Queues of webhooks, one for each webhook and account, by state.',
    ['state'],
  );
  readonly #oldestDelivery = this.#gauge(
    'mailcall_webhook_oldest_failing_seconds',
    'Time since the first attempt at the delivery that has failed for the longest time.',
  );
  readonly #reportedCalls = this.#gauge(
    'mailcall_reported_calls_not_imported',
    'Calls that a telephone service reported and that are not imported.',
  );
  readonly #connectionEvents = this.#gauge(
    'mailcall_connection_events',
    'Events of connected systems that wait, failed, or name nothing that is known.',
    ['connection', 'state'],
  );
  readonly #alertsChecked = this.#gauge(
    'mailcall_alerts_last_check_timestamp_seconds',
    'When a worker last looked for calls that alert.',
  );
  readonly #lastRun = this.#gauge(
    'mailcall_command_last_success_timestamp_seconds',
    'When a command last ended well: import of a folder, backup, retention.',
    ['command'],
  );
  readonly #lastDuration = this.#gauge(
    'mailcall_command_last_duration_seconds',
    'How long the last run of a command took.',
    ['command'],
  );
  readonly #lastRows = this.#gauge(
    'mailcall_import_last_rows',
    'Rows of the last import of a folder, by what became of them.',
    ['result'],
  );

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** Throws if the database does not answer: the values are then outdated. */
  async read(database: Queryable, clock: Clock): Promise<void> {
    const now = clock.now();
    const queues = await listQueues(database, now);
    const values = await readValues(database, now);
    const runs = await readLastRuns(database);
    // nothing waits from here on, so no other request finds the metrics half set
    this.registry.resetMetrics();
    const ageOf = (oldestAt: string | null) =>
      oldestAt === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldestAt)) / 1000);
    const delivering = { waiting: 0, running: 0, oldest: 0 };
    for (const { kind, name, waiting, running, failed, oldestAt } of queues) {
      const age = ageOf(oldestAt);
      if (kind === 'jobs') {
        for (const [state, count] of Object.entries({ waiting, running, failed }))
          this.#jobs.set({ task: name, state }, count);
        this.#oldestJob.set({ task: name }, age);
      } else if (kind === 'messages') {
        this.#messages.set({ channel: name, state: 'waiting' }, waiting);
        this.#messages.set({ channel: name, state: 'given up' }, failed);
        this.#oldestMessage.set({ channel: name }, age);
      } else if (kind === 'imports') {
        this.#imports.set({ state: 'running' }, running);
        this.#imports.set({ state: 'waiting' }, waiting);
      } else if (kind === 'portal changes') {
        this.#changes.set(waiting);
        this.#oldestChange.set(age);
      } else {
        delivering.waiting += waiting;
        delivering.running += running;
        delivering.oldest = Math.max(delivering.oldest, age);
      }
    }
    this.#webhookQueues.set({ state: 'waiting' }, delivering.waiting);
    this.#webhookQueues.set({ state: 'sending' }, delivering.running);
    this.#webhookQueues.set({ state: 'paused' }, values.pausedWebhooks);
    this.#oldestDelivery.set(delivering.oldest);
    for (const { channel, count } of values.sentMessages)
      this.#messages.set({ channel, state: 'sent' }, count);
    this.#reportedCalls.set(values.reportedCalls);
    for (const { connection, state, count } of values.connectionEvents)
      this.#connectionEvents.set({ connection, state }, count);
    if (values.alertsCheckedAt) this.#alertsChecked.set(seconds(values.alertsCheckedAt));
    else this.#alertsChecked.remove();
    for (const { command, startedAt, finishedAt, counts } of runs) {
      this.#lastRun.set({ command }, seconds(finishedAt));
      this.#lastDuration.set({ command }, seconds(finishedAt) - seconds(startedAt));
      if (command !== 'import') continue;
      for (const [result, rows] of Object.entries(counts)) this.#lastRows.set({ result }, rows);
    }
  }
}
