import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { lockSettings } from './settings/store-settings.ts';

interface Cursors {
  id: string;
  daily: string;
  weekly: string;
}

/** Events after these were in no daily or weekly message. */
async function cursorsOf(transaction: Queryable, ids: readonly string[]): Promise<Cursors[]> {
  const { rows } = await sql<Cursors>`
    select account_id as id, daily_sequence::text as daily, weekly_sequence::text as weekly
    from alert_progress where account_id = any(${[...ids]}::text[])`.execute(transaction);
  return rows;
}

const largest = (numbers: readonly string[]): string =>
  String(numbers.map(BigInt).reduce((most, next) => (next > most ? next : most), 0n));

const eventColumns = sql`alert_type, subject_id, call_id, noted_at, alertable`;

/** An event that no message has named gets a new number if the common cursor is beyond it. */
async function moveEvents(
  transaction: Queryable,
  { from, into, untold, cursor }: { from: string; into: string; untold: string; cursor: string },
): Promise<void> {
  await sql`
    with moved as (
      delete from alert_events where account_id = ${from} and sequence > ${untold}::bigint and sequence <= ${cursor}::bigint
      returning ${eventColumns})
    insert into alert_events (account_id, ${eventColumns}) select ${into}::text, ${eventColumns} from moved`.execute(
    transaction,
  );
  if (from === into) return;
  await sql`
    with moved as (delete from alert_events where account_id = ${from} returning ${eventColumns}, sequence)
    insert into alert_events (account_id, ${eventColumns}, sequence) overriding system value
    select ${into}::text, ${eventColumns}, sequence from moved`.execute(transaction);
}

/** Digests of both offices on a day: the history keeps both. */
async function renameSentDigests(transaction: Queryable, from: string, into: string): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select distinct event_key as key from alerts where account_id = ${into} and event_key not like 'event %'`.execute(
    transaction,
  );
  await sql`
    update alerts set event_key = event_key || ' of ' || ${from}::text
    where account_id = ${from} and event_key = any(${rows.map(({ key }) => key)}::text[])`.execute(
    transaction,
  );
}

/** The surviving office's setting holds; the other one counts as switched off by a person. */
async function moveSettings(transaction: Queryable, from: string, into: string): Promise<void> {
  await lockSettings(transaction);
  await sql`
    update notification_settings moved set deleted = true, feed = moved.feed || '{"deleted": "false"}'
    where moved.account_id = ${from} and not moved.deleted and exists (
      select 1 from notification_settings kept where kept.account_id = ${into} and not kept.deleted
        and kept.contact_id = moved.contact_id and kept.alert_type = moved.alert_type)`.execute(transaction);
  const { rows } = await sql<{ id: string; after: string }>`
    select id, after_sequence::text as after from notification_settings where account_id = ${from}`.execute(
    transaction,
  );
  await sql`update notification_settings set account_id = ${into} where account_id = ${from}`.execute(
    transaction,
  );
  // the trigger has set these to now
  await sql`
    update notification_settings settings set after_sequence = moved.after
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ after }) => after)}::bigint[]) as moved (id, after)
    where settings.account_id = ${into} and settings.id = moved.id`.execute(transaction);
}

/** Moves events and settings of an office, and prepares its sent alerts to be moved. Nothing is sent twice, and nothing stays unsent. */
export async function mergeAlerts(
  transaction: Queryable,
  { from, into }: { from: string; into: string },
): Promise<void> {
  const cursors = await cursorsOf(transaction, [from, into]);
  const daily = largest(cursors.map((one) => one.daily));
  const weekly = largest(cursors.map((one) => one.weekly));
  const cursor = largest([daily, weekly]);
  for (const id of [into, from]) {
    const own = cursors.find((one) => one.id === id);
    await moveEvents(transaction, {
      from: id,
      into,
      untold: own ? largest([own.daily, own.weekly]) : '0',
      cursor: own ? cursor : '0',
    });
  }
  const { rows: calls } = await sql`select 1 from calls where account_id = ${from} limit 1`.execute(
    transaction,
  );
  await sql`
    update alert_progress set daily_sequence = ${daily}::bigint, weekly_sequence = ${weekly}::bigint,
      has_calls = has_calls or ${calls.length > 0}
    where account_id = ${into}`.execute(transaction);
  await renameSentDigests(transaction, from, into);
  await moveSettings(transaction, from, into);
}
