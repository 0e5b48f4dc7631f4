import { listActivity } from '@mailcall/contract/activity.ts';
import { readAlertEmails } from '@mailcall/contract/alert-emails.ts';
import { relatedAccounts } from '@mailcall/contract/identity.ts';
import { mergeOffices, type OfficeMerge, previewOfficeMerge } from '@mailcall/contract/office-merges.ts';
import { saveOfficeHours } from '@mailcall/contract/office-hours.ts';
import { getDeskOffice, listDeskOffices } from '@mailcall/contract/provider-offices.ts';
import { listSavedViews } from '@mailcall/contract/saved-views.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { askRoute, type RequestParts } from '../../../tests/support/request-route.ts';
import { addAccounts, addPerson, addTeamMember, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { placements } from '../../platform/distribution/placement.ts';
import { sealActivity, verifyActivity } from '../activity/index.ts';
import { openUnsubscribeLinks } from '../alerts/index.ts';
import { importFeed, rowsSource } from '../ingest/index.ts';
import { importLock } from '../../platform/import-lock.ts';
import type { Viewer } from '../identity/index.ts';
import { mergeTasks } from './index.ts';
import { mergeOffices as mergeNow } from './merge-offices.ts';
import { accountColumns, countedTables, sharedKeys, stayingTables } from './moved-rows.ts';

const here = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await here.database.pool.query<Row>(text, values)).rows;
const tokens = new Map<string, string>();
const signIn = async (id: string) => tokens.set(id, await signInAs(here, `${id}@people.test`));
const ask = <R extends AnyRoute>(who: string, route: R, parts?: RequestParts) =>
  askRoute(here, tokens.get(who) ?? '', route, parts);

beforeAll(async () => {
  await addTeamMember(here.database, { id: 'otto', roles: ['operator'] });
  await addTeamMember(here.database, { id: 'mona', roles: ['account-manager'] });
  await signIn('otto');
  await signIn('mona');
});

const preview = (id: string, intoId: string, group?: string): Promise<OfficeMerge> =>
  ask('otto', previewOfficeMerge, { params: { id }, query: { intoId, group } });

/** Confirms everything; `chosen` values are those of the merged office. */
async function merge(id: string, intoId: string, chosen: string[] = []): Promise<void> {
  const { values, gaining, state } = await preview(
    id,
    intoId,
    chosen.includes('parent_id') ? 'merged' : 'surviving',
  );
  const sides = values.map(({ value }) => [value, chosen.includes(value) ? 'merged' : 'surviving']);
  await ask('otto', mergeOffices, {
    params: { id },
    body: {
      intoId,
      state,
      values: Object.fromEntries(sides),
      confirmedIds: gaining.map((one) => one.id),
    },
  });
}

const feed = async (file: Parameters<typeof rowsSource>[1]['file'], ...rows: object[]) =>
  importFeed(
    here.database,
    rowsSource(here, {
      system: 'crm',
      file,
      body: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
    }),
    { files: here.files },
  );

interface Column {
  table: string;
  name: string;
  type: string;
  needed: boolean;
  key: boolean;
  check: string | null;
}

const columnsOfTables = async (): Promise<Map<string, Column[]>> => {
  const rows = await query<Column>(`
    select relname as table, attname as name, format_type(atttypid, null) as type,
      attnotnull and not atthasdef and attidentity = '' as needed, coalesce(attnum = any(indkey), false) as key,
      (select substring(pg_get_constraintdef(con.oid) from '''([^'']+)''') from pg_constraint con
        where con.conrelid = attrelid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(con.oid) like '%ANY (ARRAY%' limit 1) as check
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_index on indrelid = attrelid and indisprimary
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''`);
  return Map.groupBy(rows, ({ table }) => table);
};

const sample = ({ table, name, type, check }: Column, account: string): unknown => {
  if (name === 'account_id') return account;
  if (check !== null) return check;
  const text = sharedKeys.has(table) ? 'shared' : `${account}-${table}-${name}`;
  if (type.endsWith('[]')) return [];
  const samples: Record<string, unknown> = {
    text,
    bigint: 1,
    integer: 1,
    smallint: 1,
    boolean: true,
    numeric: 1,
    'double precision': 0.5,
    jsonb: '{}',
    date: '2026-03-01',
    bytea: Buffer.from(text),
    'timestamp with time zone': '2026-03-01T15:00:00Z',
    uuid: `00000000-0000-4000-8000-${Buffer.from(text)
      .reduce((sum, byte) => (sum * 31 + byte) % 0xffffffff, 7)
      .toString(16)
      .padStart(12, '0')}`,
  };
  if (!(type in samples)) throw new Error(`${table}.${name} has the type ${type}.`);
  return samples[type];
};

const distributed = [...placements].flatMap(([table, placement]) =>
  placement === 'distributed' ? [table] : [],
);
const countsOf = async (account: string): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for (const table of distributed) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from ${table} where account_id = $1`,
      account,
    );
    counts.set(table, row?.count ?? 0);
  }
  return counts;
};

describe('the lists of a merge', () => {
  test('name each column that holds an account', async () => {
    const columns = await query<{ name: string; table: string }>(`
      select table_name as table, table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name not in (select viewname from pg_views where schemaname = 'public')
        and column_name in ('account_id', 'account_ids', 'parent_id', 'merged_into')`);
    const outside = columns
      .filter(({ table }) => placements.get(table) !== 'distributed')
      .map(({ name }) => name);
    expect(Object.values(accountColumns).flat().toSorted()).toEqual(outside.toSorted());
  });

  test('name each table in which both offices can have a row of one key', async () => {
    const unique = new Set([
      'id',
      'call_id',
      'campaign_id',
      'set_id',
      'version_id',
      'upload_id',
      'patient_list_id',
      'subject_id',
      'design_id',
    ]);
    const tables = await columnsOfTables();
    const shared = distributed.filter(
      (table) =>
        table === 'images' ||
        !tables.get(table)?.some(({ name, key }) => key && name !== 'account_id' && unique.has(name)),
    );
    const others = [...stayingTables, ...countedTables];
    expect(shared.filter((table) => !others.includes(table)).toSorted()).toEqual([...sharedKeys].toSorted());
  });
});

test('each row of each table moves, stays or is counted again, and none is lost', async () => {
  await addAccounts(here.database, [{ id: 'twice' }, { id: 'once' }]);
  const tables = await columnsOfTables();
  for (const account of ['twice', 'once'])
    for (const table of distributed) {
      const columns = (tables.get(table) ?? []).filter(({ needed, key }) => needed || key);
      const names = columns.map(({ name }) => name);
      await query(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
        ...columns.map((column) => sample(column, account)),
      );
    }
  await query(`update patient_list_uploads set requested_at = null`);
  const before = [await countsOf('twice'), await countsOf('once')];
  expect([...(before[0] ?? [])].filter(([, count]) => count === 0)).toEqual([]);
  await merge('twice', 'once');
  const after = [await countsOf('twice'), await countsOf('once')];
  const added = new Map([['access_log', 1]]);
  const counted: readonly string[] = countedTables;
  for (const table of distributed) {
    const [twice = 0, once = 0] = before.map((counts) => counts.get(table) ?? 0);
    const more = added.get(table) ?? 0;
    const expected = stayingTables.has(table)
      ? [twice + more, once + more]
      : [0, once + (counted.includes(table) || sharedKeys.has(table) ? 0 : twice)];
    expect([table, ...after.map((counts) => counts.get(table))]).toEqual([table, ...expected]);
  }
});

describe.each(['postgres', 'duckdb'])('figures of %s', (READ_MODEL) => {
  const there = testApp({ READ_MODEL }, { readModel: { leastCalls: 0, longestWait: 60_000 } });
  const oneCall = fc.record({
    opportunity: fc.option(fc.boolean()),
    answered_by: fc.option(fc.constantFrom(1, 2)),
    appointment_count: fc.nat(2),
    deleted: fc.boolean(),
    has_line: fc.boolean(),
    hour: fc.integer({ min: 0, max: 23 }),
  });
  let pairs = 0;

  test('of the surviving office are the sum of both', { timeout: 60_000 }, async () => {
    await addTeamMember(there.database, { id: 'otto', roles: ['operator'] });
    const operator = await signInAs(there, 'otto@people.test');
    await fc.assert(
      fc.asyncProperty(
        fc.array(oneCall, { maxLength: 12 }),
        fc.array(oneCall, { maxLength: 12 }),
        fc.boolean(),
        async (first, second, sameZone) => {
          pairs += 1;
          const [from, into] = [`from-${pairs}`, `into-${pairs}`];
          await addAccounts(there.database, [{ id: from }, { id: into }]);
          if (!sameZone)
            await there.database.pool.query(
              `update accounts set time_zone = 'America/Denver' where id = $1`,
              [from],
            );
          await addPerson(there.database, { id: `p-${pairs}`, accounts: [from, into] });
          for (const [account, calls] of [
            [from, first],
            [into, second],
          ] as const)
            for (const [place, call] of calls.entries())
              await there.database.pool.query(
                `insert into calls (account_id, id, call_date_time, opportunity, answered_by, appointment_count, deleted, local_hour, version)
               values ($1, $2, $3, $4, $5, $6, $7, $8, 1)`,
                [
                  account,
                  `${account}-${place}`,
                  `2026-03-01T${String(call.hour).padStart(2, '0')}:00:00Z`,
                  call.opportunity,
                  call.answered_by,
                  call.appointment_count,
                  call.deleted,
                  call.hour,
                ],
              );
          await there.database.pool.query(
            `insert into account_version (account_id, version) values ($1, 1), ($2, 1) on conflict do nothing`,
            [from, into],
          );
          const summary = async (...accountIds: string[]) => {
            await there.app.readModel.settled();
            const token = await signInAs(there, `p-${pairs}@people.test`);
            return askRoute(there, token, callSummaryCount, { query: { accountIds } });
          };
          const parts = [await summary(from), await summary(into)];
          const seen = await askRoute(there, operator, previewOfficeMerge, {
            params: { id: from },
            query: { intoId: into },
          });
          await askRoute(there, operator, mergeOffices, {
            params: { id: from },
            body: {
              intoId: into,
              state: seen.state,
              values: Object.fromEntries(seen.values.map(({ value }) => [value, 'surviving'])),
              confirmedIds: seen.gaining.map(({ id }) => id),
            },
          });
          // the old id names the surviving office
          const [whole, byOldId] = [await summary(into), await summary(from)];
          expect(byOldId).toEqual(whole);
          for (const name of ['all_calls_count', 'missed_calls_count'] as const)
            expect([name, whole[name]]).toEqual([name, parts.reduce((sum, part) => sum + part[name], 0)]);
          const { rows } = await there.database.pool.query(
            `select id from calls where account_id = $1 and local_hour <> extract(hour from call_date_time at time zone 'America/New_York')`,
            [into],
          );
          if (!sameZone) expect(rows).toEqual([]);
          const { rows: unseen } = await there.database.pool.query(
            'select id from calls join account_version using (account_id) where account_id = $1 and calls.id like $2 and (calls.version < 2 or calls.version > account_version.version)',
            [into, `${from}-%`],
          );
          expect(unseen).toEqual([]);
        },
      ),
      { numRuns: 4 },
    );
  });
});

describe('a merge', () => {
  const sees = (id: string) => ask(id, relatedAccounts).then(({ accounts }) => accounts.map((one) => one.id));

  test('keeps chosen values and people, and the feed’s references to the old id', async () => {
    await feed(
      'accounts',
      { id: 'm1', name: 'Main St', industry: 'Dental', time_zone: 'America/Denver' },
      { id: 'm2', name: 'Main Street', address: 'Denver, CO 80203', time_zone: 'America/Denver' },
    );
    await feed('office-hours', { account_id: 'm1', weekday: 'Monday', hours: '08:00-12:00' });
    await feed(
      'contacts',
      { id: 'ann', name: 'Ann', email: 'ann@m.test', account_ids: ['m1', 'm2'], primary_account_ids: ['m1'] },
      { id: 'ben', name: 'Ben', email: 'ben@m.test', account_ids: ['m1'] },
      { id: 'cleo', name: 'Cleo', email: 'cleo@m.test', account_ids: ['m2'] },
    );
    await feed('calls', { id: 'm1-call', account_id: 'm1', call_date_time: '2026-03-01T15:00:00Z' });
    await query(`insert into brands (id, name, created_at) values ('sunny', 'Sunny Mail', now())`);
    await query(`update accounts set brand_id = 'sunny' where id = 'm1'`);
    const { values, gaining, losing, moved, obstacle } = await preview('m1', 'm2');
    expect(values).toEqual([
      { value: 'name', merged: 'Main St', surviving: 'Main Street' },
      { value: 'industry', merged: 'Dental', surviving: null },
      { value: 'address', merged: null, surviving: 'Denver, CO 80203' },
      { value: 'brand', merged: 'Sunny Mail', surviving: null },
      { value: 'hours', merged: 'Monday 08:00-12:00', surviving: null },
    ]);
    const change = { seesMerged: false, seesSurviving: false, otherOffices: 0, becomesPrimary: false };
    expect(gaining.map(({ kind: _kind, name: _name, email: _email, ...one }) => one)).toEqual([
      { id: 'ann', ...change, becomesPrimary: true },
      { id: 'ben', ...change, seesSurviving: true },
      { id: 'cleo', ...change, seesMerged: true },
    ]);
    expect([losing, obstacle, moved.calls, moved.people]).toEqual([[], null, 1, 2]);

    await merge('m1', 'm2', ['industry', 'brand', 'hours']);
    expect(await query(`select brand_id as brand from accounts where id = 'm2'`)).toEqual([
      { brand: 'sunny' },
    ]);
    const { office, row, hours } = await ask('otto', getDeskOffice, { params: { id: 'm1' } });
    expect([office.id, office.name, office.peopleCount, row.values.industry, row.values.address]).toEqual([
      'm2',
      'Main Street',
      3,
      'Dental',
      'Denver, CO 80203',
    ]);
    expect(hours.open).toEqual([{ weekday: 1, opens: 480, closes: 720 }]);
    expect(
      await query(
        `select contact_id as id, is_primary from contact_accounts where account_id = 'm2' order by 1`,
      ),
    ).toEqual([
      { id: 'ann', is_primary: true },
      { id: 'ben', is_primary: false },
      { id: 'cleo', is_primary: false },
    ]);
    const { records } = await ask('otto', listDeskOffices, { query: { show: 'archived' } });
    expect(records.map(({ id }) => id)).not.toContain('m1');

    const ignored = await feed('accounts', { id: 'm1', name: 'Renamed' }, { id: 'm2', name: 'Main Street' });
    expect(ignored.notices).toEqual([
      'accounts.ndjson: 1 row is of an office that was merged into another, and changed nothing.',
    ]);
    expect(ignored.files).toMatchObject([{ rows: 1, unchanged: 1 }]);
    await feed('office-hours', { account_id: 'm1', weekday: 'Monday', hours: '01:00-02:00' });
    expect((await ask('otto', getDeskOffice, { params: { id: 'm2' } })).hours).toEqual(hours);
    const { rejected } = await feed(
      'contacts',
      { id: 'ann', name: 'Ann', email: 'ann@m.test', account_ids: ['m1', 'm2'], primary_account_ids: ['m1'] },
      { id: 'dan', name: 'Dan', email: 'dan@m.test', account_ids: ['m1'] },
    );
    const calls = await feed(
      'calls',
      { id: 'm1-call', account_id: 'm1', call_date_time: '2026-03-01T15:00:00Z', highlights: 'Again' },
      { id: 'm1-new', account_id: 'm1', call_date_time: '2026-03-02T15:00:00Z' },
    );
    await feed('accounts', { id: 'm3', name: 'Below', parent_id: 'm1' });
    expect([rejected, calls.files]).toMatchObject([0, [{ added: 1, changed: 1 }]]);
    expect(await query(`select id, account_id from calls where id like 'm1-%' order by id`)).toEqual([
      { id: 'm1-call', account_id: 'm2' },
      { id: 'm1-new', account_id: 'm2' },
    ]);
    expect(
      await query(`select account_id as id from contact_accounts where contact_id in ('ann', 'dan')`),
    ).toEqual([{ id: 'm2' }, { id: 'm2' }]);
    expect(await query(`select parent_id from accounts where id = 'm3'`)).toEqual([{ parent_id: 'm2' }]);
  });

  test('keeps the order of who wins for people’s offices', async () => {
    await feed('accounts', { id: 'w1', name: 'W' }, { id: 'w2', name: 'W' }, { id: 'w3', name: 'Other' });
    const person = { id: 'wes', name: 'Wes', email: 'wes@m.test' };
    await feed('contacts', { ...person, account_ids: ['w1'] });
    // a person took the office away
    await query(`delete from contact_accounts where contact_id = 'wes'`);
    await query(`insert into contact_accounts (contact_id, account_id) values ('wes', 'w3')`);
    await query(`update contacts set feed = feed || '{"account_ids": "{w1}"}' where id = 'wes'`);
    await merge('w1', 'w2');
    await feed('contacts', { ...person, account_ids: ['w1'] });
    expect(await query(`select account_id as id from contact_accounts where contact_id = 'wes'`)).toEqual([
      { id: 'w3' },
    ]);
  });

  test('needs each value, each person, and what the operator saw', async () => {
    await addAccounts(here.database, [{ id: 'c1' }, { id: 'c2' }]);
    await addPerson(here.database, { id: 'cora', accounts: ['c1'] });
    const { state } = await preview('c1', 'c2');
    const send = (body: object) =>
      ask('otto', mergeOffices, {
        params: { id: 'c1' },
        body: { intoId: 'c2', state, values: { name: 'merged' }, confirmedIds: ['cora'], ...body },
      });
    await expect(send({ values: {} })).rejects.toThrow(/422 .*"values.name":"Choose which value holds."/);
    await expect(send({ confirmedIds: [] })).rejects.toThrow(/422 .*"confirmedIds":"Confirm everyone/);
    await addPerson(here.database, { id: 'carl', accounts: ['c2'] });
    await expect(send({})).rejects.toThrow('422 These offices, or their people, were changed meanwhile.');
    await expect(send({ intoId: 'c1' })).rejects.toThrow(/400 .*"intoId":"Choose another office."/);
    await expect(send({ intoId: 'nobody' })).rejects.toThrow('404 Account nobody not found');
    await expect(send({ values: { name: 'both' } })).rejects.toThrow(/400 .*Use merged or surviving/);
    expect(await query(`select merged_into from accounts where id = 'c1'`)).toEqual([{ merged_into: null }]);
    for (const route of [previewOfficeMerge, mergeOffices])
      await expect(ask('mona', route, { params: { id: 'c1' }, query: { intoId: 'c2' } })).rejects.toThrow(
        '404',
      );
  });

  test('waits for imports and for another merge, and follows an office that was merged', async () => {
    await addAccounts(here.database, [{ id: 'k1' }, { id: 'k2' }, { id: 'k3' }]);
    await addPerson(here.database, { id: 'kim', accounts: ['k1', 'k2', 'k3'] });
    await signIn('kim');
    const client = await here.database.pool.connect();
    await client.query('select pg_advisory_lock($1)', [importLock]);
    const otto = {
      contactId: 'otto',
      team: { roles: new Set(['operator']), scope: 'all' },
    } as unknown as Viewer;
    const { state } = await preview('k1', 'k2');
    await expect(
      mergeNow({ ...here, importTimeout: 10 }, otto, 'k1', {
        intoId: 'k2',
        state,
        values: {},
        confirmedIds: [],
      }),
    ).rejects.toThrow('An import is running. Merge the offices when it has ended.');
    const waiting = Promise.allSettled([merge('k1', 'k2'), merge('k2', 'k1')]);
    await client.query('select pg_advisory_unlock($1)', [importLock]);
    client.release();
    const both = await waiting;
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.map((one) => (one.status === 'rejected' ? String(one.reason) : '')).join('')).toMatch(
      /422 This office was merged into Office k[12]\./,
    );
    const [{ into }] = (await query<{ into: string }>(
      `select merged_into as into from accounts where merged_into is not null and id like 'k%'`,
    )) as [{ into: string }];
    await merge(into, 'k3');
    expect(
      await query(`select id, merged_into as into from accounts where id like 'k%' order by id`),
    ).toEqual([
      { id: 'k1', into: 'k3' },
      { id: 'k2', into: 'k3' },
      { id: 'k3', into: null },
    ]);
    await expect(preview('k1', 'k3')).rejects.toThrow('422 This office was merged into Office k3.');
    expect(await sees('kim')).toEqual(['k3']);
    const { accounts } = await ask('kim', relatedAccounts);
    expect(accounts[0]?.mergedIds.toSorted()).toEqual(['k1', 'k2']);
  });

  test('moves the offices of a group, says who loses it, and why a group cannot be below itself', async () => {
    await addAccounts(here.database, [
      { id: 'top' },
      { id: 'g1', parent: 'top' },
      { id: 'g1-sub', parent: 'g1' },
      { id: 'g2' },
      { id: 'gone', deleted: true },
    ]);
    await addPerson(here.database, { id: 'tess', accounts: ['top'] });
    await addPerson(here.database, { id: 'gus', accounts: ['g2'] });
    await addTeamMember(here.database, { id: 'theo', roles: ['account-manager'], accounts: ['g1'] });
    expect((await preview('top', 'g1-sub')).obstacle).toBe(
      'Office top is the group above Office g1-sub. Merge Office g1-sub into Office top, or take it out of the group first.',
    );
    await expect(merge('top', 'g1-sub')).rejects.toThrow('422 Office top is the group above');
    expect((await preview('g2', 'gone')).obstacle).toBe('Office gone is archived. Bring it back first.');
    const { gaining, losing } = await preview('g1', 'g2');
    expect(losing).toEqual([{ id: 'tess', name: 'Person tess' }]);
    expect(gaining.map(({ id, kind, otherOffices }) => [id, kind, otherOffices])).toEqual([
      ['gus', 'contact', 1],
      ['theo', 'team', 0],
    ]);
    expect((await preview('g1', 'g2', 'merged')).losing).toEqual([]);
    await merge('g1', 'g2', ['parent_id']);
    expect(
      await query(`select id, parent_id from accounts where id in ('g1-sub', 'g2') order by id`),
    ).toEqual([
      { id: 'g1-sub', parent_id: 'g2' },
      { id: 'g2', parent_id: 'top' },
    ]);
    await signIn('tess');
    await signIn('gus');
    expect(await sees('tess')).toEqual(['g1-sub', 'g2', 'top']);
    expect(await sees('gus')).toEqual(['g1-sub', 'g2']);
    await merge('g1-sub', 'g2');
    expect(await sees('gus')).toEqual(['g2']);
  });

  test('leaves activity and its seals with the old id, readable by people of the surviving office', async () => {
    await addAccounts(here.database, [{ id: 'a1' }, { id: 'a2' }]);
    await addPerson(here.database, { id: 'abe', accounts: ['a2'] });
    await query(`update contact_accounts set is_primary = true where contact_id = 'abe'`);
    await query(
      `insert into calls (account_id, id, call_date_time) values ('a1', 'a1-call', '2026-03-01T15:00:00Z')`,
    );
    await query(`insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at)
      values ('a1', 'nobody', 'play', 'call', 'a1-call', '2026-03-10T15:00:00Z')`);
    here.clock.advance(60_000);
    await sealActivity(here);
    await merge('a1', 'a2');
    await sealActivity(here);
    const verified = await verifyActivity(here.database.kysely);
    expect(
      verified.filter(({ accountId }) => ['a1', 'a2'].includes(accountId)).map(({ problems }) => problems),
    ).toEqual([[], []]);
    await signIn('abe');
    const { records } = await ask('abe', listActivity, { query: { accountIds: ['a2'] } });
    expect(records.map(({ accountId, text, callId }) => [accountId, text, callId])).toEqual(
      expect.arrayContaining([
        ['a1', 'Played a recording', 'a1-call'],
        ['a1', 'Merged an office that existed twice', null],
        ['a2', 'Merged an office that existed twice', null],
      ]),
    );
  });

  test('moves settings, queues and everything that names the office', async () => {
    await addAccounts(here.database, [{ id: 'r1' }, { id: 'r2' }]);
    await addPerson(here.database, { id: 'rae', accounts: ['r1', 'r2'] });
    const other = '22222222-2222-4222-8222-222222222222';
    await query(`
      insert into alert_progress (account_id, seen_version, next_due_at, daily_day, daily_sequence, weekly_day, weekly_sequence, began_at, has_calls, first_version)
      values ('r1', 0, now(), '2026-03-10', 0, '2026-03-09', 0, now(), true, 0), ('r2', 0, now(), '2026-03-10', 0, '2026-03-09', 0, now(), false, 0)`);
    const note = async (account: string, ...subjects: string[]) => {
      for (const subject of subjects)
        await query(
          `insert into alert_events (account_id, alert_type, subject_id, noted_at, alertable) values ($1, 'Missed Call Alert', $2, now(), true)`,
          account,
          subject,
        );
    };
    const told = (account: string) =>
      query(
        `update alert_progress set daily_sequence = (select max(sequence) from alert_events where account_id = $1) where account_id = $1`,
        account,
      );
    await note('r1', 'r1-told', 'r1-told-too');
    await told('r1');
    await note('r1', 'r1-untold');
    await note('r2', 'r2-told');
    await told('r2');
    await note('r2', 'r2-untold');
    await query(`
      insert into notification_settings (account_id, id, contact_id, alert_type, frequency, methods) values
        ('r1', 'rs1', 'rae', 'Missed Call Alert', 'Daily', '{Email}'), ('r2', 'rs2', 'rae', 'Missed Call Alert', 'Weekly', '{Email}'),
        ('r1', 'rs3', 'rae', 'New Opportunity Call Alert', 'Daily', '{Email}');
      update notification_settings set after_sequence = 1 where id = 'rs3';
      insert into alerts (account_id, alert_type, contact_id, channel, event_key, title, path, happened_at, created_at)
        select id, 'Missed Call Alert', 'rae', 'email', 'daily 2026-03-10', 'One', '/?accounts=' || id, now(), now() from unnest(array['r1', 'r2']) id;
      insert into saved_views (id, contact_id, account_id, is_shared, name, path, address, created_at, changed_at)
        values ('${other}', 'rae', 'r1', true, 'Ours', '/scoreboard', '{"accounts": "r1"}', now(), now());
      insert into webhooks (id, url, account_ids, secret, created_at, queued_position) values ('hook', 'https://hook.test', '{r1}', 's', now(), 0);
      insert into webhook_queues (webhook_id, account_id, position, next_attempt_at) values ('hook', 'r1', 3, now());
      insert into portal_changes (account_id, file, row_id, action, made_at) values
        ('r1', 'campaigns', 'r1-mailing', 'changed', now()), ('r1', 'calls', 'r1-gone', 'removed', now())`);
    await query(
      `select graphile_worker.add_job('audit patient list', '{"accountId": "r1", "id": "x"}'::json)`,
    );
    expect((await preview('r1', 'r2')).gaining).toMatchObject([
      { id: 'hook', kind: 'webhook', seesSurviving: true },
    ]);
    await merge('r1', 'r2');

    const untold = await query(`
      select subject_id as id from alert_events join alert_progress using (account_id)
      where account_id = 'r2' and sequence > daily_sequence order by sequence`);
    expect(untold.map((row) => (row as { id: string }).id).toSorted()).toEqual(['r1-untold', 'r2-untold']);
    expect(await query(`select count(*)::int as count from alert_events where account_id = 'r2'`)).toEqual([
      { count: 5 },
    ]);
    expect(
      await query(
        `select id, deleted, after_sequence::int as after from notification_settings where account_id = 'r2' order by id`,
      ),
    ).toMatchObject([
      { id: 'rs1', deleted: true },
      { id: 'rs2', deleted: false },
      { id: 'rs3', deleted: false, after: 1 },
    ]);
    expect(await query(`select event_key as key from alerts where account_id = 'r2' order by 1`)).toEqual([
      { key: 'daily 2026-03-10' },
      { key: 'daily 2026-03-10 of r1' },
    ]);
    expect(await query(`select account_ids from webhooks where id = 'hook'`)).toEqual([
      { account_ids: ['r2'] },
    ]);
    expect(await query(`select account_id, position::int from webhook_queues`)).toEqual([
      { account_id: 'r2', position: 3 },
    ]);
    expect(
      await query(
        `select row_id as id, count(*)::int as count from portal_changes where account_id = 'r2' and row_id like 'r1-%' group by 1 order by 1`,
      ),
    ).toEqual([
      { id: 'r1-gone', count: 1 },
      { id: 'r1-mailing', count: 2 },
    ]);
    expect(
      await query(
        `select payload->>'accountId' as account from graphile_worker._private_jobs where payload->>'id' = 'x'`,
      ),
    ).toEqual([{ account: 'r2' }]);
    await signIn('rae');
    const { records } = await ask('rae', listSavedViews);
    expect(records).toMatchObject([{ name: 'Ours', address: { accounts: 'r2' }, leftOutAccounts: 0 }]);
    const links = await openUnsubscribeLinks(here.environment);
    const link = new URL(
      links.urlOf('https://mailcall.test', {
        accountId: 'r1',
        contactId: 'rae',
        alertType: 'Missed Call Alert',
      }),
    );
    const { alerts } = await ask('rae', readAlertEmails, {
      params: { token: link.pathname.split('/').at(-1) ?? '' },
    });
    expect(alerts).toMatchObject([{ accountId: 'r2', on: true }]);
    const hours = { open: [], holidays: [{ date: '2026-07-03', name: null }] };
    await query(`update contact_accounts set is_primary = true where contact_id = 'rae'`);
    await ask('rae', saveOfficeHours, { body: { accountId: 'r1', ...hours } });
    expect(
      await query(`select account_id as id from office_holidays where account_id in ('r1', 'r2')`),
    ).toEqual([{ id: 'r2' }]);
  });

  test('moves later what was written with the old id meanwhile', async () => {
    await addAccounts(here.database, [{ id: 'l1' }, { id: 'l2' }]);
    await merge('l1', 'l2');
    await query(
      `insert into calls (account_id, id, call_date_time) values ('l1', 'late', '2026-03-01T15:00:00Z')`,
    );
    await query(
      `insert into patient_list_columns (account_id, columns, changed_at) values ('l1', '{}', now()), ('l2', '{"kept": 1}', now())`,
    );
    await mergeTasks(here)['move rows of merged office']?.({ id: 'l1' }, { isLast: false });
    expect(await query(`select account_id as id from calls where id = 'late'`)).toEqual([{ id: 'l2' }]);
    expect(
      await query(
        `select account_id as id, columns from patient_list_columns where account_id in ('l1', 'l2')`,
      ),
    ).toEqual([{ id: 'l2', columns: { kept: 1 } }]);
  });
});
