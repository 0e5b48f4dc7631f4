import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import {
  countPerson,
  findPerson,
  type FoundPerson,
  type PersonCounts,
  type RequestedPerson,
} from './find-person.ts';
import { removedPrefix } from './removed.ts';
import { namesPerson } from './sweep-texts.ts';
import { listTextColumns } from './text-columns.ts';

type Row = Record<string, unknown>;

/** What no person gets, not even about themselves: it would open something. */
const secretColumns = ['password_hash', 'refresh_seed', 'token_hash', 'code_hash', 'feed'];

/** The rows of a table that meet a condition, without secrets. */
async function rowsOf(
  database: Queryable,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(found) - ${secretColumns}::text[] as row from ${sql.table(table)} found
    where ${sql.ref(`found.${column}`)} = any(${[...ids]}::text[]) limit 100000`.execute(database);
  return rows.map(({ row }) => row);
}

const idsOf = (rows: FoundPerson['calls']) => rows.flatMap(({ ids }) => ids);

/** What belongs to the contacts, by table. */
const tablesOfContacts = [
  'contact_accounts',
  'sessions',
  'contact_changes',
  'pending_contact_changes',
  'notification_settings',
  'access_log',
  'call_actions',
  'alerts',
  'exports',
  'patient_list_uploads',
  'patient_list_exports',
  'portal_changes',
  'scoreboard_grants',
];

/** Rows elsewhere that name the person: messages, comments, summaries of others' calls, reports. */
async function mentions(database: Queryable, person: FoundPerson): Promise<Row[]> {
  const own = new Set(idsOf([...person.calls, ...person.appointments, ...person.patients]));
  const found: Row[] = [];
  for (const { table, column, type, owned } of await listTextColumns(database)) {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(found) - ${secretColumns}::text[] as row from ${sql.table(table)} found
      where ${namesPerson({ table, column, type, owned }, person)} limit 1000`.execute(database);
    for (const { row } of rows) if (!own.has(String(row['id']))) found.push({ table, column, row });
  }
  return found;
}

/**
 * Writes everything that the portal has about a person into a new folder: `person.json` with the rows by table, and the recordings.
 * @throws {OperatorProblem} when the folder is there already
 */
export async function exportPerson(
  { database, files, clock }: Pick<Dependencies, 'database' | 'files' | 'clock'>,
  person: RequestedPerson,
  folder: string,
): Promise<PersonCounts & { mentions: number }> {
  await mkdir(join(folder, '..'), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorProblem(
      error.code === 'EEXIST'
        ? `${folder} is there already. Name a new folder.`
        : `${folder} cannot be written: ${error.code}.`,
    );
  });
  return database.transaction(async (kysely) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(kysely);
    await sql`set local statement_timeout = 0`.execute(kysely);
    const found = await findPerson(kysely, person);
    const contactIds = found.contacts.map(({ id }) => id);
    const counts = await countPerson(kysely, found);
    const tables: Record<string, Row[]> = {};
    const add = async (table: string, column: string, ids: readonly string[]) => {
      const rows = await rowsOf(kysely, table, column, ids);
      if (rows.length > 0) tables[table] = [...(tables[table] ?? []), ...rows];
    };
    const callIds = idsOf(found.calls);
    await add('calls', 'id', callIds);
    await add('inquiries', 'call_id', callIds);
    await add('call_actions', 'call_id', callIds);
    await add('appointments', 'id', idsOf(found.appointments));
    await add('patients', 'id', idsOf(found.patients));
    await add('patient_matches', 'id', idsOf(found.patients));
    await add('contacts', 'id', contactIds);
    for (const table of tablesOfContacts) await add(table, 'contact_id', contactIds);
    await add('review_comments', 'author_contact_id', contactIds);
    const mentioned = await mentions(kysely, found);
    const { rows: recordings } = await sql<{ id: string; key: string }>`
    select id, audio as key from calls where id = any(${callIds}::text[]) and audio not like ${`${removedPrefix}%`}
      and exists (select from recordings where recordings.account_id = calls.account_id and recordings.key = audio)
    order by id`.execute(kysely);
    const names: Record<string, string> = {};
    for (const [index, { id, key }] of recordings.entries()) {
      const ending = /\.[a-z0-9]+$/.exec(key)?.[0] ?? '';
      // an id of the provider can have any characters
      const name = `recording-${index + 1}${ending}`;
      await pipeline(
        files.createReadStream(key),
        createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }),
      );
      names[id] = name;
    }
    const file = await open(join(folder, 'person.json'), 'wx', 0o600);
    const content = {
      madeAt: clock.now().toISOString(),
      person,
      tables,
      recordings: names,
      mentions: mentioned,
    };
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`).finally(() => file.close());
    return { ...counts, mentions: mentioned.length };
  });
}
