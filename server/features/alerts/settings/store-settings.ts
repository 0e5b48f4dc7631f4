import { randomUUID } from 'node:crypto';
import {
  type AlertFrequency,
  type AlertMethod,
  type AlertType,
  orderedMethods,
} from '@mailcall/contract/rules/alert-types.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { recordActivity } from '../../activity/index.ts';
import { recordChanges } from '../../changes/index.ts';

/** Without methods the alert is off. */
export interface WantedSetting {
  accountId: string;
  contactId: string;
  alertType: AlertType;
  frequency: AlertFrequency;
  methods: readonly AlertMethod[];
}

/** A setting that was switched off leaves a deleted row. */
export interface StoredSetting extends WantedSetting {
  id: string;
  deleted: boolean;
}

const keyOf = ({ accountId, contactId, alertType }: WantedSetting) =>
  JSON.stringify([accountId, contactId, alertType]);

/** Serializes changes of settings. Imports do not take part, because they may take minutes: a change that meets one is repeated. */
export async function lockSettings(transaction: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notification settings', 0))`.execute(transaction);
}

async function knownSettings(
  transaction: Queryable,
  wanted: readonly WantedSetting[],
): Promise<ReadonlyMap<string, StoredSetting>> {
  const { rows } = await sql<StoredSetting>`
    select known.account_id as "accountId", known.id, known.contact_id as "contactId", known.alert_type as "alertType",
      known.frequency, known.methods, known.deleted
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted("accountId" text, "contactId" text, "alertType" text)
    cross join lateral (
      select * from notification_settings
      where account_id = wanted."accountId" and contact_id = wanted."contactId" and alert_type = wanted."alertType"
      order by deleted, id limit 1
    ) known
  `.execute(transaction);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const isSame = (known: StoredSetting, wanted: WantedSetting) =>
  wanted.methods.length === 0
    ? known.deleted
    : !known.deleted &&
      known.frequency === wanted.frequency &&
      known.methods.join() === wanted.methods.join();

/** Needs {@link lockSettings}. Reactivated settings keep their id for the feed. @returns in the order of `wanted`; never on: id '' */
export async function storeSettings(
  transaction: Queryable,
  wanted: readonly WantedSetting[],
  { changedBy, at }: { changedBy: string; at: Date },
): Promise<StoredSetting[]> {
  const known = await knownSettings(transaction, wanted);
  const stored = wanted.map((setting) => {
    const before = known.get(keyOf(setting));
    const methods = orderedMethods(setting.methods);
    const deleted = methods.length === 0;
    const id = before?.id ?? (deleted ? '' : randomUUID());
    const next: StoredSetting = { ...setting, methods, id, deleted };
    return { next, before, isChanged: id !== '' && !(before && isSame(before, next)) };
  });
  // a deleted row keeps its methods, because a row without methods is not stored
  const rows = stored
    .filter(({ isChanged }) => isChanged)
    .map(({ next, before }) => (next.deleted && before ? { ...before, deleted: true } : next));
  if (rows.length > 0) await writeSettings(transaction, rows, { changedBy, at });
  return stored.map(({ next }) => next);
}

async function writeSettings(
  transaction: Queryable,
  rows: readonly StoredSetting[],
  { changedBy, at }: { changedBy: string; at: Date },
): Promise<void> {
  const changed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed(
    "accountId" text, id text, "contactId" text, "alertType" text, frequency text, methods text[], deleted boolean)`;
  await sql`
    insert into notification_settings
      (account_id, id, contact_id, alert_type, frequency, methods, deleted)
    select "accountId", id, "contactId", "alertType", frequency, methods, deleted
    from ${changed}
    -- in one order, so that two writers do not wait for each other
    order by "accountId", id
    on conflict (account_id, id) do update
      set frequency = excluded.frequency, methods = excluded.methods, deleted = excluded.deleted
  `.execute(transaction);
  await recordChanges(
    transaction,
    rows.map(({ accountId, id, deleted }) => ({
      accountId,
      file: 'notification-settings',
      rowId: id,
      action: deleted ? 'removed' : 'changed',
    })),
    { contactId: changedBy, at },
  );
  await recordActivity(
    transaction,
    rows.map(({ accountId, id, deleted }) => ({
      accountId,
      contactId: changedBy,
      action: deleted ? 'switch off' : 'change',
      subject: { kind: 'notification setting', id },
      at,
    })),
  );
}

type StoppedAlert = Pick<WantedSetting, 'accountId' | 'contactId' | 'alertType'>;

/** Turns off alert emails at the contact's own request; does nothing where they are off already. */
export async function stopEmails(
  transaction: Queryable,
  alerts: readonly StoppedAlert[],
  at: Date,
): Promise<void> {
  const [first] = alerts;
  if (!first) return;
  await lockSettings(transaction);
  const { rows } = await sql<WantedSetting>`
    select settings.account_id as "accountId", settings.contact_id as "contactId", settings.alert_type as "alertType",
      settings.frequency, settings.methods
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb)
      as stopped("accountId" text, "contactId" text, "alertType" text)
    join notification_settings as settings on settings.account_id = stopped."accountId"
      and settings.contact_id = stopped."contactId" and settings.alert_type = stopped."alertType"
    where not settings.deleted and 'Email' = any(settings.methods)`.execute(transaction);
  if (rows.length === 0) return;
  const wanted = rows.map((row) => ({ ...row, methods: row.methods.filter((method) => method !== 'Email') }));
  await storeSettings(transaction, wanted, { changedBy: first.contactId, at });
}
