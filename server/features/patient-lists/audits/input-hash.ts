import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { deliveredMailings } from './delivered-mailings.ts';

/** Raise when audit rules change, so that the new release audits every list again. */
const rulesVersion = 3;

export interface OutdatedList {
  accountId: string;
  patientListId: string;
}

/** Inputs of one account's audits besides the list: versions of calls and appointments, mailings, zones, shapes. */
const accountState = sql`
  concat_ws('|', accounts.time_zone,
    (select version from account_version where account_version.account_id = list.account_id),
    (select string_agg(concat_ws(' ', mailing.id, mailing.zone_id, mailing.delivery), ',' order by mailing.id)
      from (${deliveredMailings(sql`list.account_id`)}) mailing),
    (select string_agg(concat_ws(' ', zone.id, zone.deleted, array_to_string(zone.carrier_routes, ' '),
        geodata.content_hash, geodata.deleted), ',' order by zone.id)
      from mailing_zones zone
      left join geodata on geodata.account_id = zone.account_id and geodata.id = zone.geodata_id
      where zone.account_id = list.account_id))`;

const hashedLists = (matchDays: number, condition: RawBuilder<unknown>) => sql`
  select list.account_id, list.id, list.version,
    md5(concat_ws('|', ${rulesVersion}::int, ${matchDays}::int, list.version, list.modified_at, ${accountState})) as input_hash
  from patient_lists list
  join accounts on accounts.id = list.account_id
  where not list.deleted and list.prepared_version = list.version and ${condition}`;

/** Null if the list cannot be audited: it was removed, or its rows are still changing. */
async function inputHashOf(
  database: Queryable,
  { accountId, patientListId }: OutdatedList,
  matchDays: number,
): Promise<{ hash: string; version: number } | null> {
  const { rows } = await sql<{ input_hash: string; version: number }>`${hashedLists(
    matchDays,
    sql`list.account_id = ${accountId} and list.id = ${patientListId}`,
  )}`.execute(database);
  const [row] = rows;
  return row ? { hash: row.input_hash, version: row.version } : null;
}

/** Null if the stored audit is up to date or the list cannot be audited. */
export async function outdatedStateOf(
  database: Queryable,
  list: OutdatedList,
  matchDays: number,
): Promise<{ hash: string; version: number } | null> {
  const state = await inputHashOf(database, list, matchDays);
  const stored = await database
    .selectFrom('patient_list_audits')
    .select('input_hash')
    .where('account_id', '=', list.accountId)
    .where('patient_list_id', '=', list.patientListId)
    .executeTakeFirst();
  return stored?.input_hash === state?.hash ? null : state;
}

export async function findOutdatedLists(database: Queryable, matchDays: number): Promise<OutdatedList[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    select list.account_id, list.id
    from (${hashedLists(matchDays, sql`true`)}) list
    left join patient_list_audits audit
      on audit.account_id = list.account_id and audit.patient_list_id = list.id
    where audit.input_hash is distinct from list.input_hash
    order by list.account_id, list.id`.execute(database);
  return rows.map((row) => ({ accountId: row.account_id, patientListId: row.id }));
}
