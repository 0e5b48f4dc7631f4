import type { Queue } from '@mailcall/contract/operate.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { importLock } from '../../platform/import-lock.ts';
import { interruptedError } from '../../platform/jobs.ts';
import { withIsoTimes } from '../../platform/iso-times.ts';

interface QueueRow extends Omit<Queue, 'oldestAt'> {
  oldestAt: Date | null;
}

/** Jobs, messages, imports, portal changes without a position, webhooks. */
export async function listQueues(database: Queryable, now: Date): Promise<Queue[]> {
  const { rows } = await sql<QueueRow>`
    select 'jobs' as kind, tasks.identifier as name,
      count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      min(created_at) filter (where locked_at is null and attempts < max_attempts) as "oldestAt",
      max(last_error) filter (
        where locked_at is null and attempts >= max_attempts and last_error like ${`${interruptedError}%`}
      ) as problem
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    group by tasks.identifier
    union all
    select 'messages', channels.name,
      count(outbox.id) filter (where abandoned_at is null and expires_at > ${now})::int, 0,
      count(outbox.id) filter (where abandoned_at is not null)::int,
      min(written_at) filter (where abandoned_at is null and expires_at > ${now}), null
    from (values ('email'), ('sms')) channels (name)
      left join outbox on outbox.channel = channels.name and recipient is not null and sent_at is null
    group by channels.name
    union all
    select 'imports', 'import', count(*) filter (where not granted)::int, count(*) filter (where granted)::int, 0, null, null
    from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and objsubid = 1 and classid = 0
      and objid = ${importLock}::oid and database = (select oid from pg_database where datname = current_database())
    union all
    select 'portal changes', 'without a position', count(*)::int, 0, 0, min(made_at), null from portal_changes where position is null
    union all
    select 'webhooks', webhooks.id,
      count(queues.webhook_id) filter (where waiting and paused_at is null)::int,
      count(queues.webhook_id) filter (where claimed_until > ${now})::int,
      count(queues.webhook_id) filter (where paused_at is not null)::int,
      min(first_attempt_at) filter (where waiting), null
    from webhooks left join webhook_queues queues on queues.webhook_id = webhooks.id
    where webhooks.removed_at is null group by webhooks.id
    order by 1, 2`.execute(database);
  return rows.map(withIsoTimes);
}

export interface FailedJobs {
  task: string;
  count: number;
  since: Date;
  problem: string | null;
}

/** Jobs that were given up, by task. */
export async function listFailedJobs(database: Queryable): Promise<FailedJobs[]> {
  const { rows } = await sql<FailedJobs>`
    select tasks.identifier as task, count(*)::int as count, min(jobs.updated_at) as since,
      max(last_error) filter (where last_error like ${`${interruptedError}%`}) as problem
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where locked_at is null and attempts >= max_attempts group by tasks.identifier`.execute(database);
  return rows;
}
