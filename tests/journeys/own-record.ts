import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { expect } from '@playwright/test';
import { hashPassword } from '../../server/features/identity/passwords.ts';
import { importFolder, type ImportOptions } from '../../server/features/ingest/index.ts';
import { type Database, openDatabase } from '../../server/platform/database.ts';
import { readEnvironment } from '../../server/platform/env.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { appendReadHours } from '../../server/features/activity/index.ts';
import { openFiles } from '../../server/platform/open-files.ts';

export type Row = Record<string, string>;

const csv = (rows: readonly Row[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`)
    .join('');

/** Milliseconds to wait for the imports of other journeys: one runs at a time. */
const staleTimeout = 120_000;

export const journeysEnvironment = (dataFolder = process.env['MAILCALL_JOURNEYS_DATA']) =>
  readEnvironment({ DATA_DIR: dataFolder });

export async function withDatabase<Result>(
  use: (database: Database) => Promise<Result>,
  environment = journeysEnvironment(),
): Promise<Result> {
  const database = await openDatabase(environment, {
    say: () => {},
    onConnectionLost: (error) => {
      throw error;
    },
  });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

export async function importFiles(
  rows: Record<string, readonly Row[]>,
  pictures: Record<string, Uint8Array> = {},
  options: Pick<ImportOptions, 'callbacksFrom'> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-own-record-'));
  try {
    for (const [name, list] of Object.entries(rows)) await writeFile(join(folder, `${name}.csv`), csv(list));
    for (const [name, picture] of Object.entries(pictures)) await writeFile(join(folder, name), picture);
    const files = await openFiles(journeysEnvironment());
    const report = await withDatabase((database) =>
      importFolder(database, folder, { ...options, files, strict: true, staleTimeout }),
    );
    files.close();
    expect(report.firstRejections).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function givePassword(email: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  const changed = await withDatabase(({ pool }) =>
    pool.query('update contacts set password_hash = $1, activated_at = now() where email = $2', [
      hash,
      email,
    ]),
  );
  expect(changed.rowCount).toBe(1);
}

/** Records that a person has read `count` calls of an account in lists, two hours ago. */
export async function readCalls(contactId: string, accountId: string, count: number): Promise<void> {
  await withDatabase(async (database) => {
    await database.pool.query(
      `insert into calls_read (account_id, contact_id, hour, call_id)
       select $1, $2, date_trunc('hour', now() - interval '2 hours'), 'read-' || n from generate_series(1, $3) as n`,
      [accountId, contactId, count],
    );
    await appendReadHours({ database, clock: systemClock });
  });
}

/** The person's next save of an opportunity is scored again by a colleague. */
export async function chooseNextSave(contactId: string): Promise<void> {
  await withDatabase(({ pool }) =>
    pool.query(
      `insert into score_pass_draws (contact_id, outcome, percent, saves, place, part_end) values ($1, 'opportunity', 20, 0, 0, 5)`,
      [contactId],
    ),
  );
}

export async function makeTeamMember(member: {
  id: string;
  name: string;
  email: string;
  password: string;
  accountId: string;
  role?: TeamRole;
}): Promise<void> {
  const { id, name, email, accountId, role = 'scorer' } = member;
  const hash = await hashPassword(member.password);
  await withDatabase(async ({ pool }) => {
    await pool.query(
      `insert into contacts (id, name, email, password_hash, activated_at, portal_roles) values ($1, $2, $3, $4, now(), array[$5])`,
      [id, name, email, hash, role],
    );
    await pool.query(
      `insert into team_members (contact_id, all_accounts, languages, added_at) values ($1, false, '{English}', now())`,
      [id],
    );
    await pool.query(`insert into team_member_accounts (contact_id, account_id) values ($1, $2)`, [
      id,
      accountId,
    ]);
  });
}
