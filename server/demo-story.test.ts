import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { writeDemoStory } from '../demo/story.ts';
import { addAccounts, addPerson } from '../tests/support/test-app.ts';
import { testDatabase } from '../tests/support/test-database.ts';
import { writeDemoScores } from './demo-scores.ts';
import { addDemoTeam, demoWarnings, removeDemoStory, writeDemoAlerts, writeDemoScans } from './demo-story.ts';
import { importFolder } from './features/ingest/index.ts';
import { fixedClock } from './platform/clock.ts';
import { readEnvironment } from './platform/env.ts';
import { folderFileStore } from './platform/folder-files.ts';
import { createLog } from './platform/log.ts';

const here = testDatabase();

const shared = new Set(['dimension_values', 'picklists', 'migrations']);

async function everything(): Promise<Record<string, string[]>> {
  const { kysely } = here.database;
  const tables = (await kysely.introspection.getTables()).filter(
    ({ schema, name, isView }) => schema === 'public' && !isView && !shared.has(name),
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select entry::text as row from ${sql.table(name)} entry order by 1
    `.execute(kysely);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function shownScores(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(calls) - 'score_source' - 'search_text')::text as row from calls order by 1`.execute(
    here.database.kysely,
  );
  return rows.map(({ row }) => row);
}

async function addRows(account: string, contact: string): Promise<void> {
  const { kysely } = here.database;
  const at = '2026-03-11T15:00:00Z';
  const later = '2027-03-11T15:00:00Z';
  await sql`
    insert into outbox (channel, recipient, written_at, expires_at)
    select 'email', email, ${at}::timestamptz, ${later}::timestamptz from contacts where id = ${contact}
  `.execute(kysely);
  await kysely
    .insertInto('access_log')
    .values({
      account_id: account,
      contact_id: contact,
      action: 'open',
      subject_kind: 'call',
      subject_id: 'c',
    })
    .execute();
  await kysely
    .insertInto('sessions')
    .values({
      id: `session of ${contact}`,
      contact_id: contact,
      realm: 'password',
      limited: false,
      created_at: at,
      expires_at: later,
    })
    .execute();
  await kysely
    .insertInto('one_time_codes')
    .values({
      contact_id: contact,
      purpose: 'setup',
      channel: 'email',
      code_hash: Buffer.alloc(32),
      created_at: at,
      expires_at: later,
    })
    .execute();
}

test('restores the database when the demo story is removed', async () => {
  const { database } = here;
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-demo-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = folderFileStore(join(folder, 'files'));

  await addAccounts(database, [{ id: 'office' }]);
  await addPerson(database, { id: 'person', accounts: ['office'] });
  await database.kysely
    .insertInto('calls')
    .values({ account_id: 'office', id: 'c', call_date_time: '2026-03-11T15:00:00Z' })
    .execute();
  await database.kysely.insertInto('account_version').values({ account_id: 'office' }).execute();
  await addRows('office', 'person');
  const before = await everything();

  const story = join(folder, 'story');
  await writeDemoStory(story, { today: new Date('2018-07-01T00:00:00Z'), calls: 200 });
  const clock = fixedClock('2018-07-01T00:00:00Z');
  const environment = readEnvironment({ DATA_DIR: folder, PUBLIC_URL: 'http://portal.test' });
  await importFolder(database, story, { files, strict: true, clock });
  await writeDemoAlerts({ database, clock, log: createLog({ logLevel: 'silent' }), environment });
  await writeDemoScans({ database, clock, environment });
  await addDemoTeam({ database, clock });
  const shownBefore = await shownScores();
  // the newest calls of a small story are not scored
  await writeDemoScores({ database, clock: fixedClock('2018-04-20T00:00:00Z') });
  expect(await shownScores()).toEqual(shownBefore);
  const { rows: work } = await sql<Record<'versions' | 'passes' | 'disputes', number>>`
    select (select count(*)::int from score_versions) as versions, (select count(*)::int from score_second_passes) as passes,
      (select count(*)::int from score_disputes) as disputes`.execute(database.kysely);
  expect(Object.values(work[0] ?? {}).every((count) => count > 0)).toBe(true);
  const { rows: tracked } = await sql`
    select near > delivered and delivered > 0 and delivered * 2 < tracked.entered as arrives, tracked.entered < quantity as some_unseen,
      campaigns.status, pieces_delivery_date
    from tracked_mailings as tracked join campaigns using (account_id, id)`.execute(database.kysely);
  const onItsWay = { arrives: true, some_unseen: true, status: 'shipped', pieces_delivery_date: null };
  expect(tracked).toEqual([onItsWay, onItsWay]);
  const { rows: stored } = await sql<{ key: string }>`select key from recordings`.execute(database.kysely);
  expect(stored.length).toBeGreaterThan(0);
  const [kept, ...others] = [...new Set(stored.map(({ key }) => key))];
  const { rows: images } = await sql<{ account_id: string; original_key: string }>`
    select account_id, original_key from images order by account_id, id`.execute(database.kysely);
  const [portrait] = images;
  const card = images.at(-1);
  expect(portrait?.account_id).toBe('');
  expect(card?.account_id).not.toBe('');
  others.push(...images.map(({ original_key }) => original_key).filter((key) => key !== card?.original_key));
  await addRows('silverwren', 'demo-owner');
  const { rows: alerts } = await sql<{ count: number; sendable: number }>`
    select count(*) as count, count(*) filter (where alerts.sent_at is null or outbox.expires_at > outbox.written_at) as sendable
    from alerts left join outbox on outbox.id = outbox_id`.execute(database.kysely);
  expect(alerts[0]?.count).toBeGreaterThan(5);
  expect(alerts[0]?.sendable).toBe(0);
  const { rows: exported } = await sql<{ id: string }>`
    insert into exports (contact_id, delivery, requested_at, heartbeat_at, consent, request, account_ids, call_count, file_name)
    values ('demo-owner', 'mailed', now(), now(), '{}', '{}', '{}', 0, 'calls.xlsx') returning id
  `.execute(database.kysely);
  const exportFile = `exports/${exported[0]?.id}.xlsx`;
  await files.put(exportFile, Readable.from([Buffer.from('calls')]));
  const patientFile = 'patient-lists/walk-ins.csv';
  await sql`
    insert into patient_list_uploads (account_id, contact_id, file_name, file_key, bytes, encoding, headers, row_count, created_at)
    values ('silverwren', 'demo-owner', 'walk-ins.csv', ${patientFile}, 1, 'utf-8', '{}', 1, now())`.execute(
    database.kysely,
  );
  await files.put(patientFile, Readable.from([Buffer.from('patients')]));
  // a contact of a demo account, a demo person with another account, and a recording that another account shares
  await sql`insert into contact_accounts (contact_id, account_id) values ('person', 'silverwren'), ('demo-new', 'office')`.execute(
    database.kysely,
  );
  const recording = { account_id: 'office', key: kept ?? '', media_type: 'audio/wav', bytes: 1 };
  await database.kysely.insertInto('recordings').values(recording).execute();
  await sql`insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
    select 'office', id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height from images
    where original_key = ${card?.original_key} limit 1`.execute(database.kysely);

  expect(await demoWarnings(database)).toEqual([]);
  await database.kysely
    .updateTable('contacts')
    .set({ password_hash: 'known' })
    .where('id', '=', 'demo-owner')
    .execute();
  expect(await demoWarnings(database)).toEqual(['Demo people can sign in.']);

  expect(await removeDemoStory({ database, files })).toBe(true);
  expect(await demoWarnings(database)).toEqual([]);
  expect(await files.stat(kept ?? '')).not.toBeNull();
  expect([await files.stat(exportFile), await files.stat(patientFile)]).toEqual([null, null]);
  expect(await Promise.all(others.map((key) => files.stat(key)))).toEqual(others.map(() => null));
  expect(await files.stat(card?.original_key ?? '')).not.toBeNull();
  await database.kysely.deleteFrom('recordings').where('account_id', '=', 'office').execute();
  await sql`delete from images where account_id = 'office'`.execute(database.kysely);
  // every account's alerts begin with an import
  await sql`delete from alert_progress where account_id = 'office'`.execute(database.kysely);
  expect(await everything()).toEqual(before);

  expect(await removeDemoStory({ database, files })).toBe(false);
  expect(await everything()).toEqual(before);
}, 180_000);
