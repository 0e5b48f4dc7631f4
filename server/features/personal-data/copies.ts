import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { FoundPerson } from './find-person.ts';
import { findRows, type FoundRows, isAmong } from './found-rows.ts';
import { keysOfSpreadsheet } from '../spreadsheets/index.ts';
import { noteRemovedFiles } from './removed-files.ts';
import { everywhere, replacement } from './sweep-texts.ts';
import { likePatternsOf, patternOf } from './text-columns.ts';

export interface FoundCopies {
  outbox: FoundRows;
  ingestReports: FoundRows;
  twilioCalls: FoundRows;
}

/** SQL conditions by table. Others may have the same name, so names count only in messages to people of the person's accounts. */
function copyConditions(found: FoundPerson) {
  const { accountIds, marks } = found;
  const anywhere = everywhere(found);
  const likely = likePatternsOf(marks);
  const text = sql`concat_ws(' ', recipient, subject, body_text, body_html)`;
  return {
    outbox: sql`(recipient = any(${found.ownNumbers}::text[]) or ${text} ilike any(${likely}::text[]) and (
      ${text} ~* ${anywhere} or (${text} ~* ${patternOf(marks)} and exists (
        select 1 from contacts join contact_accounts on contact_id = contacts.id
        where account_id = any(${accountIds}::text[]) and (lower(contacts.email) = lower(recipient) or contacts.phone = recipient)))))`,
    ingestReports: sql`report::text ilike any(${likely}::text[]) and report::text ~* ${anywhere}`,
    // a report that is not imported yet will become a call
    twilioCalls: sql`imported_at is not null and parameters::text ilike any(${likely}::text[]) and parameters::text ~* ${anywhere}`,
  };
}

export async function findCopies(database: Queryable, found: FoundPerson): Promise<FoundCopies> {
  const conditions = copyConditions(found);
  return {
    outbox: await findRows(database, 'outbox', conditions.outbox),
    ingestReports: await findRows(database, 'ingest_reports', conditions.ingestReports),
    twilioCalls: await findRows(database, 'twilio_calls', conditions.twilioCalls),
  };
}

export async function removeCopies(
  transaction: Queryable,
  { found, copies }: { found: FoundPerson; copies: FoundCopies },
  now: Date,
): Promise<void> {
  const { accountIds } = found;
  const conditions = copyConditions(found);
  // two statements: a distributed database cannot change coordinator rows by other machines' rows
  const { rows: messages } = await sql<{ id: string }>`
    select id from outbox where ${isAmong(copies.outbox)} and ${conditions.outbox}`.execute(transaction);
  await sql`
    update outbox set subject = null, body_text = null, body_html = null, unsubscribe_url = null,
      recipient = case when recipient ~* ${everywhere(found)} or recipient = any(${found.ownNumbers}::text[]) then ${replacement} else recipient end,
      abandoned_at = case when sent_at is null and body_text is not null then coalesce(abandoned_at, ${now}) else abandoned_at end,
      failure = case when sent_at is null and body_text is not null and abandoned_at is null
        then 'It named a person whose data was erased.' else failure end
    where id = any(${messages.map(({ id }) => id)}::uuid[])`.execute(transaction);
  // nobody knows which of them have the person's rows
  const { rows: spreadsheets } = await sql<{
    key: string;
  }>`delete from spreadsheets returning file_key as key`.execute(transaction);
  await noteRemovedFiles(
    transaction,
    spreadsheets.flatMap(({ key }) => keysOfSpreadsheet(key)),
    now,
  );
  await sql`delete from ingest_reports where ${isAmong(copies.ingestReports)} and ${conditions.ingestReports}`.execute(
    transaction,
  );
  await sql`
    update twilio_calls set parameters = null where ${isAmong(copies.twilioCalls)} and ${conditions.twilioCalls}`.execute(
    transaction,
  );
  await endExports(transaction, accountIds, now);
}

/** Also ends exports in progress: their writer or the maintenance removes the file. */
export async function endExports(
  transaction: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update exports set expires_at = least(expires_at, ${now}::timestamptz),
      failed_at = case when ready_at is null then ${now}::timestamptz else failed_at end,
      removed_at = case when ready_at is null then removed_at else ${now}::timestamptz end
    where delivery = 'mailed' and removed_at is null and (ready_at is not null or failed_at is null)
      and account_ids && ${[...accountIds]}::text[] returning id`.execute(transaction);
  await noteRemovedFiles(
    transaction,
    rows.map(({ id }) => `exports/${id}.xlsx`),
    now,
  );
}
