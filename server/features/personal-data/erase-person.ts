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
  type Identifier,
  type PersonCounts,
  type RequestedPerson,
} from './find-person.ts';
import { appendToErasureLog, type ErasureEntry, readSalt } from './erasure-log.ts';
import { findRows, type FoundRows, isAmong, lockFoundRows } from './found-rows.ts';
import { noteRemovedFiles, removeNotedFiles } from './removed-files.ts';
import { erasedHash } from './removed.ts';
import {
  countTexts,
  everywhere,
  findLeft,
  findTexts,
  type FoundTexts,
  replacement,
  sweepTexts,
} from './sweep-texts.ts';
import { likePatternsOf, patternOf } from './text-columns.ts';

/** Messages and reports that can name the person, besides texts of the record. */
interface FoundCopies {
  outbox: FoundRows;
  ingestReports: FoundRows;
  twilioCalls: FoundRows;
}

/** SQL conditions by table: others can have the same name, which counts in messages to people of the person's accounts. */
function copyConditions(found: FoundPerson) {
  const { accountIds, marks } = found;
  const anywhere = everywhere(found);
  const likely = likePatternsOf(marks);
  const text = sql`concat_ws(' ', recipient, subject, body_text, body_html)`;
  return {
    outbox: sql`(recipient = any(${found.ownNumbers}::text[]) or ${text} ilike any(${likely}::text[]) and (
      ${text} ~* ${anywhere} or (${text} ~* ${patternOf(marks)} and exists (
        select from contacts join contact_accounts on contact_id = contacts.id
        where account_id = any(${accountIds}::text[]) and (lower(contacts.email) = lower(recipient) or contacts.phone = recipient)))))`,
    ingestReports: sql`report::text ilike any(${likely}::text[]) and report::text ~* ${anywhere}`,
    // a report that is not imported yet is still to become a call
    twilioCalls: sql`imported_at is not null and parameters::text ilike any(${likely}::text[]) and parameters::text ~* ${anywhere}`,
  };
}

async function findCopies(database: Queryable, found: FoundPerson): Promise<FoundCopies> {
  const conditions = copyConditions(found);
  return {
    outbox: await findRows(database, 'outbox', conditions.outbox),
    ingestReports: await findRows(database, 'ingest_reports', conditions.ingestReports),
    twilioCalls: await findRows(database, 'twilio_calls', conditions.twilioCalls),
  };
}

/** Removes messages, reports and the content of downloads that can name the person. */
async function removeCopies(transaction: Queryable, { found, copies }: Scan, now: Date): Promise<void> {
  const { accountIds } = found;
  const conditions = copyConditions(found);
  await sql`
    update outbox set subject = null, body_text = null, body_html = null, unsubscribe_url = null,
      recipient = case when recipient ~* ${everywhere(found)} or recipient = any(${found.ownNumbers}::text[]) then ${replacement} else recipient end,
      abandoned_at = case when sent_at is null and body_text is not null then coalesce(abandoned_at, ${now}) else abandoned_at end,
      failure = case when sent_at is null and body_text is not null and abandoned_at is null
        then 'It named a person whose data was erased.' else failure end
    where ${isAmong(copies.outbox)} and ${conditions.outbox}`.execute(transaction);
  await sql`delete from ingest_reports where ${isAmong(copies.ingestReports)} and ${conditions.ingestReports}`.execute(
    transaction,
  );
  await sql`
    update twilio_calls set parameters = null where ${isAmong(copies.twilioCalls)} and ${conditions.twilioCalls}`.execute(
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
async function remember(
  transaction: Queryable,
  identifiers: readonly Identifier[],
  now: Date,
): Promise<ErasureEntry[]> {
  await sql`
    insert into erasure_salt (salt) values (${randomBytes(32).toString('base64')}) on conflict do nothing`.execute(
    transaction,
  );
  const salt = (await readSalt(transaction)) ?? '';
  const entries: ErasureEntry[] = [];
  for (const { kind, value } of identifiers) {
    const { rows } = await sql<{ hash: string }>`
      insert into erased_persons (kind, hash, erased_at)
      select ${kind}, ${sql.raw(erasedHash(kind, 'given.value'))}, ${now} from (values (${value}::text)) given (value)
      on conflict (kind, hash) do update set erased_at = excluded.erased_at
      returning encode(hash, 'hex') as hash`.execute(transaction);
    for (const { hash } of rows) entries.push({ kind, hash, salt, at: now.toISOString(), allowed: false });
  }
  return entries;
}

/** What `erasePerson` does before it would erase. */
export interface ErasurePreview {
  found: FoundPerson;
  counts: PersonCounts & { texts: number };
  /** The sum that confirms the erasure: of rows and texts. */
  total: number;
}

/** What was found without locks; looking through all texts takes long. */
interface Scan {
  found: FoundPerson;
  texts: FoundTexts[];
  copies: FoundCopies;
}

async function countPreview(
  database: Queryable,
  { found, texts }: Pick<Scan, 'found' | 'texts'>,
): Promise<ErasurePreview> {
  const counts = {
    ...(await countPerson(database, found)),
    texts: await countTexts(database, texts, found),
  };
  const total = counts.calls + counts.appointments + counts.patients + counts.contacts + counts.texts;
  return { found, counts, total };
}

/** Runs `work` over one snapshot of the record, however long that takes, and locks nothing. */
const inSnapshot = <Result>(
  { database }: Pick<Dependencies, 'database'>,
  work: (snapshot: Queryable) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    await sql`set local statement_timeout = 0`.execute(transaction);
    return work(transaction);
  });

/** Finds who and what would be erased, and changes nothing. */
export const previewErasure = (
  dependencies: Pick<Dependencies, 'database'>,
  person: RequestedPerson,
): Promise<ErasurePreview> =>
  inSnapshot(dependencies, async (snapshot) => {
    const found = await findPerson(snapshot, person);
    return countPreview(snapshot, { found, texts: await findTexts(snapshot, found) });
  });

/** What was erased. */
export interface Erasure {
  counts: PersonCounts & { texts: number };
  /** Columns in which the person is still named, with the number of rows. */
  left: Record<string, number>;
  files: { removed: number; failed: number };
}

/**
 * Erases a person: calls, appointments and rows of patient lists stay without anything that says who they were, so that every
 * figure stays; recordings, messages and the texts that name the person are removed; a contact can no longer sign in. The record is
 * looked through first; then all of it happens in one transaction while no import runs, and the files are removed afterwards.
 * @param confirmed.total that of the preview
 * @param confirmed.shared whether the rows of everybody with the number are erased
 * @throws {OperatorProblem} when something else is found than in the preview, or others have the number
 */
export async function erasePerson(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
  person: RequestedPerson,
  confirmed: { total: number; shared: boolean },
): Promise<Erasure> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const { texts, copies } = await inSnapshot(dependencies, async (snapshot) => {
    const found = await findPerson(snapshot, person);
    return { texts: await findTexts(snapshot, found), copies: await findCopies(snapshot, found) };
  });
  const { found, counts } = await retryingDeadlock(() =>
    database.transaction(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await waitForImports(transaction);
      const scan = { found: await findPerson(transaction, person), texts, copies };
      await lockRows(transaction, scan.found.calls);
      for (const rows of texts) await lockFoundRows(transaction, rows);
      const preview = await countPreview(transaction, scan);
      refuseUnconfirmed(preview, confirmed);
      await erase(transaction, scan, now);
      const remembered = await remember(transaction, scan.found.identifiers, now);
      await recordCommandRun(
        { database: transaction, clock },
        { command: 'person erase', startedAt: now, counts: { ...preview.counts } },
      );
      // before the commit, after which nothing may be missing
      await appendToErasureLog(dependencies.environment.dataFolder, remembered);
      return preview;
    }),
  );
  const left = await inSnapshot(dependencies, (snapshot) => findLeft(snapshot, found));
  return { counts, left, files: await removeNotedFiles(dependencies) };
}

/** What PostgreSQL says to one of two transactions that wait for each other. */
const deadlockState = '40P01';

/** Runs `work` once more when another transaction waited for it and it for the other. */
async function retryingDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  const isDeadlock = (error: unknown) => (error as { code?: string }).code === deadlockState;
  return work()
    .catch((error: unknown) => {
      if (!isDeadlock(error)) throw error;
      return work();
    })
    .catch((error: unknown) => {
      if (!isDeadlock(error)) throw error;
      throw new OperatorProblem('Nothing was erased: people were saving the same rows, twice. Run it again.');
    });
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

async function erase(transaction: Queryable, scan: Scan, now: Date): Promise<void> {
  const { found } = scan;
  for (const rows of found.calls) {
    await removeRecordings(transaction, rows, now);
    await blankCalls(transaction, rows);
  }
  for (const rows of found.appointments) {
    const version = (await bumpAccountVersions(transaction, [rows.accountId])).get(rows.accountId) ?? '0';
    await blankAppointments(transaction, { ...rows, version }, 'id');
  }
  for (const rows of found.patients) await blankPatients(transaction, rows, now);
  await removeCopies(transaction, scan, now);
  await eraseContacts(
    transaction,
    found.contacts.map(({ id }) => id),
    now,
  );
  const swept = await sweepTexts(transaction, scan.texts, found);
  // kept answers of these accounts have the former texts
  await bumpAccountVersions(transaction, [...found.accountIds, ...swept]);
}
