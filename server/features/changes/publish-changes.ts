import { seconds } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import type { Notifications } from '../../platform/notifications.ts';
import { NotifiedWork } from '../../platform/notified-work.ts';
import { recordedChannel } from './record-changes.ts';

export const publishedChannel = 'portal_changes_published';

/** Finds changes whose notification was lost. */
const publishInterval = seconds(5);

/** Changes per transaction: far less than a statement may take. */
const defaultBatch = 10_000;

/** Numbers committed changes in the order of their ids, one process at a time, so that readers past a position miss none before it. */
export async function publishChanges(
  database: Pick<Database, 'transaction'>,
  { batch = defaultBatch }: { batch?: number } = {},
): Promise<number> {
  for (let all = 0; ; ) {
    const published = await publishSome(database, batch);
    all += published;
    if (published < batch) return all;
  }
}

function publishSome(database: Pick<Database, 'transaction'>, batch: number): Promise<number> {
  return database.transaction(async (transaction) => {
    // a separate statement: the next one sees what was committed while this one waited
    await sql`select 1 from portal_change_log for update`.execute(transaction);
    const { rows } = await sql<{ published: number }>`
      with waiting as (
        select id, row_number() over (order by id) as place
        from (select id from portal_changes where position is null order by id limit ${batch}) as oldest
      ), published as (
        update portal_changes change set position = log.last_position + waiting.place
        from waiting, portal_change_log log where change.id = waiting.id
        returning change.position
      ), moved as (
        update portal_change_log log set last_position = newest.position
        from (select max(position) as position from published) newest where newest.position is not null
      )
      select count(*)::int as published from published`.execute(transaction);
    const published = rows[0]?.published ?? 0;
    if (published > 0) await sql`select pg_notify(${publishedChannel}, '')`.execute(transaction);
    return published;
  });
}

export class ChangePublisher {
  readonly #notifications: Notifications;
  readonly #publishing: NotifiedWork;

  constructor({
    database,
    notifications,
    log,
  }: Pick<Dependencies, 'database' | 'log'> & { notifications: Notifications }) {
    this.#notifications = notifications;
    this.#publishing = new NotifiedWork(
      () => publishChanges(database),
      (error) => log.warn({ err: error }, 'portal changes could not be published'),
    );
  }

  start(): Promise<void> {
    return this.#publishing.start(this.#notifications, recordedChannel, publishInterval);
  }

  stop(): Promise<void> {
    return this.#publishing.stop();
  }
}
