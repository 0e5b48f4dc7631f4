import type { searchEverything } from '@mailcall/contract/search.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { processMetrics } from '../../platform/process-metrics.ts';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';

type Found = RouteReply<typeof searchEverything>;

const record = testApp({ READ_MODEL: 'postgres' });
const copy = testApp({ READ_MODEL: 'duckdb' }, { readModel: { leastCalls: 0, longestWait: 60_000 } });

const rows = `
  insert into campaigns (account_id, id, name, friendly_name, label, campaign_type, reported_delivery_week, deleted) values
    ('own', 'spring', 'AVL-117', 'Spring Smiles', 'Postcard A', 'MVP Mail', '2026-03-02', false),
    ('own', 'autumn', 'AVL-118', null, null, 'MVP Mail', '2026-03-09', false),
    ('own', 'unplanned', 'AVL-121', null, null, 'MVP Mail', null, false),
    ('own', 'gone', 'AVL-119', 'Spring gone', null, 'MVP Mail', '2026-03-02', true),
    ('foreign', 'theirs', 'AVL-120', 'Spring theirs', null, 'MVP Mail', '2026-03-02', false);
  insert into tracking_lines (account_id, id, number, friendly_name, campaign_id, deleted) values
    ('own', 'door', '+18285550100', 'Front door', null, false), ('own', 'card', '+18285550101', null, 'spring', false),
    ('own', 'gone', '+18285550102', 'Front gone', null, true), ('foreign', 'theirs', '+18285550103', 'Front theirs', null, false);
  insert into calls (account_id, id, call_date_time, caller_name, caller_id_name, caller_phone_number, highlights, deleted) values
    ('own', 'm1', '2026-03-01T15:00Z', 'Maria Garcia-Lopez', null, '+13035550188', 'Asked about an implant.', false),
    ('own', 'm2', '2026-03-03T15:00Z', 'Maria Garcia-Lopez', null, '(303) 555-0188', null, false),
    ('sub', 'm3', '2026-03-02T15:00Z', 'Maria Garcia-Lopez', null, '303-555-0188', null, false),
    ('own', 'o1', '2026-03-04T15:00Z', null, 'OBRIEN SEAN', '+13035550199', 'Maria answered.', false),
    ('own', 'a1', '2026-03-05T15:00Z', 'Maria', null, 'anonymous', null, false),
    ('own', 'a2', '2026-03-06T15:00Z', 'Maria', null, 'anonymous', null, false),
    ('own', 'gone', '2026-03-07T15:00Z', 'Maria Gone', null, '+13035550111', null, true),
    ('own', 'berlin', '2026-02-10T15:00Z', 'Klaus', null, '+4930123456', null, false),
    ('own', 'london', '2026-02-11T15:00Z', 'Emma', null, '+442079460958', null, false),
    ('own', 'mexico', '2026-02-12T15:00Z', 'Luis', null, '+525512345678', null, false),
    ('own', 'paris', '2026-02-13T15:00Z', 'Jean', null, '+33612345678', null, false),
    ('own', 'extension', '2026-02-14T15:00Z', 'Desk', null, '(303) 555-0144 x12', null, false),
    ('foreign', 'theirs', '2026-03-08T15:00Z', 'Maria Theirs', null, '+13035550188', null, false);
  insert into transcript_turns (account_id, id, call_id, source, turn, speaker, from_ms, text, deleted) values
    ('own', 'm1:1', 'm1', 'feed', 1, 'Agent', 1000, 'Silver Dental. Do you need a follow-up? We don’t charge $1,250.', false),
    ('own', 'm1:2', 'm1', 'feed', 2, 'Caller', 4000, 'How much are veneers, and are veneers kept?', false),
    ('own', 'm1:1', 'm1', 'telephony', 1, 'Agent', 1000, 'Hidden words.', false),
    ('own', 'o1:1', 'o1', 'telephony', 1, null, null, 'Much about veneers.', false),
    ('own', 'a1:1', 'a1', 'feed', 1, null, null, 'Removed veneers.', true),
    ('own', 'gone:1', 'gone', 'feed', 1, null, null, 'Veneers of a removed call.', false),
    ('sub', 'm3:1', 'm3', 'feed', 1, null, null, '😀 שלום veneers', false),
    ('foreign', 'theirs:1', 'theirs', 'feed', 1, null, null, 'Veneers elsewhere.', false);
  insert into calls (account_id, id, call_date_time, caller_name, caller_phone_number)
    select 'own', 'many' || n, timestamptz '2026-02-01T15:00Z' + n * interval '1 minute', 'Manyfold', '+13035550' || (200 + n)
    from generate_series(1, 9) n;
  insert into calls (account_id, id, call_date_time, caller_name, caller_phone_number)
    select 'own', 'tied' || n, '2026-01-01T15:00:00.000123Z', case n when 101 then 'Other' else 'Tied' end, '+13034440' || n
    from generate_series(101, 250) n`;

for (const app of [record, copy])
  beforeAll(async () => {
    await addAccounts(app.database, [
      { id: 'own', name: 'Silver Dental' },
      { id: 'sub', name: 'Silver Dental North', parent: 'own' },
      { id: 'foreign', name: 'Silver Foreign' },
    ]);
    await addPerson(app.database, { id: 'olga', accounts: ['own'] });
    await app.database.pool.query(rows);
  });

describe.each([
  ['the record', record],
  ['the copy', copy],
])('from %s', (_, app) => {
  let token: string;
  beforeAll(async () => {
    token = await signInAs(app, 'olga@people.test');
  });
  const search = async (query: object): Promise<Found> => {
    const answer = await app.app.http.inject({
      url: `/api/data/search?${encodeQuery(query)}`,
      headers: bearer(token),
    });
    expect(answer.statusCode).toBe(200);
    return answer.json<{ data: Found }>().data;
  };
  const idsOf = ({ callers, mailings, lines, offices }: Found) => ({
    callers: callers.map(({ callId }) => callId),
    mailings: mailings.map(({ id }) => id),
    lines: lines.map(({ id }) => id),
    offices: offices.map(({ id }) => id),
  });
  const nothing = { callers: [], mailings: [], lines: [], offices: [] };

  test.each<[query: string, found: Partial<ReturnType<typeof idsOf>>]>([
    // each caller once by office and number, by their newest call; a name in a summary is no caller's
    ['maria', { callers: ['a2', 'a1', 'm2', 'm3'] }],
    ['lopez MARIA', { callers: ['m2', 'm3'] }],
    ['garcialopez', { callers: ['m2', 'm3'] }],
    ['o’brien', { callers: ['o1'] }],
    ['implant', {}],
    // numbers in any notation, also in part
    ['3035550188', { callers: ['m2', 'm3'] }],
    ['+1 (303) 555-0188', { callers: ['m2', 'm3'] }],
    ['1-303-555-0199', { callers: ['o1'] }],
    ['555-0199', { callers: ['o1'] }],
    // numbers of other countries, with and without their codes and dialed prefixes
    ['+4930123456', { callers: ['berlin'] }],
    ['+49 30 123456', { callers: ['berlin'] }],
    ['0049 30 123456', { callers: ['berlin'] }],
    ['011 49 30 123456', { callers: ['berlin'] }],
    ['+49 (0)30 123456', { callers: ['berlin'] }],
    ['030 123456', { callers: ['berlin'] }],
    ['123456 klaus', { callers: ['berlin'] }],
    ['+1 493 012 3456', { callers: ['berlin'] }],
    ['020 7946 0958', { callers: ['london'] }],
    ['2079460958', { callers: ['london'] }],
    ['+44 20 7946 0958', { callers: ['london'] }],
    ['55 1234 5678', { callers: ['mexico'] }],
    ['+52 55 1234 5678', { callers: ['mexico'] }],
    ['06 12 34 56 78', { callers: ['paris'] }],
    ['303 555 0144', { callers: ['extension'] }],
    ['maria 0188', { callers: ['m2', 'm3'] }],
    ['303 garcia 0188', { callers: ['m2', 'm3'] }],
    // at most six of a kind
    ['manyfold', { callers: ['many9', 'many8', 'many7', 'many6', 'many5', 'many4'] }],
    // of more calls at the same microsecond than are looked through, those with the first ids, and no other call of that time
    ['tied', { callers: ['tied102', 'tied103', 'tied104', 'tied105', 'tied106', 'tied107'] }],
    ['spring', { mailings: ['spring'], lines: ['card'] }],
    ['avl-11', { mailings: ['autumn', 'spring'] }],
    // mailings without a delivery week come last
    ['avl-1', { mailings: ['autumn', 'spring', 'unplanned'] }],
    ['front', { lines: ['door'] }],
    ['828 555 0101', { lines: ['card'] }],
    ['silver', { offices: ['own', 'sub'] }],
    ['silver north', { offices: ['sub'] }],
    // too little to search for, and patterns of SQL
    ['', {}],
    ['m', {}],
    ['%%', {}],
    ['zz_z', {}],
  ])('%j finds %j', async (query, found) => {
    expect(idsOf(await search({ query }))).toEqual({ ...nothing, ...found });
  });

  test.each<[query: string, sentences: [callId: string, text: string, from: number | null][]]>([
    ['how much', [['m1', 'How much are veneers, and are veneers kept?', 4000]]],
    // words in any order, and their beginnings; of the source that is shown, newest call first
    [
      'VENEER',
      [
        ['o1', 'Much about veneers.', null],
        ['m3', '😀 שלום veneers', null],
        ['m1', 'How much are veneers, and are veneers kept?', 4000],
      ],
    ],
    ['שלום', [['m3', '😀 שלום veneers', null]]],
    ['dont charge', [['m1', 'We don’t charge $1,250.', 1000]]],
    ['$1250', [['m1', 'We don’t charge $1,250.', 1000]]],
    ['followup', [['m1', 'Do you need a follow-up?', 1000]]],
    ['follow-up', [['m1', 'Do you need a follow-up?', 1000]]],
    // in two turns, only part of a word, or hidden
    ['dental veneers', []],
    ['eneers', []],
    ['hidden', []],
  ])('%j finds what was said: %j', async (query, sentences) => {
    const { sentences: found } = await search({ query });
    expect(found.map(({ callId, text, from }) => [callId, text, from])).toEqual(sentences);
  });

  test.each<[query: string, callIds: string[]]>([
    ['veneers', ['o1', 'm1']],
    // one word in the transcript, one in the name or the summary
    ['veneers maria', ['o1', 'm1']],
    ['hidden', []],
    ['zzz', []],
  ])('a list of calls finds %j in transcripts', async (words, callIds) => {
    const query = { accountIds: ['own'], query: words, filters: { outcome: ['all calls'] } };
    const answer = await app.app.http.inject({
      url: `/api/data/calls?${encodeQuery(query)}`,
      headers: bearer(token),
    });
    const { data } = answer.json<{ data: { records: { callId: string }[] } }>();
    expect(data.records.map(({ callId }) => callId).filter((id) => id !== 'm3')).toEqual(callIds);
  });

  test('finds recent choices by their ids, without removed ones and ones of other offices', async () => {
    const found = await search({
      recentCalls: ['m1', 'theirs', 'gone', 'none'],
      recentMailings: ['spring', 'theirs', 'gone'],
      recentLines: ['door', 'theirs', 'gone'],
      recentOffices: ['sub', 'foreign'],
    });
    expect(idsOf(found)).toEqual({
      callers: ['m1'],
      mailings: ['spring'],
      lines: ['door'],
      offices: ['sub'],
    });
    expect(found).toMatchObject({
      callers: [
        {
          accountId: 'own',
          accountName: 'Silver Dental',
          callerName: 'Maria Garcia-Lopez',
          callerIdName: null,
          callerPhoneNumber: '+13035550188',
          dateTime: '2026-03-01T15:00:00.000Z',
        },
      ],
      mailings: [
        {
          name: 'Spring Smiles',
          orderNumber: 'AVL-117',
          label: 'Postcard A',
          accountName: 'Silver Dental',
          deliveryWeek: '2026-03-02',
        },
      ],
      lines: [{ accountId: 'own', accountName: 'Silver Dental', name: 'Front door', number: '+18285550100' }],
      offices: [{ name: 'Silver Dental North' }],
    });
  });
});

test('a search that its client leaves is canceled in the record', async () => {
  const token = await signInAs(record, 'olga@people.test');
  const origin = await record.app.http.listen({ host: '127.0.0.1', port: 0 });
  const { pool } = record.database;
  const timeouts = () => processMetrics.getSingleMetricAsString('mailcall_database_statement_timeouts_total');
  const before = await timeouts();
  const waits = (count: number) =>
    vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(count), { timeout: 8000, interval: 20 });
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table calls, campaigns in access exclusive mode');
    const leaving = new AbortController();
    const answer = fetch(`${origin}/api/data/search?${encodeQuery({ query: 'maria' })}`, {
      headers: bearer(token),
      signal: leaving.signal,
    });
    await waits(2);
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    await waits(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(record.logged.filter((line) => line.includes('request failed'))).toEqual([]);
  expect(await timeouts()).toBe(before);
});

test('the copy has answered', () => {
  expect(copy.app.readModel.answered.copy).toBeGreaterThan(5);
});
