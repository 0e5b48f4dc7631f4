import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { patientListsAs } from '../../../tests/support/patient-lists.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { makeScoreboardGrant } from '../identity/index.ts';
import { householdsOf } from './households.ts';

const here = testApp();
const tokens = { olga: '', otto: '', pia: '', felix: '' };
/** Olga is a primary contact of the group, Otto and Pia belong to its office, Felix to another company. */
const people = {
  olga: patientListsAs(here, () => tokens.olga),
  otto: patientListsAs(here, () => tokens.otto),
  pia: patientListsAs(here, () => tokens.pia),
  felix: patientListsAs(here, () => tokens.felix),
};
const names = ['olga', 'otto', 'pia', 'felix'] as const;

beforeAll(async () => {
  const { database } = here;
  await addAccounts(database, [{ id: 'group' }, { id: 'own', parent: 'group' }, { id: 'foreign' }]);
  await addPerson(database, { id: 'olga', accounts: ['group'] });
  await addPerson(database, { id: 'otto', accounts: ['own'] });
  await addPerson(database, { id: 'pia', accounts: ['own'] });
  await addPerson(database, { id: 'felix', accounts: ['foreign'] });
  await database.pool.query(
    `update contact_accounts set is_primary = true where contact_id in ('olga', 'felix')`,
  );
  for (const name of names) tokens[name] = await signInAs(here, `${name}@people.test`);
});

let list = '';
beforeEach(async () => {
  await here.database.pool.query(
    'truncate patient_lists, patients, patient_households, patient_list_uploads, patient_list_exports, access_log',
  );
  list =
    (await people.otto.add('Last name,Phone,Production\n=Lee,303-555-0101,-12.5\nRay,303-555-0102,\n'))
      .patientListId ?? '';
  await here.database.pool.query('truncate access_log');
});

const logged = async () =>
  (
    await here.database.pool.query<{ entry: string }>(
      `select contact_id || ' ' || action as entry from access_log
       where subject_kind = 'patient list' and subject_id = $1 and account_id = 'own' order by entry`,
      [list],
    )
  ).rows.map(({ entry }) => entry);
const consent = { acceptedTerms: true, authorizedReceiver: true };
const token = async (who: (typeof names)[number]) =>
  people[who].send<{ slt: string; rows: number }>('POST', `/patient-lists/${list}/request-download`, consent);
const download = (slt: string, id = list) =>
  here.app.http.inject({ url: `/api/maps/patient-lists/${id}.csv?slt=${slt}` });

test('everyone of the office sees a list; the uploader archives it, a primary contact deletes it', async () => {
  const rights = async (who: (typeof names)[number]) =>
    (await people[who].list()).map(({ mayArchive, mayDelete }) => [mayArchive, mayDelete]);
  expect(await Promise.all(names.map(rights))).toEqual([
    [[true, true]],
    [[true, false]],
    [[false, false]],
    [],
  ]);
  const archive = (who: (typeof names)[number], archived: boolean) =>
    people[who].send('PUT', `/patient-lists/${list}/archived`, { archived });
  expect([(await archive('pia', true)).code, (await archive('felix', true)).code]).toEqual([422, 404]);
  for (const archived of [true, true, false]) expect((await archive('otto', archived)).code).toBe(200);
  expect((await people.pia.list())[0]?.archived).toBe(false);
  expect((await archive('olga', true)).code).toBe(200);
  expect((await people.pia.list())[0]?.archived).toBe(true);
  const remove = (who: (typeof names)[number]) => people[who].send('DELETE', `/patient-lists/${list}`);
  expect([(await remove('otto')).code, (await remove('felix')).code]).toEqual([422, 404]);
  const removed = await Promise.all([remove('olga'), remove('olga')]);
  expect(new Set(removed.map(({ code }) => code))).toEqual(new Set([200, 404]));
  expect(await logged()).toEqual(['olga archive', 'olga delete', 'otto archive', 'otto restore']);
});

test('only the uploader and primary contacts replace a list; it stays archived', async () => {
  const file = 'Last name,Phone\nOak,303-555-0109\n';
  const replace = async (who: (typeof names)[number]) => {
    const { data } = await people[who].upload(file);
    const started = await people[who].start(data.upload.id, {
      columns: ['lastName', 'phone'],
      replacedListId: list,
    });
    return [data.sameNamed?.id, started.message ?? (await people[who].work(data.upload.id)).state];
  };
  expect(await replace('pia')).toEqual([
    undefined,
    'Only the person who uploaded this list or a primary contact can replace it.',
  ]);
  expect((await people.otto.upload(file)).data.sameNamed?.id).toBe(list);
  await people.otto.send('PUT', `/patient-lists/${list}/archived`, { archived: true });
  expect(await replace('otto')).toEqual([undefined, 'done']);
  expect(await people.pia.list()).toMatchObject([{ archived: true, summary: { patientCount: 1 } }]);
  expect(await logged()).toEqual(['otto archive', 'otto replace']);
});

test('deleting removes rows, households, uploads and the file', async () => {
  const { slt } = (await token('olga')).data;
  const { rows } = await here.database.pool.query<{ file_key: string }>(
    'select file_key from patient_list_uploads',
  );
  const key = rows[0]?.file_key ?? '';
  expect(await here.files.stat(key)).not.toBeNull();
  await people.olga.send('DELETE', `/patient-lists/${list}`);
  expect(await here.files.stat(key)).toBeNull();
  for (const table of [
    'patients',
    'patient_households',
    'patient_list_uploads',
    'rejected_patient_rows',
    'emptied_patient_cells',
  ])
    expect((await here.database.pool.query(`select from ${table}`)).rowCount).toBe(0);
  expect([(await people.olga.list()).length, (await people.olga.households(list)).code]).toEqual([0, 404]);
  expect((await download(slt)).statusCode).toBe(403);
});

test('opening is logged once an hour, and not for people of other offices', async () => {
  for (const who of ['pia', 'pia', 'felix'] as const) await people[who].households(list);
  here.clock.advance(20 * 60 * 1000);
  await people.olga.households(list);
  expect(await logged()).toEqual(['olga open', 'pia open']);
});

test('downloads the audit once by its token, with harmless cells', async () => {
  await here.database.pool.query(
    `update patients set other_phones = '{+13035550177,+13035550178}' where last_name = '=Lee'`,
  );
  const asked = await token('pia');
  expect([asked.code, asked.data.rows]).toEqual([200, 2]);
  const answers = await Promise.all([download(asked.data.slt), download(asked.data.slt)]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 403]));
  const answer = answers.find(({ statusCode }) => statusCode === 200);
  expect(answer?.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="March-patients-audit.csv"',
    'cache-control': 'private, no-store',
  });
  const [columns = [], ...rows] = parse(answer?.body ?? '', { bom: true });
  const records = rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at] ?? '', cell])));
  expect(records).toMatchObject([
    {
      'Last name': "'=Lee",
      Phone: '(303) 555-0101',
      'Other phones': '(303) 555-0177, (303) 555-0178',
      Production: '-12.5',
      Class: 'No match',
      'Was mailed': 'No',
    },
    { 'Last name': 'Ray', Phone: '(303) 555-0102', Production: '' },
  ]);
  expect(await logged()).toEqual(['pia download', 'pia export']);
  const { rows: consents } = await here.database.pool.query<{ consent: string[] }>(
    'select contact_id, patient_count, consent from patient_list_exports',
  );
  expect(consents).toEqual([
    {
      contact_id: 'pia',
      patient_count: 2,
      consent: ['I accept the terms and conditions.', 'I am an authorized receiver of the data.'],
    },
  ]);
});

test('a token is for one list, two minutes and as long as the person may see it', async () => {
  expect((await token('felix')).code).toBe(404);
  expect((await people.pia.send('POST', `/patient-lists/${list}/request-download`, {})).code).toBe(400);
  const [late, other, lost] = [await token('pia'), await token('pia'), await token('pia')];
  expect((await download(other.data.slt, 'other')).statusCode).toBe(403);
  await here.database.pool.query(
    `update contact_accounts set account_id = 'foreign' where contact_id = 'pia'`,
  );
  expect((await download(lost.data.slt)).statusCode).toBe(404);
  await here.database.pool.query(`update contact_accounts set account_id = 'own' where contact_id = 'pia'`);
  here.clock.advance(2 * 60 * 1000 + 1);
  expect((await download(late.data.slt)).statusCode).toBe(403);
});

test('a scoreboard grant shows no patient lists', async () => {
  const url = new URL(await makeScoreboardGrant(here, 'felix@people.test', ['own']));
  const exchange = await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/auth/scoreboard/grant',
    payload: { code: url.searchParams.get('code') },
  });
  const { grantToken } = exchange.json<{ data: { grantToken: string } }>().data;
  const asGuest = (path: string) =>
    here.app.http.inject({
      url: `/api${path}`,
      headers: { ...bearer(tokens.felix), 'x-grant-scoreboard': grantToken },
    });
  expect((await asGuest('/data/call-summary-count?accountIds[]=own')).statusCode).toBe(200);
  const lists = await asGuest('/maps/accounts/patient-lists?accountIds[]=own');
  expect(lists.json<{ data: object }>().data).toEqual({ records: [], uploadAccounts: [] });
  expect((await asGuest(`/maps/patient-lists/${list}/households`)).statusCode).toBe(404);
  const { pool } = here.database;
  await pool.query(`update contact_accounts set account_id = 'foreign' where contact_id = 'pia'`);
  expect(await people.pia.list()).toEqual([]);
  await pool.query(`update contact_accounts set account_id = 'own' where contact_id = 'pia'`);
});

test('lists audited lists first, then by their last change, archived ones at the end', async () => {
  const add = async (name: string, row: string) => {
    here.clock.advance(60_000);
    const { data } = await people.otto.upload(`Last name\n${row}\n`);
    await people.otto.start(data.upload.id, { columns: ['lastName'], name });
    return (await people.otto.work(data.upload.id)).patientListId ?? '';
  };
  const old = await add('Old', 'Oak');
  await add('New', 'Nut');
  await here.database.pool.query(
    `insert into patient_list_audits
       (account_id, patient_list_id, input_hash, audited_at, strong_households, strong_production_cents,
        weak_households, weak_production_cents, unmatched_households, unmatched_production_cents,
        matched_patients, campaign_ids)
     values ('own', $1, '', now(), 0, 0, 0, 0, 2, 0, 0, '{}')`,
    [list],
  );
  await people.otto.send('PUT', `/patient-lists/${old}/archived`, { archived: true });
  expect((await people.otto.list()).map(({ name }) => name)).toEqual(['March patients', 'New', 'Old']);
  await here.database.pool.query('delete from patient_list_audits');
  expect((await people.otto.list()).map(({ name }) => name)).toEqual(['New', 'March patients', 'Old']);
});

test('answers the return of a list only if the cost of all its mailings is known', async () => {
  const { pool } = here.database;
  await pool.query(
    `insert into campaigns (account_id, id, name, campaign_type, cost) values
       ('own', 'm1', '1', 'MVP Mail', 100), ('own', 'm2', '2', 'MVP Mail', null), ('own', 'm3', '3', 'MVP Mail', 20.50)`,
  );
  const audit = async (...mailings: string[]) => {
    await pool.query('delete from patient_list_audits');
    await pool.query(
      `insert into patient_list_audits
         (account_id, patient_list_id, input_hash, audited_at, strong_households, strong_production_cents,
          weak_households, weak_production_cents, unmatched_households, unmatched_production_cents,
          matched_patients, campaign_ids)
       values ('own', $1, '', now(), 1, 30000, 1, 125, 1, 9900, 2, $2)`,
      [list, mailings],
    );
    return (await people.otto.list())[0]?.audit;
  };
  expect(await audit('m1', 'm3')).toMatchObject({ campaignsWithCost: 2, cost: 120.5, returnOnCost: 2.5 });
  expect(await audit('m1', 'm2')).toMatchObject({ campaignsWithCost: 1, cost: 100, returnOnCost: null });
  expect(await audit('m2')).toMatchObject({ campaignsWithCost: 0, cost: null, returnOnCost: null });
  await pool.query(`update campaigns set cost = 0 where id = 'm2'`);
  expect(await audit('m2')).toMatchObject({ campaignsWithCost: 1, cost: 0, returnOnCost: null });
  await pool.query('truncate campaigns');
});

test('lists the households of a long list by address, and no two versions of it', async () => {
  const { database } = here;
  await database.pool.query(
    `insert into patient_households (account_id, patient_list_id, id, address_key, patient_count)
     select 'own', $1, md5(n::text), to_char(n, '0000'), 1 from generate_series(1, 2500) n`,
    [list],
  );
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from patient_households where patient_list_id = $1 order by address_key nulls last, id',
    [list],
  );
  const { data } = await people.otto.households(list);
  expect(data.records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));

  const batches = householdsOf(database.kysely, { accountId: 'own', id: list });
  await batches.next();
  await database.pool.query('update patient_lists set version = version + 1');
  const rest = async () => {
    for await (const batch of batches) expect(batch).not.toEqual([]);
  };
  await expect(rest()).rejects.toThrow('changed in the meantime');
});
