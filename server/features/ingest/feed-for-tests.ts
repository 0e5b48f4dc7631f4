import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Pool } from 'pg';
import { closeBeforeDrop } from '../../platform/drop-for-tests.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import {
  type FeedSource,
  importFeed,
  type ImportOptions,
  type ImportReport,
  KeptSession,
  openFolder,
} from './index.ts';

export function csv(rows: readonly Record<string, string | number | boolean>[]): string {
  const header = Object.keys(rows[0] ?? {});
  const cell = (value: string | number | boolean | undefined) => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [header, ...rows.map((row) => header.map((name) => row[name]))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('');
}

export type FolderContent = Record<string, string | Uint8Array>;

/** Shared by imports of tests; null while an import uses it. */
const sessions = new WeakMap<Pool, KeptSession | null>();

/** Null if the test drops its database itself. */
function openShared(pool: Pool): KeptSession | null {
  const session = new KeptSession(pool);
  return closeBeforeDrop(pool, () => session.close()) ? session : null;
}

/** Keeps the connection for the next import, as requests do. */
export async function importAgain(
  pool: Pool,
  from: string | FeedSource,
  given: ImportOptions,
): Promise<ImportReport> {
  const { source, portalWork, ties } =
    typeof from === 'string' ? await openFolder(from) : { source: from, portalWork: false, ties: [] };
  const options = { ...given, ...(portalWork && { portalWork, ties }) };
  const kept = sessions.get(pool);
  const session = kept === undefined ? openShared(pool) : kept;
  // beside another import, the session would stay open
  if (session === null) return importFeed({ pool }, source, options);
  sessions.set(pool, null);
  return session.import(source, options).finally(() => sessions.set(pool, session));
}

export class FeedFolders {
  readonly #made: string[] = [];

  async folder(content: FolderContent = {}): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'mailcall-feed-'));
    this.#made.push(folder);
    for (const [path, text] of Object.entries(content)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return folder;
  }

  async import(
    pool: Pool,
    content: FolderContent,
    options: Partial<ImportOptions> = {},
  ): Promise<ImportReport> {
    const files = options.files ?? folderFileStore(await this.folder());
    return importAgain(pool, await this.folder(content), { files, ...options });
  }

  async remove(): Promise<void> {
    for (const folder of this.#made.splice(0)) await rm(folder, { recursive: true, force: true });
  }
}

const tables = [
  'accounts',
  'account_version',
  'contacts',
  'contact_accounts',
  'staff',
  'notification_settings',
  'campaigns',
  'mail_pieces',
  'tracked_days',
  'tracked_mailings',
  'tracked_pieces',
  'tracking_lines',
  'calls',
  'call_scores',
  'recordings',
  'inquiries',
  'appointments',
  'callback_actions',
  'transcript_turns',
  'office_hours',
  'office_holidays',
  'picklists',
  'sales_contacts',
  'images',
  'designs',
  'design_versions',
  'review_comments',
  'geodata',
  'mailing_areas',
  'mailing_zones',
  'tied_ids',
  'feed_questions',
] as const;

/** With the few rows of tests, `truncate` takes a hundred times as long. */
export async function emptyRecord(pool: Pool): Promise<void> {
  await pool.query(tables.map((table) => `delete from ${table}`).join('; '));
}

/** Restores the record after each test. Copying rows back takes a tenth of the time of another import. */
export function importedOnce(importAll: () => Promise<unknown>): (pool: Pool) => Promise<void> {
  let restoring: string | null = null;
  return async (pool) => {
    if (restoring !== null) {
      await pool.query(restoring);
      return;
    }
    await emptyRecord(pool);
    await importAll();
    const { rows } = await pool.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = current_schema() and table_name = any ($1) and is_generated = 'NEVER' group by table_name`,
      [tables],
    );
    const copies = rows.map(
      ({ name, columns }) => `create table imported.${name} as select ${columns} from ${name}`,
    );
    await pool.query(['create schema imported', ...copies].join('; '));
    restoring = rows
      .flatMap(({ name, columns }) => [
        `delete from ${name}`,
        `insert into ${name} (${columns}) overriding system value select * from imported.${name}`,
      ])
      .join('; ');
  };
}

/** Versions of designs are numbers of their own. */
const isAccountVersion = (table: string, column: string) =>
  column === 'version' && table !== 'design_versions';

/** As readers see it: no versions, bookkeeping or tombstones; codes as values. */
export async function visibleRecord(pool: Pool): Promise<Record<string, unknown[]>> {
  const record: Record<string, unknown[]> = {};
  const hidden = new Set(['feed', 'created_at', 'changed_at', 'session_version']);
  for (const table of tables) {
    if (table === 'account_version') continue;
    const { rows } = await pool.query<Record<string, unknown>>(`select * from ${table}`);
    record[table] = rows
      .filter((row) => row.deleted !== true)
      .map((row) =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(row).filter(([name]) => !hidden.has(name) && !isAccountVersion(table, name)),
          ),
        ),
      )
      .sort();
  }
  return record;
}

/** Includes the location of each row (a rewritten row moves) and the account versions. */
export async function wholeRecord(pool: Pool): Promise<Record<string, unknown[]>> {
  const record: Record<string, unknown[]> = {};
  for (const table of [...tables, 'dimension_values']) {
    const { rows } = await pool.query(
      `select ctid::text as place, xmin::text as written_by, t.* from ${table} t`,
    );
    // machines of a cluster use the same locations
    const text = new Map(rows.map((row) => [row, JSON.stringify(row)]));
    record[table] = rows.sort((one, other) => ((text.get(one) ?? '') < (text.get(other) ?? '') ? -1 : 1));
  }
  return record;
}

/** The minimum of each file that others need. */
export const basicFeed = {
  'accounts.csv': csv([
    { id: 'A1', name: 'Dental', time_zone: 'America/Denver' },
    { id: 'A2', name: 'Smiles', time_zone: 'America/New_York' },
  ]),
  'campaigns.csv': csv([
    { id: 'C1', account_id: 'A1', name: 'Spring', campaign_type: 'MVP Mail', media_type: 'Postcard' },
    { id: 'C2', account_id: 'A2', name: 'Ads', campaign_type: 'Google Ads', media_type: '' },
  ]),
  'tracking-lines.csv': csv([
    { id: 'L1', account_id: 'A1', campaign_id: 'C1', number: '+13035550101', status: 'Active' },
  ]),
  'calls.csv': csv([
    { id: 'K1', account_id: 'A1', tracking_line_id: 'L1', call_date_time: '2026-03-01T23:30:00-07:00' },
  ]),
} satisfies FolderContent;
