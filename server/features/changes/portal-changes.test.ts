import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { cleanPortalChanges } from './clean-changes.ts';
import { publishChanges } from './publish-changes.ts';
import { changedFiles, recordChanges } from './record-changes.ts';

const here = testDatabase();

interface ReadChange {
  position: number;
  rowId: string;
  contactId: string;
}

const changesAfter = async (position: number) =>
  (
    await sql<ReadChange>`
      select position, row_id as "rowId", contact_id as "contactId" from portal_changes
      where position > ${position} order by position`.execute(here.database.kysely)
  ).rows;

test('sixteen writers that commit in any order: a reader sees each change once, and changes of a row in the order of their commits', async () => {
  const [writers, rounds] = [16, 12];
  const rows = Array.from({ length: 5 }, (_, index) => `row${index}`);
  await here.database.pool.query(
    `insert into accounts (id, name) select id, '0' from unnest($1::text[]) id`,
    [rows],
  );
  const done = new AbortController();
  const publishing = Array.from({ length: 2 }, async () => {
    while (!done.signal.aborted) await publishChanges(here.database);
  });
  const seen: ReadChange[] = [];
  const read = async () => {
    for (const change of await changesAfter(seen.at(-1)?.position ?? 0)) seen.push(change);
  };
  const reading = (async () => {
    while (!done.signal.aborted) await read();
  })();

  const write = async (writer: number, round: number) => {
    const rowId = rows[(writer * 7 + round * 3) % rows.length] as string;
    await here.database.transaction(async (transaction) => {
      const { rows: changed } = await sql<{ turn: string }>`
        update accounts set name = (name::int + 1)::text where id = ${rowId} returning name as turn`.execute(
        transaction,
      );
      const contactId = changed[0]?.turn ?? '';
      await recordChanges(transaction, [{ accountId: rowId, file: 'accounts', rowId }], {
        contactId,
        at: new Date(),
      });
      await sql`select pg_sleep(random() * 0.01)`.execute(transaction);
      if (round % 5 === 4) throw new Error('given up');
    });
  };
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; round < rounds; round += 1) await write(writer, round).catch(() => {});
    }),
  );
  done.abort();
  await Promise.all([...publishing, reading]);
  await publishChanges(here.database);
  await read();

  expect(seen.map(({ position }) => position)).toEqual(seen.map((_, index) => index + 1));
  const committed = await here.database.pool.query<{ id: string; turns: number }>(
    'select id, name::int as turns from accounts order by id',
  );
  for (const { id, turns } of committed.rows)
    expect(seen.filter(({ rowId }) => rowId === id).map(({ contactId }) => Number(contactId))).toEqual(
      Array.from({ length: turns }, (_, index) => index + 1),
    );
  expect(await publishChanges(here.database)).toBe(0);
});

test('a backlog gets its positions in parts, and only what is superseded for 400 days is deleted', async () => {
  const { pool } = here.database;
  await pool.query('delete from portal_changes');
  const made = async (rowId: string, count: number, at: string) => {
    const changes = Array.from({ length: count }, () => ({ accountId: 'A', file: 'calls', rowId }) as const);
    await recordChanges(here.database.kysely, changes, { contactId: null, at: new Date(at) });
  };
  await made('old', 23, '2025-01-01');
  await made('new', 2, '2026-03-01');
  let parts = 0;
  const counted: typeof here.database.transaction = (work) => {
    parts += 1;
    return here.database.transaction(work);
  };
  expect(await publishChanges({ transaction: counted }, { batch: 10 })).toBe(25);
  expect(parts).toBe(3);
  const { rows } = await pool.query<{ id: string; position: string }>(
    'select id, position from portal_changes order by position',
  );
  const places = rows.map(({ position }) => Number(position) - Number(rows[0]?.position));
  expect(places).toEqual(rows.map((_, index) => index));
  expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(({ id }) => Number(id)).sort((a, b) => a - b));

  await made('old', 1, '2025-01-01');
  await cleanPortalChanges(
    { database: here.database, clock: fixedClock('2026-03-11T15:00:00Z') },
    { batch: 4 },
  );
  const { rows: kept } = await pool.query(
    'select row_id as "rowId", position is null as waits from portal_changes order by id',
  );
  expect(kept).toEqual([
    { rowId: 'old', waits: false },
    { rowId: 'new', waits: false },
    { rowId: 'new', waits: false },
    { rowId: 'old', waits: true },
  ]);
});

const erased = 'exports have the rows as they are by then, and other systems erase theirs themselves';

/** Modules that write rows of these tables without a change of the portal, and why. */
const notRecorded: Record<string, string> = {
  'alerts/merge-alerts.ts': 'alerts of a merged office, whose settings the merge records',
  'branding/change-brands.ts': 'brands, which exports do not have',
  'branding/office-brand.ts': 'the brand of an office, which exports do not have',
  'office-merges/moved-rows.ts': 'rows of a merged office, which the merge records by `portal_changes`',
  'patient-lists/audits/audit-figures.ts': 'the figures of audits, which are computed again',
  'calls/scores/score-call.ts': 'the call and its inquiries, which the scoring desk records',
  'calls/scores/settle-scores.ts': 'which source a call shows; exports have what people scored, shown or not',
  'campaigns/move-mailings.ts': 'mailings that are saved in the same transaction, which records them',
  'callbacks/earlier-calls.ts': 'which calls of the past wait at the desk, which exports do not have',
  'calls/recompute-calls.ts': 'derived columns, which are computed again',
  'designs/locked-design.ts': 'the revision of a design, which only open screens need',
  'identity/activation.ts': 'passwords are never exported',
  'identity/change-password.ts': 'passwords are never exported',
  'identity/change-roles.ts': 'roles of the portal are never exported',
  'identity/end-access.ts': 'passwords are never exported',
  'identity/first-passwords.ts': 'passwords are never exported',
  'identity/password-grant.ts': 'passwords are never exported',
  'identity/signed-in.ts': 'what is known of a password is never exported',
  'mail-tracking/days-of-pieces.ts':
    'days that the events of pieces tell, which tell them to another portal, too',
  'patient-lists/prepare-list.ts': 'households, which are computed again',
  'patient-lists/store-households.ts': 'totals, which are computed again',
  'patient-lists/store-patients.ts': 'the patients of a list, whose change is recorded with the list',
  'personal-data/erase-contacts.ts': erased,
  'read-model/copy-rows.ts': 'the columnar copy, which has tables of the same names',
  'score-disputes/decide.ts': 'the decision, which `noteChange` records',
  'team/change-team.ts': 'people of the team, whom exports leave out',
};

test('every command that writes a row of an exported file records the change', () => {
  const features = join(import.meta.dirname, '..');
  const tables = [
    ...changedFiles.map((file) => file.replaceAll('-', '_')),
    'patients',
    'callback_actions',
  ].join('|');
  const writes = new RegExp(
    `(?:insertInto|updateTable|deleteFrom)\\(\\s*'(?:${tables})\\b|(?:insert into|update|delete from) (?:${tables})\\b(?! (?:set )?audits)`,
  );
  const modules = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|-for-tests\.ts$|^ingest\//.test(path))
    .filter((path) => writes.test(readFileSync(join(features, path), 'utf8')));
  expect(modules.length).toBeGreaterThan(20);
  const forgotten = modules.filter(
    (path) => !/\brecord(?:Changes|ChangedContact)\(/.test(readFileSync(join(features, path), 'utf8')),
  );
  expect(forgotten.sort()).toEqual(Object.keys(notRecorded).sort());
});
