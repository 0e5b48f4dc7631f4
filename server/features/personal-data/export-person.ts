import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { FileStore } from '../../platform/files.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { openSealedTexts, type SealedTexts } from '../../platform/sealed-text.ts';
import { bodiesWithNumbers } from '../connectors/index.ts';
import {
  countPerson,
  findPerson,
  type FoundPerson,
  type PersonCounts,
  type RequestedPerson,
} from './find-person.ts';
import { removedPrefix } from '../ingest/index.ts';
import { findMentions, type Mention } from './sweep-texts.ts';

type Row = Record<string, unknown>;

const secretColumns = [
  'password_hash',
  'public_key',
  'refresh_seed',
  'token_hash',
  'code_hash',
  'browser_hash',
  'feed',
];

const computedColumns = ['search_text'];

async function rowsOf(
  database: Queryable,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(found) - ${[...secretColumns, ...computedColumns]}::text[] as row from ${sql.table(table)} found
    where ${sql.ref(`found.${column}`)} = any(${[...ids]}::text[]) limit 100000`.execute(database);
  return rows.map(({ row }) => row);
}

const idsOf = (rows: FoundPerson['calls']) => rows.flatMap(({ ids }) => ids);

const tablesOfContacts = [
  'contact_accounts',
  'team_members',
  'team_member_accounts',
  'sessions',
  'client_views',
  'passkeys',
  'recovery_codes',
  'remembered_browsers',
  'contact_changes',
  'design_alert_settings',
  'design_alerts',
  'dispute_mail_settings',
  'pending_contact_changes',
  'notification_settings',
  'access_log',
  'calls_read',
  'connection_changes',
  'operator_reads',
  'role_changes',
  'call_actions',
  'callback_actions',
  'alerts',
  'exports',
  'patient_list_uploads',
  'patient_list_exports',
  'portal_changes',
  'scoreboard_grants',
  'calibration_answers',
  'calibration_notes',
  'calibration_people',
  'calibration_sets',
  'saved_views',
  'saved_view_mails',
  'score_claims',
  'score_disputes',
  'score_drafts',
  'score_pass_draws',
  'score_rubrics',
  'score_skips',
  'score_versions',
  'spreadsheets',
  'start_pages',
];

async function makeFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorProblem(
      error.code === 'EEXIST'
        ? `${folder} is there already. Name a new folder, or remove what is left of an export that was killed.`
        : `${folder} cannot be written: ${error.code}.`,
    );
  });
}

interface Content {
  counts: PersonCounts;
  tables: Record<string, Row[]>;
  mentions: Mention[];
  recordings: { id: string; key: string }[];
}

async function readContent(
  database: Queryable,
  person: RequestedPerson,
  sealedTexts: SealedTexts,
): Promise<Content> {
  const found = await findPerson(database, person);
  const contactIds = found.contacts.map(({ id }) => id);
  const tables: Record<string, Row[]> = {};
  const add = async (table: string, column: string, ids: readonly string[]) => {
    const rows = await rowsOf(database, table, column, ids);
    if (rows.length > 0) tables[table] = [...(tables[table] ?? []), ...rows];
  };
  const callIds = idsOf(found.calls);
  await add('calls', 'id', callIds);
  await add('call_scores', 'id', callIds);
  await add('score_versions', 'call_id', callIds);
  await add('score_drafts', 'call_id', callIds);
  await add('score_second_passes', 'call_id', callIds);
  await add('score_disputes', 'call_id', callIds);
  await add('score_suggestions', 'call_id', callIds);
  for (const table of ['calibration_answers', 'calibration_notes']) await add(table, 'call_id', callIds);
  await add('inquiries', 'call_id', callIds);
  await add('transcript_turns', 'call_id', callIds);
  await add('call_actions', 'call_id', callIds);
  await add('callback_actions', 'call_id', callIds);
  await add('appointments', 'id', idsOf(found.appointments));
  await add('patients', 'id', idsOf(found.patients));
  await add('patient_matches', 'id', idsOf(found.patients));
  await add('contacts', 'id', contactIds);
  for (const table of tablesOfContacts) await add(table, 'contact_id', contactIds);
  await add('client_views', 'viewed_contact_id', contactIds);
  await add('review_comments', 'author_contact_id', contactIds);
  for (const column of ['decided_by_id', 'withdrawn_by_id', 'answered_by_id'])
    await add('score_disputes', column, contactIds);
  for (const column of ['first_contact_id', 'second_contact_id', 'returned_by_id', 'decided_by_id'])
    await add('score_second_passes', column, contactIds);
  const events = await bodiesWithNumbers(database, sealedTexts, found.marks.numbers);
  if (events.length > 0) tables['connection_call_events'] = events;
  const own = new Set(idsOf([...found.calls, ...found.appointments, ...found.patients]));
  const mentions = await findMentions(database, found, secretColumns);
  const { rows: recordings } = await sql<{ id: string; key: string }>`
    select id, audio as key from calls where id = any(${callIds}::text[]) and audio not like ${`${removedPrefix}%`}
      and exists (select 1 from recordings where recordings.account_id = calls.account_id and recordings.key = audio)
    order by id`.execute(database);
  return {
    counts: await countPerson(database, found),
    tables,
    mentions: mentions.filter(({ id }) => id === null || !own.has(id)),
    recordings,
  };
}

async function copyRecordings(
  files: FileStore,
  folder: string,
  recordings: Content['recordings'],
): Promise<{ names: Record<string, string>; missing: string[] }> {
  const names: Record<string, string> = {};
  const missing: string[] = [];
  for (const [index, { id, key }] of recordings.entries()) {
    // the provider's ids may contain any characters
    const name = `recording-${index + 1}${/\.[a-z0-9]+$/.exec(key)?.[0] ?? ''}`;
    const target = join(folder, name);
    try {
      await pipeline(files.createReadStream(key), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
      names[id] = name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(target, { force: true });
      missing.push(id);
    }
  }
  return { names, missing };
}

/** The new folder is named `.part` until complete, and removed on failure. @throws {OperatorProblem} if the folder exists */
export async function exportPerson(
  { database, files, clock, environment }: Pick<Dependencies, 'database' | 'files' | 'clock' | 'environment'>,
  person: RequestedPerson,
  folder: string,
): Promise<PersonCounts & { mentions: number; missingRecordings: number }> {
  if (await lstat(folder).catch(() => null))
    throw new OperatorProblem(`${folder} is there already. Name a new folder.`);
  const sealedTexts = await openSealedTexts(environment);
  const part = `${folder}.part`;
  await makeFolder(part);
  try {
    const { counts, tables, mentions, recordings } = await database.transaction(async (snapshot) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(snapshot);
      await sql`set local statement_timeout = 0`.execute(snapshot);
      return readContent(snapshot, person, sealedTexts);
    });
    const { names, missing } = await copyRecordings(files, part, recordings);
    const file = await open(join(part, 'person.json'), 'wx', 0o600);
    const content = {
      madeAt: clock.now().toISOString(),
      person,
      tables,
      recordings: names,
      missingRecordings: missing,
      mentions,
    };
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`).finally(() => file.close());
    await rename(part, folder);
    return { ...counts, mentions: mentions.length, missingRecordings: missing.length };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}
