import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { bumpAccountVersions, bumpWithEpochDue, recordChanges } from '../changes/index.ts';
import { noteRemovedFiles } from './removed-files.ts';
import { removedPrefix, removedText, scoresWithoutTexts } from '../ingest/index.ts';
import { removeTranscripts } from '../transcripts/index.ts';

export interface RowsOfAccount {
  accountId: string;
  ids: readonly string[];
}

/** Keeps matches by calls that lose names and numbers, for the next audit. Matches by household follow from others. */
async function keepMatches(
  transaction: Queryable,
  { accountId, ids }: RowsOfAccount,
  column: 'call_id' | 'id',
): Promise<void> {
  await sql`
    insert into kept_matches (account_id, patient_list_id, id, campaign_id, rule, call_id, call_day, appointment_id, appointment_day)
    select account_id, patient_list_id, id, campaign_id, rule, call_id, call_day, appointment_id, appointment_day
    from patient_matches
    where account_id = ${accountId} and ${sql.ref(column)} = any(${[...ids]}::text[]) and rule <> 'household'
    on conflict do nothing`.execute(transaction);
}

/** Locks calls in the lock order of all writers. */
const lockCalls = (transaction: Queryable, { accountId, ids }: RowsOfAccount) =>
  sql`
    select 1 from calls where account_id = ${accountId} and id = any(${[...ids]}::text[]) order by id for update`.execute(
    transaction,
  );

/** Call before any version is raised. */
export async function lockRows(transaction: Queryable, all: readonly RowsOfAccount[]): Promise<void> {
  for (const rows of all.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))) {
    // before the call, as a decision about a dispute
    await sql`
      select 1 from score_disputes
      where account_id = ${rows.accountId} and call_id = any(${[...rows.ids]}::text[]) order by id for update`.execute(
      transaction,
    );
    await lockCalls(transaction, rows);
    await sql`
      select 1 from appointments
      where account_id = ${rows.accountId} and call_id = any(${[...rows.ids]}::text[]) order by id for update`.execute(
      transaction,
    );
  }
}

/** They quote what callers said. A call that is being asked about is not asked again. */
const removeSuggestions = (transaction: Queryable, { accountId, ids }: RowsOfAccount) =>
  sql`
    update score_suggestions set suggestions = '[]', claimed_until = null, state = case when state = 'waiting' then 'ended' else state end
    where account_id = ${accountId} and call_id = any(${[...ids]}::text[])`.execute(transaction);

export async function blankAppointments(
  transaction: Queryable,
  { accountId, ids, version }: RowsOfAccount & { version: string },
  column: 'id' | 'call_id',
): Promise<void> {
  await sql`
    update appointments set first_name = null, last_name = null, phone = null,
      feed = feed - array['first_name', 'last_name', 'phone'], personal_data_removed = true, version = ${version}::bigint
    where account_id = ${accountId} and ${sql.ref(column)} = any(${[...ids]}::text[])`.execute(transaction);
}

/** Exports bring what is left to systems that have the texts, and how open disputes and second passes ended. */
async function blankScores(
  transaction: Queryable,
  { accountId, ids }: RowsOfAccount,
  now: Date,
): Promise<void> {
  const ofCalls = sql`account_id = ${accountId} and call_id = any(${[...ids]}::text[])`;
  await sql`
    update score_versions set ${sql.raw(scoresWithoutTexts['score-versions'])} where ${ofCalls}`.execute(
    transaction,
  );
  for (const [table, file] of [
    ['score_second_passes', 'score-second-passes'],
    ['score_disputes', 'score-disputes'],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} set ${sql.raw(scoresWithoutTexts[file])}, changed_at = ${now} where ${ofCalls} returning id`.execute(
      transaction,
    );
    await recordChanges(
      transaction,
      rows.map(({ id }) => ({ accountId, file, rowId: id })),
      { contactId: null, at: now },
    );
  }
}

/** The feed cannot bring it back. Everything counted stays. The caller raises the account's epoch at the end. */
export async function blankCalls(transaction: Queryable, rows: RowsOfAccount, now: Date): Promise<void> {
  const { accountId, ids } = rows;
  if (ids.length === 0) return;
  const chosen = sql`any(${[...ids]}::text[])`;
  await lockRows(transaction, [rows]);
  const version = (await bumpWithEpochDue(transaction, [accountId])).get(accountId) ?? '0';
  await keepMatches(transaction, rows, 'call_id');
  await sql`
    update calls set caller_name = null, caller_id_name = null, caller_phone_number = null, highlights = null,
      source_mentioned = null, callback_outcome_summary = null, feed = feed - 'callback_outcome_summary',
      personal_data_removed = true, version = ${version}::bigint
    where account_id = ${accountId} and id = ${chosen}`.execute(transaction);
  await sql`
    update call_scores set score = score - array['highlights', 'source_mentioned']
    where account_id = ${accountId} and id = ${chosen}`.execute(transaction);
  await blankScores(transaction, rows, now);
  await sql`delete from score_drafts where account_id = ${accountId} and call_id = ${chosen}`.execute(
    transaction,
  );
  await removeSuggestions(transaction, rows);
  await sql`
    delete from calibration_answers where account_id = ${accountId} and call_id = ${chosen} and saved_at is null`.execute(
    transaction,
  );
  await sql`
    update calibration_answers set score = score || '{"callerName": null, "highlights": null, "sourceMentioned": null, "appointments": []}'
    where account_id = ${accountId} and call_id = ${chosen}`.execute(transaction);
  await sql`
    update calibration_notes set agreed = case when agreed is not null then ${removedText} end,
      note = case when note is not null then ${removedText} end
    where account_id = ${accountId} and call_id = ${chosen}`.execute(transaction);
  await removeTranscripts(transaction, rows);
  await blankAppointments(transaction, { accountId, ids, version }, 'call_id');
  await sql`
    update call_actions set details = ${removedText}
    where account_id = ${accountId} and call_id = ${chosen} and details <> ''`.execute(transaction);
}

/** With transcripts, which say the same. The calls still count as recorded. Files are removed later. */
export async function removeRecordings(
  transaction: Queryable,
  rows: RowsOfAccount,
  now: Date,
): Promise<void> {
  const { accountId, ids } = rows;
  if (ids.length === 0) return;
  await lockCalls(transaction, rows);
  await removeSuggestions(transaction, rows);
  const version = (await bumpAccountVersions(transaction, [accountId])).get(accountId) ?? '0';
  await removeTranscripts(transaction, rows);
  const { rows: changed } = await sql<{ key: string }>`
    update calls set audio = ${removedPrefix} || audio, version = ${version}::bigint
    where account_id = ${accountId} and id = any(${[...ids]}::text[]) and audio not like ${`${removedPrefix}%`}
    returning substr(audio, ${removedPrefix.length + 1}) as key`.execute(transaction);
  const { rows: unused } = await sql<{ key: string }>`
    delete from recordings
    where account_id = ${accountId} and key = any(${changed.map(({ key }) => key)}::text[])
      and not exists (select 1 from calls where calls.account_id = ${accountId} and calls.audio = recordings.key)
    returning key`.execute(transaction);
  await noteRemovedFiles(
    transaction,
    unused.map(({ key }) => key),
    now,
  );
}

/** The rows stay in their households. A household without a known patient loses its address; its point stays to about 100 m. */
export async function blankPatients(transaction: Queryable, rows: RowsOfAccount, now: Date): Promise<void> {
  const { accountId, ids } = rows;
  if (ids.length === 0) return;
  await keepMatches(transaction, rows, 'id');
  const { rows: lists } = await sql<{ id: string }>`
    with blanked as (
      update patients set first_name = null, last_name = null, address = null, phone = null, other_phones = '{}', patient_id = null,
        latitude = null, longitude = null, personal_data_removed = true
      where account_id = ${accountId} and id = any(${[...ids]}::text[])
      returning patient_list_id, row_number
    ), reports as (
      select uploads.id as upload_id, blanked.row_number from blanked
      join patient_list_uploads uploads on uploads.account_id = ${accountId}
        and uploads.patient_list_id = blanked.patient_list_id
    ), cells as (
      delete from emptied_patient_cells cell using reports
      where cell.account_id = ${accountId} and cell.upload_id = reports.upload_id and cell.row_number = reports.row_number
    )
    select distinct patient_list_id as id from blanked`.execute(transaction);
  await sql`
    update patient_households household set address = null, address_key = null,
      latitude = round(latitude::numeric, 3), longitude = round(longitude::numeric, 3)
    where account_id = ${accountId} and patient_list_id = any(${lists.map(({ id }) => id)}::text[]) and address is not null
      and not exists (
        select 1 from patients where patients.account_id = household.account_id
          and patients.patient_list_id = household.patient_list_id and patients.household_id = household.id
          and not patients.deleted and not patients.personal_data_removed)`.execute(transaction);
  // uploaded files have the original rows
  const { rows: uploads } = await sql<{ key: string }>`
    select file_key as key from patient_list_uploads
    where account_id = ${accountId} and patient_list_id = any(${lists.map(({ id }) => id)}::text[])`.execute(
    transaction,
  );
  await noteRemovedFiles(
    transaction,
    uploads.map(({ key }) => key),
    now,
  );
}
