import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { bumpAccountVersions } from '../derived-data/index.ts';
import { blankCalls, blankPatients, lockRows, removeRecordings, type RowsOfAccount } from './blank-rows.ts';
import { eraseContacts } from './erase-contacts.ts';
import {
  countPerson,
  findPerson,
  type FoundPerson,
  type PersonCounts,
  type RequestedPerson,
} from './find-person.ts';
import { noteRemovedFiles, removeNotedFiles } from './removed-files.ts';
import { erasedHash } from './removed.ts';
import { listTextColumns, patternOf } from './text-columns.ts';

/** What stands in a text in the place of what named the person. */
const replacement = 'removed';

/** Removes the names and numbers of appointments with the person on calls of others. */
async function blankAppointments(transaction: Queryable, { accountId, ids }: RowsOfAccount): Promise<void> {
  const version = (await bumpAccountVersions(transaction, [accountId])).get(accountId) ?? '0';
  await sql`
    update appointments set first_name = null, last_name = null, phone = null,
      feed = feed - array['first_name', 'last_name', 'phone'], personal_data_removed = true, version = ${version}::bigint
    where account_id = ${accountId} and id = any(${[...ids]}::text[])`.execute(transaction);
}

/** Removes messages, reports and the content of downloads that can name the person. */
async function removeCopies(
  transaction: Queryable,
  { marks, emails, accountIds }: FoundPerson,
  now: Date,
): Promise<void> {
  const pattern = patternOf(marks);
  await sql`
    update outbox set subject = null, body_text = null, body_html = null, unsubscribe_url = null
    where lower(recipient) = any(${emails}::text[]) or concat_ws(' ', recipient, subject, body_text, body_html) ~* ${pattern}`.execute(
    transaction,
  );
  await sql`delete from ingest_reports where report::text ~* ${pattern}`.execute(transaction);
  await sql`update twilio_calls set parameters = null where parameters::text ~* ${pattern}`.execute(
    transaction,
  );
  // what was searched for
  await sql`
    update exports set request = regexp_replace(request::text, ${pattern}, ${replacement}, 'gi')::jsonb
    where account_ids && ${accountIds}::text[] and request::text ~* ${pattern}`.execute(transaction);
  // a file of calls has all names of its rows
  const { rows } = await sql<{ id: string }>`
    update exports set removed_at = ${now}, expires_at = least(expires_at, ${now}::timestamptz)
    where ready_at is not null and removed_at is null and account_ids && ${accountIds}::text[] returning id`.execute(
    transaction,
  );
  await noteRemovedFiles(
    transaction,
    rows.map(({ id }) => `exports/${id}.xlsx`),
    now,
  );
}

/** Replaces what names the person in every other text: names in the person's accounts, numbers and addresses everywhere. */
async function sweepTexts(transaction: Queryable, { marks, accountIds }: FoundPerson): Promise<number> {
  const everywhere = marks.filter((mark) => /[@\d]/.test(mark));
  let count = 0;
  for (const { table, column, type, owned } of await listTextColumns(transaction)) {
    const name = sql.ref(column);
    const text = sql`${name}::text`;
    const inAccounts = sql`(account_id = any(${accountIds}::text[]) and ${text} ~* ${patternOf(marks)})`;
    const anywhere = everywhere.length > 0 ? sql`${text} ~* ${patternOf(everywhere)}` : sql`false`;
    const found = owned ? sql`(${anywhere} or ${inAccounts})` : anywhere;
    const update = sql`
      update ${sql.table(table)} set ${name} = regexp_replace(${text}, ${patternOf(marks)}, ${replacement}, 'gi')::${sql.raw(type)}
      where ${name} is not null and ${found}`;
    const { numAffectedRows } = await (table === 'calls'
      ? sql`with swept as (${update} returning id) insert into erased_texts select id from swept on conflict do nothing`
      : update
    ).execute(transaction);
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}

/** Remembers the person, so that a feed or a patient list does not bring back what was known before. */
async function remember(
  transaction: Queryable,
  { phone, email }: RequestedPerson,
  found: FoundPerson,
  now: Date,
): Promise<void> {
  await sql`
    insert into erasure_salt (salt) values (${randomBytes(32).toString('base64')}) on conflict do nothing`.execute(
    transaction,
  );
  for (const [kind, values] of [
    ['phone', phone === null ? [] : [phone]],
    ['email', email === null ? found.emails : [email, ...found.emails]],
  ] as const) {
    for (const value of new Set(values))
      await sql`
        insert into erased_persons (kind, hash, erased_at)
        select ${kind}, ${sql.raw(erasedHash(kind, 'given.value'))}, ${now} from (values (${value}::text)) given (value)
        on conflict (kind, hash) do update set erased_at = excluded.erased_at`.execute(transaction);
  }
}

/**
 * Erases a person: calls, appointments and rows of patient lists stay without anything that says who they were, so that every
 * figure stays; recordings, messages and the texts that name the person are removed; a contact can no longer sign in. All of it in
 * one transaction, the files afterwards.
 * @returns what was erased, and in how many other texts the person was named
 */
export async function erasePerson(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files'>,
  person: RequestedPerson,
): Promise<PersonCounts & { texts: number; files: number }> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const erased = await database.transaction(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    const found = await findPerson(transaction, person);
    const counts = await countPerson(transaction, found);
    await lockRows(transaction, found.calls);
    for (const rows of found.calls) {
      await removeRecordings(transaction, rows, now);
      await blankCalls(transaction, rows);
    }
    for (const rows of found.appointments) await blankAppointments(transaction, rows);
    for (const rows of found.patients) await blankPatients(transaction, rows, now);
    await removeCopies(transaction, found, now);
    await eraseContacts(transaction, found.contacts, now);
    const texts = found.marks.length > 0 ? await sweepTexts(transaction, found) : 0;
    await remember(transaction, person, found, now);
    return { ...counts, texts };
  });
  return { ...erased, files: await removeNotedFiles(dependencies) };
}
