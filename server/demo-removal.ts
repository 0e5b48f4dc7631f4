import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Dependencies } from './dependencies.ts';
import { fileKeyOf } from './features/exports/index.ts';
import type { Schema } from './platform/database.ts';

/** What a story brought, by ids. */
export interface StoryIds {
  accounts: readonly string[];
  contacts: readonly string[];
  salesContacts: readonly string[];
}

/** The account under which the provider's own images are kept. */
const providersOwn = '';

/** The record's tables that have a column, by name: a table that comes later is found as well. */
async function tablesWith(transaction: Transaction<Schema>, column: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tables.table_name as name
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = ${column}
    order by 1
  `.execute(transaction);
  return rows.map(({ name }) => name);
}

/** Takes the rows out; gives the files that nobody has any more: recordings, images, and what the people exported. */
async function removeRows(
  transaction: Transaction<Schema>,
  { accounts, contacts, salesContacts }: StoryIds,
): Promise<string[]> {
  // a large story takes longer than a request may
  await sql`set local statement_timeout = 0`.execute(transaction);
  const { rows: exported } = await sql<{ id: string }>`
    select id from exports where contact_id = any(${[...contacts]})
  `.execute(transaction);
  const { rows: portraits } = await sql<{ id: string }>`
    delete from sales_contacts where id = any(${[...salesContacts]})
      and not exists (select from designs where sales_contact_id = sales_contacts.id and account_id <> all(${[...accounts]}))
    returning picture_key as id`.execute(transaction);
  const unused = sql`account_id = ${providersOwn} and id = any(${portraits.map(({ id }) => id)})
    and not exists (select from sales_contacts where picture_key = images.id)`;
  const { rows: kept } = await keysOf(transaction, sql`where account_id = any(${[...accounts]})`);
  const { rows: ofPortraits } = await imageKeysOf(transaction, sql`where ${unused}`);
  await sql`delete from images where ${unused}`.execute(transaction);

  const ofAccounts = await tablesWith(transaction, 'account_id');
  const ofPeople = (await tablesWith(transaction, 'contact_id')).filter((name) => !ofAccounts.includes(name));
  for (const name of ofAccounts)
    await sql`delete from ${sql.table(name)} where account_id = any(${[...accounts]})`.execute(transaction);
  for (const name of [...ofPeople, 'contact_accounts'])
    await sql`delete from ${sql.table(name)} where contact_id = any(${[...contacts]})`.execute(transaction);
  // messages name an address, not a person
  await sql`
    delete from outbox using contacts
    where contacts.id = any(${[...contacts]}) and outbox.recipient in (contacts.email, contacts.phone)
  `.execute(transaction);
  await sql`delete from accounts where id = any(${[...accounts]})`.execute(transaction);
  await sql`delete from contacts where id = any(${[...contacts]})`.execute(transaction);

  const { rows: others } = await keysOf(transaction, sql``);
  const shared = new Set(others.map(({ key }) => key));
  const left = [...kept, ...ofPortraits].map(({ key }) => key).filter((key) => !shared.has(key));
  return [...left, ...exported.map(({ id }) => fileKeyOf(id))];
}

const imageKeys = (where: RawBuilder<unknown>) => sql`
  select original_key as key from images ${where}
  union select preview_key from images ${where}
  union select thumbnail_key from images ${where}`;
const imageKeysOf = (transaction: Transaction<Schema>, where: RawBuilder<unknown>) =>
  sql<{ key: string }>`${imageKeys(where)}`.execute(transaction);
/** The keys in the file store of recordings and images. */
const keysOf = (transaction: Transaction<Schema>, where: RawBuilder<unknown>) =>
  sql<{ key: string }>`select key from recordings ${where} union ${imageKeys(where)}`.execute(transaction);

/**
 * Removes the accounts and people of a story with every row that belongs to them, in one transaction, then the files
 * of recordings and images that nobody else has and of what the people exported. A sales contact who looks after others' designs stays. Values of picklists and dimensions stay: they are everybody's. So does what the
 * access log says of other accounts.
 */
export async function removeStory(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  story: StoryIds,
): Promise<void> {
  const orphans = await database.transaction((transaction) => removeRows(transaction, story));
  for (const key of orphans) await files.remove(key);
}
