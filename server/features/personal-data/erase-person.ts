import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { recordCommandRun } from '../../platform/command-runs.ts';
import { waitForImports } from '../../platform/import-lock.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { bumpAccountVersions } from '../derived-data/index.ts';
import { blankAppointments, blankCalls, blankPatients, lockRows, removeRecordings } from './blank-rows.ts';
import { eraseContacts } from './erase-contacts.ts';
import {
  countPerson,
  findPerson,
  type FoundPerson,
  identifiersOf,
  type PersonCounts,
  type RequestedPerson,
} from './find-person.ts';
import { noteRemovedFiles, removeNotedFiles } from './removed-files.ts';
import { erasedHash } from './removed.ts';
import { countTexts, everywhere, findLeft, replacement, sweepTexts } from './sweep-texts.ts';
import { patternOf } from './text-columns.ts';

/** Removes messages, reports and the content of downloads that can name the person. */
async function removeCopies(transaction: Queryable, found: FoundPerson, now: Date): Promise<void> {
  const { accountIds, marks } = found;
  const anywhere = everywhere(found);
  const text = sql`concat_ws(' ', recipient, subject, body_text, body_html)`;
  // others can have the same name: it counts in messages to people of the person's offices
  await sql`
    update outbox set subject = null, body_text = null, body_html = null, unsubscribe_url = null,
      recipient = case when recipient ~* ${anywhere} then ${replacement} else recipient end,
      abandoned_at = case when sent_at is null and body_text is not null then coalesce(abandoned_at, ${now}) else abandoned_at end,
      failure = case when sent_at is null and body_text is not null and abandoned_at is null
        then 'It named a person whose data was erased.' else failure end
    where ${text} ~* ${anywhere} or (${text} ~* ${patternOf(marks)} and exists (
      select from contacts join contact_accounts on contact_id = contacts.id
      where account_id = any(${accountIds}::text[]) and (lower(contacts.email) = lower(recipient) or contacts.phone = recipient)))`.execute(
    transaction,
  );
  await sql`delete from ingest_reports where report::text ~* ${anywhere}`.execute(transaction);
  // a report that is not imported yet is still to become a call
  await sql`
    update twilio_calls set parameters = null where imported_at is not null and parameters::text ~* ${anywhere}`.execute(
    transaction,
  );
  // a file of calls has all names of its rows; one that is being written is of the time before
  await sql`
    update exports set failed_at = ${now}
    where ready_at is null and failed_at is null and account_ids && ${accountIds}::text[]`.execute(
    transaction,
  );
  const { rows } = await sql<{ id: string }>`
    update exports set removed_at = ${now}, expires_at = least(expires_at, ${now}::timestamptz)
    where (ready_at is not null or failed_at = ${now}) and removed_at is null and account_ids && ${accountIds}::text[] returning id`.execute(
    transaction,
  );
  await noteRemovedFiles(
    transaction,
    rows.map(({ id }) => `exports/${id}.xlsx`),
    now,
  );
}

/** Remembers the person, so that a feed or a patient list does not bring back what was known before. */
async function remember(transaction: Queryable, person: RequestedPerson, now: Date): Promise<void> {
  await sql`
    insert into erasure_salt (salt) values (${randomBytes(32).toString('base64')}) on conflict do nothing`.execute(
    transaction,
  );
  for (const { kind, value } of identifiersOf(person)) {
    await sql`
      insert into erased_persons (kind, hash, erased_at)
      select ${kind}, ${sql.raw(erasedHash(kind, 'given.value'))}, ${now} from (values (${value}::text)) given (value)
      on conflict (kind, hash) do update set erased_at = excluded.erased_at`.execute(transaction);
  }
}

/** What `erasePerson` does before it would erase. */
export interface ErasurePreview {
  found: FoundPerson;
  counts: PersonCounts & { texts: number };
  /** The sum that confirms the erasure: of rows and texts. */
  total: number;
}

async function previewIn(transaction: Queryable, person: RequestedPerson): Promise<ErasurePreview> {
  const found = await findPerson(transaction, person);
  const counts = { ...(await countPerson(transaction, found)), texts: await countTexts(transaction, found) };
  const total = counts.calls + counts.appointments + counts.patients + counts.contacts + counts.texts;
  return { found, counts, total };
}

/** Finds who and what would be erased, and changes nothing. */
export function previewErasure(
  { database }: Pick<Dependencies, 'database'>,
  person: RequestedPerson,
): Promise<ErasurePreview> {
  return database.transaction(async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    await sql`set local statement_timeout = 0`.execute(transaction);
    return previewIn(transaction, person);
  });
}

/** What was erased. */
export interface Erasure {
  counts: PersonCounts & { texts: number };
  /** Columns outside of texts in which the person is still named, with the number of rows. */
  left: Record<string, number>;
  files: { removed: number; failed: number };
}

/**
 * Erases a person: calls, appointments and rows of patient lists stay without anything that says who they were, so that every
 * figure stays; recordings, messages and the texts that name the person are removed; a contact can no longer sign in. All of it
 * and its record in one transaction while no import runs, the files afterwards.
 * @param confirmed.total that of the preview
 * @param confirmed.shared whether the rows of everybody with the number are erased
 * @throws {OperatorProblem} when something else is found than in the preview, or others have the number
 */
export async function erasePerson(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files'>,
  person: RequestedPerson,
  confirmed: { total: number; shared: boolean },
): Promise<Erasure> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const { found, counts } = await database.transaction(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await waitForImports(transaction);
    const preview = await previewIn(transaction, person);
    refuseUnconfirmed(preview, confirmed);
    await erase(transaction, preview.found, now);
    await remember(transaction, person, now);
    await recordCommandRun(
      { database: transaction, clock },
      { command: 'person erase', startedAt: now, counts: { ...preview.counts } },
    );
    return preview;
  });
  const left = await database.transaction(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    return findLeft(transaction, found);
  });
  return { counts, left, files: await removeNotedFiles(dependencies) };
}

function refuseUnconfirmed(
  { found, total }: ErasurePreview,
  confirmed: { total: number; shared: boolean },
): void {
  if (found.sharedBy.length > 0 && !confirmed.shared)
    throw new OperatorProblem(
      ['Others have this number. Nothing was erased.', ...found.sharedBy, sharedHint].join('\n'),
    );
  if (total !== confirmed.total)
    throw new OperatorProblem(
      `Nothing was erased: ${total} rows and texts are found now, not ${confirmed.total}. Run it without --yes and look again.`,
    );
}

/** What to do about a number that others have. */
export const sharedHint = 'With --shared the calls, appointments and patients of all of them are erased.';

async function erase(transaction: Queryable, found: FoundPerson, now: Date): Promise<void> {
  await lockRows(transaction, found.calls);
  for (const rows of found.calls) {
    await removeRecordings(transaction, rows, now);
    await blankCalls(transaction, rows);
  }
  for (const rows of found.appointments) {
    const version = (await bumpAccountVersions(transaction, [rows.accountId])).get(rows.accountId) ?? '0';
    await blankAppointments(transaction, { ...rows, version }, 'id');
  }
  for (const rows of found.patients) await blankPatients(transaction, rows, now);
  await removeCopies(transaction, found, now);
  await eraseContacts(
    transaction,
    found.contacts.map(({ id }) => id),
    now,
  );
  const swept = await sweepTexts(transaction, found);
  // kept answers of these accounts have the former texts
  await bumpAccountVersions(transaction, [...found.accountIds, ...swept]);
}
