import { type RawBuilder, sql } from 'kysely';
import type { Dependencies } from './dependencies.ts';
import { fileKeyOf } from './features/exports/index.ts';
import type { Queryable } from './platform/database.ts';

export interface StoryIds {
  accounts: readonly string[];
  contacts: readonly string[];
  salesContacts: readonly string[];
}

/** Account id of the provider's own images. */
const providersOwn = '';

async function tablesWith(transaction: Queryable, column: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tables.table_name as name
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = ${column}
    order by 1
  `.execute(transaction);
  return rows.map(({ name }) => name);
}

/** Returns keys of files that no row refers to any more: recordings, images, patient lists and exports. */
async function removeRows(
  transaction: Queryable,
  { accounts, contacts, salesContacts }: StoryIds,
): Promise<string[]> {
  // a large story takes longer than a request may
  await sql`set local statement_timeout = 0`.execute(transaction);
  const { rows: exported } = await sql<{ id: string }>`
    select id from exports where contact_id = any(${[...contacts]})
  `.execute(transaction);
  // in two statements: on a cluster designs can be on another machine
  const { rows: used } = await sql<{ id: string }>`
    select distinct sales_contact_id as id from designs
    where sales_contact_id = any(${[...salesContacts]}) and account_id <> all(${[...accounts]})`.execute(
    transaction,
  );
  const { rows: portraits } = await sql<{ id: string }>`
    delete from sales_contacts where id = any(${[...salesContacts]}) and id <> all(${used.map(({ id }) => id)})
    returning picture_key as id`.execute(transaction);
  const unused = sql`account_id = ${providersOwn} and id = any(${portraits.map(({ id }) => id)})
    and not exists (select 1 from sales_contacts where picture_key = images.id)`;
  const { rows: uploaded } = await sql<{ key: string }>`
    select file_key as key from patient_list_uploads where account_id = any(${[...accounts]})
  `.execute(transaction);
  const { rows: ofStory } = await keysOf(transaction, sql`where account_id = any(${[...accounts]})`);
  const { rows: ofPortraits } = await imageKeysOf(transaction, sql`where ${unused}`);
  await sql`delete from images where ${unused}`.execute(transaction);

  const ofAccounts = await tablesWith(transaction, 'account_id');
  const ofPeople = (await tablesWith(transaction, 'contact_id')).filter((name) => !ofAccounts.includes(name));
  for (const name of ofAccounts)
    await sql`delete from ${sql.table(name)} where account_id = any(${[...accounts]})`.execute(transaction);
  for (const name of [...ofPeople, 'contact_accounts', 'team_member_accounts'])
    await sql`delete from ${sql.table(name)} where contact_id = any(${[...contacts]})`.execute(transaction);
  // changes of contacts belong to no account
  await sql`
    delete from portal_changes where file = 'contacts' and row_id = any(${[...contacts]})`.execute(
    transaction,
  );
  // messages refer to an address, not to a person
  await sql`
    delete from outbox using contacts
    where contacts.id = any(${[...contacts]}) and outbox.recipient in (contacts.email, contacts.phone)
  `.execute(transaction);
  await sql`delete from accounts where id = any(${[...accounts]})`.execute(transaction);
  await sql`delete from contacts where id = any(${[...contacts]})`.execute(transaction);

  const { rows: others } = await keysOf(transaction, sql``);
  const shared = new Set(others.map(({ key }) => key));
  const left = [...ofStory, ...ofPortraits].map(({ key }) => key).filter((key) => !shared.has(key));
  return [...left, ...uploaded.map(({ key }) => key), ...exported.map(({ id }) => fileKeyOf(id))];
}

const imageKeys = (where: RawBuilder<unknown>) => sql`
  select original_key as key from images ${where}
  union select preview_key from images ${where}
  union select thumbnail_key from images ${where}`;
const imageKeysOf = (transaction: Queryable, where: RawBuilder<unknown>) =>
  sql<{ key: string }>`${imageKeys(where)}`.execute(transaction);
const keysOf = (transaction: Queryable, where: RawBuilder<unknown>) =>
  sql<{ key: string }>`select key from recordings ${where} union ${imageKeys(where)}`.execute(transaction);

/** Leaves shared picklist and dimension values, and other accounts' sales contacts and access-log entries. */
export async function removeStory(
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  story: StoryIds,
): Promise<void> {
  const orphans = await database.transaction((transaction) => removeRows(transaction, story));
  for (const key of orphans) await files.remove(key);
}
