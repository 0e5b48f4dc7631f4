import { randomUUID } from 'node:crypto';
import * as contract from '@mailcall/contract/provider-inbox.ts';
import type { InboxKind } from '@mailcall/contract/rules/inbox.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import type { AnyRoute, RouteReply } from '@mailcall/contract/wire/route.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { designOffice } from '../../../tests/support/design-office.ts';
import { askRoute, type RequestParts, requestRoute } from '../../../tests/support/request-route.ts';
import { addTeamMember, signInAs, testNow } from '../../../tests/support/test-app.ts';
import { saveEditedRows } from '../ingest/index.ts';
import { recordRejections } from '../ingest/import-rejections.ts';
import { cleanInbox } from './index.ts';
import { findSilentLines } from './silent-lines.ts';

const { here, write, one, said, close, addDesign } = designOffice();
const ids = ['mia', 'dora', 'otis', 'near', 'far'] as const;
type Member = (typeof ids)[number];
const tokens = new Map<Member, string>();

const daysAgo = (count: number) => new Date(Date.parse(testNow) - days(count));

beforeEach(async () => {
  here.clock.set(testNow);
  await write(
    `truncate design_reviews, team_members, team_member_accounts, access_log, portal_changes, feed_questions, tied_ids, inbox_dismissals,
       score_disputes`,
  );
  await addTeamMember(here.database, { id: 'mia', roles: ['account-manager'] });
  await addTeamMember(here.database, { id: 'near', roles: ['account-manager'], accounts: ['own'] });
  await addTeamMember(here.database, { id: 'far', roles: ['account-manager'], accounts: ['foreign'] });
  await addTeamMember(here.database, { id: 'dora', roles: ['designer'] });
  await addTeamMember(here.database, { id: 'otis', roles: ['operator'] });
  for (const id of ids) if (!tokens.has(id)) tokens.set(id, await signInAs(here, `${id}@people.test`));
});

const request = <R extends AnyRoute>(who: Member, route: R, parts: RequestParts = {}) =>
  requestRoute<RouteReply<R>>(here, tokens.get(who) ?? '', route, parts);

const ask = <R extends AnyRoute>(who: Member, route: R, parts?: RequestParts) =>
  askRoute(here, tokens.get(who) ?? '', route, parts);

const waiting = async (who: Member = 'mia', kind?: InboxKind) =>
  (await ask(who, contract.listInbox, { query: kind ? { kind } : {} })).records;
const subjects = async (who?: Member, kind?: InboxKind) =>
  (await waiting(who, kind)).map((item) => `${item.kind}: ${item.subject}`);
const dismiss = (kind: InboxKind, id: string, who: Member = 'mia') =>
  request(who, contract.dismissInboxItem, { body: { kind, id } });
const opened = () => write(`update design_versions set customer_viewed = $1`, daysAgo(1));

describe('designs', () => {
  test('changes that a client asked for wait until the next version', async () => {
    await opened();
    await said();
    await close();
    expect(await waiting('dora', 'changes')).toMatchObject([
      {
        id: 'card',
        accountId: 'own',
        accountName: expect.any(String),
        count: 1,
        since: testNow,
        opens: { kind: 'design', id: 'card' },
      },
    ]);
    expect(await waiting('near')).toHaveLength(1);
    expect(await waiting('far')).toEqual([]);
    await write(`update design_versions set status = 'InReview' where design_id = 'card'`);
    expect(await waiting('dora')).toEqual([]);
  });

  test('an approval waits until somebody of the team acknowledges it, for all of them', async () => {
    await opened();
    await close();
    const [item] = await waiting('dora');
    expect(item).toMatchObject({ kind: 'approved', person: 'Person olga', opens: { kind: 'design' } });
    const id = item?.id ?? '';
    expect((await dismiss('approved', id, 'far')).code).toBe(404);
    expect((await dismiss('chosen', id)).code).toBe(404);
    expect((await dismiss('approved', id)).code).toBe(200);
    expect(await waiting('dora')).toEqual([]);
    expect(await one('select dismissed_by_id, dismissed_at, hidden_until from inbox_dismissals')).toEqual({
      dismissed_by_id: 'mia',
      dismissed_at: new Date(testNow),
      hidden_until: null,
    });
    expect((await dismiss('approved', id)).message).toBe('This is done already.');
  });

  test('a mailing and its design that were approved together are one approval', async () => {
    const at = daysAgo(2);
    const approve = (kind: string, subject: string, contact = 'olga') =>
      write(
        `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at) values ('own', $3, 'approve', $1, $2, $4)`,
        kind,
        subject,
        contact,
        at,
      );
    await opened();
    await approve('design', 'card');
    expect((await waiting()).map(({ opens }) => opens)).toEqual([{ kind: 'design', id: 'card' }]);
    await approve('mailing', 'ready');
    await write(`update campaigns set name = '10001', label = 'Winter postcard' where id = 'ready'`);
    expect(await waiting()).toMatchObject([
      { subject: 'Winter postcard · 10001', opens: { kind: 'mailing', id: 'ready' } },
    ]);
    await write(`update access_log set happened_at = $1`, daysAgo(31));
    expect(await waiting()).toEqual([]);
    await write(`update access_log set happened_at = $1, team_role = 'designer'`, daysAgo(3));
    expect(await waiting()).toEqual([]);
  });

  test('a chosen concept waits until it is acknowledged', async () => {
    await opened();
    await write(
      `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at) values ('own', 'olga', 'choose', 'design', 'card', $1)`,
      daysAgo(1),
    );
    const [item] = await waiting('dora', 'chosen');
    expect(item).toMatchObject({ kind: 'chosen', person: 'Person olga' });
    expect((await dismiss('chosen', item?.id ?? '', 'dora')).code).toBe(200);
    expect(await waiting('dora')).toEqual([]);
  });

  test('a design that no client opened for three days waits, and can be put off', async () => {
    await opened();
    const sentBefore = (count: number) =>
      write(
        `update design_versions set customer_viewed = null, created_at = $1 where design_id = 'card'`,
        daysAgo(count),
      );
    await sentBefore(2.9);
    expect(await waiting()).toEqual([]);
    await sentBefore(3.1);
    const [item] = await waiting();
    expect(item).toMatchObject({
      kind: 'unopened',
      opens: { id: 'card' },
      since: daysAgo(3.1).toISOString(),
    });
    expect((await dismiss('unopened', item?.id ?? '')).code).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await one('select hidden_until from inbox_dismissals'))?.['hidden_until']).toEqual(daysAgo(-3));
    await write('update inbox_dismissals set hidden_until = $1', daysAgo(0));
    expect(await waiting()).toHaveLength(1);
    await opened();
    expect(await waiting()).toEqual([]);
  });

  test('only work ends what a client asked for', async () => {
    await said();
    await close();
    expect((await dismiss('changes', 'card')).code).toBe(422);
  });
});

test('a dispute waits for those who decide it', async () => {
  await opened();
  const call = randomUUID();
  await write(`insert into calls (account_id, id, call_date_time) values ('own', $1, $2)`, call, daysAgo(1));
  await write(
    `insert into score_disputes (account_id, id, call_id, field, wanted, reason, contact_id, opened_at)
     values ('own', $1, $2, 'goodImpression', 'No', 'She was rude.', 'olga', $3)`,
    randomUUID(),
    call,
    daysAgo(1),
  );
  expect(await waiting()).toMatchObject([
    { kind: 'dispute', subject: 'goodImpression', person: 'Person olga', detail: 'She was rude.' },
  ]);
  expect(await waiting('dora')).toEqual([]);
  expect(await waiting('far')).toEqual([]);
  expect((await ask('mia', contract.countInbox)).kinds).toEqual([{ kind: 'dispute', count: 1 }]);
  await write(`update calls set deleted = true where id = $1`, call);
  expect(await waiting()).toEqual([]);
});

describe('a row of the feed that may be one made here', () => {
  const made = async (offices = 'own') => {
    const [id = ''] = await saveEditedRows(here, {
      file: 'contacts',
      changes: [
        {
          id: null,
          accountId: null,
          values: { name: 'Ann', email: `${randomUUID()}@x.example`, account_ids: offices },
        },
      ],
      by: { contactId: 'mia', at: new Date(testNow) },
    });
    return id;
  };
  const questionAbout = async (rowId: string, offices = 'own') => {
    const { email } = (await one('select email from contacts where id = $1', rowId)) as { email: string };
    const id = randomUUID();
    await write(
      `insert into feed_questions (file, feed_id, row_id, column_name, cells, asked_at) values ('contacts', $1, $2, 'email', $3, $4)`,
      id,
      rowId,
      JSON.stringify({ id, name: 'Ann Smith', email, account_ids: offices, primary_account_ids: '' }),
      daysAgo(1),
    );
    return email;
  };
  const answer = (who: Member, id: string, answered: string) =>
    request(who, contract.answerInboxQuestion, { params: { id }, body: { answer: answered } });

  beforeEach(opened);

  test('waits for who may change both, and shows both', async () => {
    const email = await questionAbout(await made());
    const [item] = await waiting('near');
    expect(item).toMatchObject({
      kind: 'question',
      subject: email,
      question: {
        file: 'contacts',
        column: 'email',
        feedRow: { name: 'Ann Smith', email, phone: null, roles: null },
        ownRow: { name: 'Ann', email },
      },
    });
    expect(Object.keys(item?.question?.feedRow ?? {})).not.toContain('primary_account_ids');
    expect(await waiting('far')).toEqual([]);
    expect(await waiting('dora')).toEqual([]);
    expect((await answer('far', item?.id ?? '', 'tie')).code).toBe(404);
  });

  test.each([
    ['own', 'foreign'],
    ['own;foreign', 'own'],
    ['own', ''],
  ])('made for %s and sent for %s waits only for people of all offices', async (mine, feeds) => {
    await questionAbout(await made(mine), feeds);
    expect(await waiting('near')).toEqual([]);
    expect(await waiting('mia')).toHaveLength(1);
    expect(await waiting('otis')).toHaveLength(1);
  });

  test('is the same: the feed’s row is tied, and the question is gone', async () => {
    const rowId = await made();
    await questionAbout(rowId);
    const id = (await waiting('near'))[0]?.id ?? '';
    expect((await answer('near', id, 'tie')).code).toBe(200);
    expect(await one('select row_id from tied_ids')).toEqual({ row_id: rowId });
    expect(await waiting('near')).toEqual([]);
    expect((await answer('near', id, 'tie')).message).toBe('This is done already.');
    expect(await one(`select contact_id from access_log where action = 'tie'`)).toEqual({
      contact_id: 'near',
    });
  });

  test('is different: only after one of them got another email', async () => {
    const rowId = await made();
    await questionAbout(rowId);
    const id = (await waiting())[0]?.id ?? '';
    expect((await answer('mia', id, 'keep apart')).message).toBe(
      'Both have the same email. Change one of them first.',
    );
    expect(await waiting()).toHaveLength(1);
    expect((await answer('mia', id, 'reject')).code).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  test('can be a tracking line of two offices', async () => {
    const [line = ''] = await saveEditedRows(here, {
      file: 'tracking-lines',
      changes: [{ id: null, accountId: 'own', values: { number: '+13035550177', friendly_name: 'Spring' } }],
      by: { contactId: 'mia', at: new Date(testNow) },
    });
    const asked = (accountId: string) =>
      write(
        `insert into feed_questions (file, feed_id, row_id, column_name, account_id, cells) values ('tracking-lines', $1, $2, 'number', $3, $4)`,
        randomUUID(),
        line,
        accountId,
        JSON.stringify({ number: '+13035550177' }),
      );
    await asked('foreign');
    expect(await waiting('near')).toEqual([]);
    await asked('own');
    expect(await waiting('near')).toMatchObject([
      { accountId: 'own', subject: '+13035550177', question: { ownRow: { friendly_name: 'Spring' } } },
    ]);
    expect(await waiting('mia')).toHaveLength(2);
  });
});

describe('pages', () => {
  const unopened = async (count: number) => {
    await write(`update design_versions set customer_viewed = now()`);
    for (let index = 0; index < count; index += 1) {
      await addDesign(`d${index}`);
      // several at the same moment, with microseconds
      await write(
        'update design_versions set customer_viewed = null, created_at = $1 where design_id = $2',
        `2026-03-01T1${Math.floor(index / 3)}:00:00.123456Z`,
        `d${index}`,
      );
    }
  };

  test('go on where the page before ended, oldest first, across kinds', async () => {
    await unopened(7);
    for (const hour of [10, 11])
      await write(
        `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at) values ('own', 'olga', 'approve', 'design', 'card', $1)`,
        `2026-03-01T${hour}:00:00.123999Z`,
      );
    const whole = await subjects();
    expect(whole).toHaveLength(9);
    expect((await ask('mia', contract.countInbox)).total).toBe(9);
    const ordered = (await waiting()).map(({ since, kind }) => `${since} ${kind}`);
    expect(ordered).toEqual([...ordered].sort());
    for (const pageSize of [1, 2, 4]) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: RouteReply<typeof contract.listInbox> = await ask('mia', contract.listInbox, {
          query: { pageSize, ...(after !== null && { after }) },
        });
        seen.push(...page.records.map(({ kind, id }) => `${kind} ${id}`));
        after = page.next;
      } while (after !== null);
      expect(seen).toEqual((await waiting()).map(({ kind, id }) => `${kind} ${id}`));
    }
  });

  test.each(['', 'x', '2026-03-01T10:00:00.123Z|unopened|', '2026-99-01T10:00:00.123Z|unopened|x'])(
    'do not begin after %j',
    async (after) => {
      expect((await request('mia', contract.listInbox, { query: { after } })).code).toBe(400);
    },
  );

  test('forget dismissals whose subject is not shown any more', async () => {
    const kept = async () => (await one('select count(*)::int as n from inbox_dismissals'))?.['n'];
    for (const [index, hidden] of [null, daysAgo(-90)].entries())
      await write(
        `insert into inbox_dismissals values ('own', 'approved', $1, 'mia', $2, $3)`,
        `x${index}`,
        daysAgo(59),
        hidden,
      );
    await cleanInbox(here);
    expect(await kept()).toBe(2);
    here.clock.set(daysAgo(-2).toISOString());
    await cleanInbox(here);
    expect(await kept()).toBe(1);
  });
});

describe('lines and offices without calls', () => {
  const call = (daysBefore: number, line: string | null = 'line') =>
    write(
      `insert into calls (account_id, id, call_date_time, tracking_line_id) values ('own', $1, $2, $3)`,
      randomUUID(),
      daysAgo(daysBefore),
      line,
    );
  const addLine = (id: string) =>
    write(
      `insert into tracking_lines (account_id, id, number, friendly_name) values ('own', $1, $2, $3)`,
      id,
      `+1303555${String(1000 + id.length)}`,
      `Line ${id}`,
    );

  beforeEach(async () => {
    await opened();
    await write(`delete from calls; delete from tracking_lines; delete from silent_lines`);
    await addLine('line');
    await addLine('other');
    for (let day = 6; day < 30; day += 1) await call(day);
  });
  const find = () => findSilentLines(here.database, new Date(testNow));

  test('a line waits while the office has other calls, until a call comes', async () => {
    for (let day = 1; day < 20; day += 1) await call(day, 'other');
    await find();
    expect(await waiting('near')).toMatchObject([
      { kind: 'line', id: 'line', subject: 'Line line', count: 24, since: daysAgo(6).toISOString() },
    ]);
    expect(await waiting('far')).toEqual([]);
    expect(await waiting('dora')).toEqual([]);
    await call(0.1);
    expect(await waiting('near')).toEqual([]);
  });

  test('an office waits instead of its lines, and is put off for a week', async () => {
    await find();
    expect(await waiting('near')).toMatchObject([{ kind: 'office', id: 'own', count: 24 }]);
    expect((await dismiss('office', 'own')).code).toBe(200);
    expect(await waiting('near')).toEqual([]);
    expect((await one('select hidden_until from inbox_dismissals'))?.['hidden_until']).toEqual(daysAgo(-7));
    await call(0.1, null);
    await find();
    expect(await one('select 1 as one from silent_lines where tracking_line_id = $1', '')).toBeUndefined();
  });

  test('a line that is not active does not wait', async () => {
    for (let day = 1; day < 20; day += 1) await call(day, 'other');
    await find();
    await write(`update tracking_lines set status = 'Inactive' where id = 'line'`);
    expect(await waiting('near')).toEqual([]);
  });
});

test('a spreadsheet with rejected rows, or that was not read, waits for the person who dropped it', async () => {
  await opened();
  await write('truncate spreadsheets');
  const dropped = (state: string, rejected: number, failure: string | null = null) =>
    write(
      `insert into spreadsheets (id, contact_id, file_name, file_key, state, counts, failure, created_at, heartbeat_at)
       values ($1::uuid, 'near', $2, $2, $3, $4, $5, $6, $6)`,
      randomUUID(),
      `${state}-${rejected}.csv`,
      state,
      JSON.stringify({
        added: 1,
        changed: 0,
        unchanged: 0,
        rejected,
        replaced: 0,
        asked: 0,
        pending: 0,
        emptied: 0,
      }),
      failure,
      daysAgo(1),
    );
  await dropped('imported', 0);
  await dropped('checked', 2);
  await dropped('imported', 3);
  await dropped('failed', 0, 'It could not be read.');
  const found = await waiting('near', 'spreadsheet');
  expect(new Map(found.map(({ subject, count, detail }) => [subject, [count, detail]]))).toEqual(
    new Map([
      ['failed-0.csv', [0, 'It could not be read.']],
      ['imported-3.csv', [3, null]],
    ]),
  );
  expect(found[0]?.opens).toEqual({ kind: 'spreadsheet', id: found[0]?.id });
  expect((await ask('near', contract.countInbox)).total).toBe(2);
  expect(await waiting('mia', 'spreadsheet')).toEqual([]);
  expect((await dismiss('spreadsheet', found[0]?.id ?? '', 'mia')).code).toBe(404);
  for (const { id } of found) expect((await dismiss('spreadsheet', id, 'near')).code).toBe(200);
  expect(await waiting('near')).toEqual([]);
});

describe('what operators of the team move', () => {
  beforeEach(async () => {
    await opened();
    await write('delete from outbox');
    await write('delete from import_rejections');
    await write(`delete from connection_parked`);
    await write('delete from silent_lines');
  });

  test('messages that were given up', async () => {
    const message = (id: string, abandoned: Date | null, text: string | null) =>
      write(
        `insert into outbox (id, channel, recipient, subject, body_text, written_at, expires_at, failed_at, failure, abandoned_at)
         values ($1, 'email', 'ann@x.example', 'Hello', $2, $3, $4, $3, 'The mailbox is full.', $5)`,
        id,
        text,
        daysAgo(1),
        daysAgo(-1),
        abandoned,
      );
    const [good, late] = [randomUUID(), randomUUID()];
    await message(good, daysAgo(0.5), 'Hello');
    await message(late, daysAgo(0.4), null);
    await message(randomUUID(), null, 'Hello');
    expect(await waiting('otis')).toMatchObject([
      { kind: 'message', id: good, person: 'ann@x.example', detail: 'The mailbox is full.', canBeSent: true },
      { kind: 'message', id: late, canBeSent: false },
    ]);
    expect(await waiting('mia')).toEqual([]);
    expect((await dismiss('message', late, 'mia')).code).toBe(404);
    expect((await dismiss('message', late, 'otis')).code).toBe(200);
    expect((await waiting('otis')).map(({ id }) => id)).toEqual([good]);
    expect((await ask('otis', contract.countInbox)).kinds).toEqual([{ kind: 'message', count: 1 }]);
  });

  test('jobs that were given up, by task', async () => {
    await write('delete from graphile_worker._private_jobs');
    await write(`select graphile_worker.add_job('write export', '{}', max_attempts => 1)`);
    await write(`update graphile_worker._private_jobs set attempts = max_attempts`);
    expect(await waiting('otis', 'job')).toMatchObject([{ subject: 'write export', count: 1 }]);
    expect(await waiting('mia', 'job')).toEqual([]);
    await write('delete from graphile_worker._private_jobs');
  });

  test('numbers that nobody knows', async () => {
    await write(
      `insert into connections (name, kind, created_at) values ('rail', 'callrail', now()) on conflict do nothing`,
    );
    for (const [item, at] of [
      ['a', daysAgo(2)],
      ['b', daysAgo(1)],
    ])
      await write(
        `insert into connection_parked (connection, reference, item, parked_at) values ('rail', '+13035550199', $1, $2)`,
        item,
        at,
      );
    expect(await waiting('otis')).toMatchObject([
      {
        kind: 'parked',
        subject: '+13035550199',
        count: 2,
        since: daysAgo(2).toISOString(),
        parked: { connection: 'rail', assignedTo: 'tracking line' },
      },
    ]);
    expect((await dismiss('parked', 'rail +13035550199', 'otis')).code).toBe(422);
  });

  test('rows that imports rejected, until a folder without them, or an operator has seen them', async () => {
    const report = (rejected: number) => ({
      files: [{ file: 'contacts.csv', rejected }] as never,
      firstRejections: [{ file: 'contacts.csv', line: 5, column: 'email', reason: 'is not an address' }],
    });
    const record = (rejected: number, source: string | null, at = daysAgo(1)) =>
      recordRejections(here.database.kysely, source, report(rejected), at);
    await record(2, null);
    expect(await waiting('otis')).toMatchObject([
      {
        kind: 'rejected',
        subject: 'contacts.csv',
        person: null,
        count: 2,
        detail: 'line 5: email is not an address',
      },
    ]);
    await record(0, null);
    expect(await waiting('otis')).toEqual([]);
    await record(1, 'crm');
    await record(0, 'crm');
    await record(2, 'crm', daysAgo(0.5));
    const [item] = await waiting('otis');
    expect(item).toMatchObject({ person: 'crm', count: 3, since: daysAgo(1).toISOString() });
    expect((await dismiss('rejected', item?.id ?? '', 'otis')).code).toBe(200);
    expect(await waiting('otis')).toEqual([]);
    await record(1, 'crm', daysAgo(0));
    expect(await waiting('otis')).toMatchObject([{ count: 1 }]);
  });
});
