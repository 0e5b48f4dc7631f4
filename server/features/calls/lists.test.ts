import type { AppointmentRow } from '@mailcall/contract/appointments.ts';
import type { CallRow } from '@mailcall/contract/calls.ts';
import { listAppointments } from '@mailcall/contract/appointments.ts';
import { listCalls } from '@mailcall/contract/calls.ts';
import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';

interface Page<Row> {
  meta: PageMeta;
  records: Row[];
}

const here = testApp();
const folders = new FeedFolders();
let token = '';

const accounts = [
  { id: 'east', name: 'East', parent_id: 'group', time_zone: 'America/New_York' },
  { id: 'west', name: 'West', parent_id: 'group', time_zone: 'America/Los_Angeles' },
  { id: 'group', name: 'Group', parent_id: '', time_zone: 'UTC' },
  { id: 'foreign', name: 'Foreign', parent_id: '', time_zone: 'UTC' },
];

const nothing = {
  duration_seconds: 0,
  caller_name: '',
  caller_id_name: '',
  caller_phone_number: '',
  highlights: '',
  handler_id: '',
  call_answered_by: '',
  placed_on_hold: '',
  audio: '',
  opportunity: '',
  follow_up_opportunity: '',
  campaign_id: '',
  record_type: '',
  caller_source: '',
  no_appointment_scheduled_reason: '',
};
const calls = [
  {
    id: 'c1',
    campaign_id: 'renamed',
    account_id: 'east',
    call_date_time: '2026-03-01T10:00:00Z',
    caller_name: "Ann O'Hara",
    caller_phone_number: '+13035550101',
    call_answered_by: 'Staff',
    record_type: 'Mail Call',
    caller_source: 'Postcard',
    handler_id: 'zoe',
    opportunity: true,
    duration_seconds: 30,
    highlights: 'Asked about 100% coverage, comes Mon, Dec 14',
  },
  {
    id: 'c2',
    campaign_id: 'spring-east',
    account_id: 'east',
    call_date_time: '2026-03-01T10:00:00Z',
    caller_name: 'anna "Annie" B',
    caller_phone_number: '+13035550102',
    call_answered_by: 'Staff',
    handler_id: 'amy',
    duration_seconds: 90,
    placed_on_hold: true,
  },
  {
    id: 'c3',
    campaign_id: 'spring-west',
    account_id: 'west',
    call_date_time: '2026-03-01T10:00:00Z',
    caller_id_name: 'DOE JOHN',
    caller_phone_number: '(415) 555-0103',
    call_answered_by: 'IVR',
    duration_seconds: 90,
    record_type: 'Web Call',
    caller_source: 'Google',
    no_appointment_scheduled_reason: 'Price',
    audio: 'audio/later.wav',
    placed_on_hold: false,
  },
  {
    id: 'c4',
    account_id: 'west',
    call_date_time: '2026-03-02T10:00:00Z',
    highlights: 'Loves smileys 😀 and back\\slash',
    caller_name: 'Zoë_X',
  },
  {
    id: 'c5',
    account_id: 'group',
    call_date_time: '2026-03-03T10:00:00Z',
    caller_name: 'Émile',
    call_answered_by: 'Voicemail',
    follow_up_opportunity: true,
  },
  {
    id: 'c6',
    account_id: 'east',
    call_date_time: '2026-01-05T10:00:00Z',
    caller_name: 'Old Smith-Jones',
    call_answered_by: 'No Answer',
    follow_up_opportunity: true,
  },
  { id: 'x1', account_id: 'foreign', call_date_time: '2026-03-01T10:00:00Z', caller_name: 'Ann Foreign' },
].map((call) => ({ ...nothing, ...call }));

const appointments = [
  {
    id: 'p1',
    account_id: 'east',
    call_id: 'c1',
    first_name: 'Ann',
    last_name: 'Zimmer',
    phone: '+13035550101',
    date_time: '2026-03-10T15:00:00Z',
    previous_appointment_id: '',
  },
  {
    id: 'p2',
    account_id: 'east',
    call_id: 'c1',
    first_name: 'ben',
    last_name: '',
    phone: '',
    date_time: '2026-03-09T23:00:00Z',
    previous_appointment_id: '',
  },
  {
    id: 'p3',
    account_id: 'west',
    call_id: 'c3',
    first_name: '',
    last_name: 'Adams',
    phone: '(415) 555-0103',
    date_time: '',
    previous_appointment_id: '',
  },
  {
    id: 'p4',
    account_id: 'west',
    call_id: 'c3',
    first_name: 'Cy',
    last_name: 'Moved',
    phone: '',
    date_time: '2026-03-08T16:00:00Z',
    previous_appointment_id: '',
  },
  {
    id: 'p5',
    account_id: 'west',
    call_id: 'c4',
    first_name: 'Cy',
    last_name: 'Moved',
    phone: '',
    date_time: '2026-03-12T16:00:00Z',
    previous_appointment_id: 'p4',
  },
];

const campaigns = [
  { id: 'spring-east', account_id: 'east', name: 'Spring Postcard', campaign_type: 'MVP Mail' },
  { id: 'spring-west', account_id: 'west', name: 'Spring Postcard', campaign_type: 'MVP Mail' },
  { id: 'spring-foreign', account_id: 'foreign', name: 'Spring Foreign', campaign_type: 'MVP Mail' },
  { id: 'renamed', account_id: 'east', name: 'Renamed Postcard', campaign_type: 'MVP Mail' },
];

beforeAll(async () => {
  const folder = await folders.folder({
    'accounts.csv': csv(accounts),
    'staff.csv': csv([
      { id: 'zoe', account_id: 'east', name: 'Zoe' },
      { id: 'amy', account_id: 'east', name: 'amy' },
    ]),
    'campaigns.csv': csv(campaigns),
    'calls.csv': csv(calls),
    'appointments.csv': csv(appointments),
    'inquiries.csv': csv([
      { id: 'i1', account_id: 'east', call_id: 'c1', kind: 'offer', item_id: 'o1', item_name: 'Whitening' },
      { id: 'i2', account_id: 'east', call_id: 'c1', kind: 'service', item_id: 's1', item_name: 'Cleaning' },
      { id: 'i3', account_id: 'east', call_id: 'c2', kind: 'offer', item_id: 'o2', item_name: 'Exam' },
      { id: 'gone', account_id: 'west', call_id: 'c3', kind: 'offer', item_id: 'o2', item_name: 'Exam' },
    ]),
  });
  const report = await importFolder(here.database, folder, { files: here.files });
  expect(report.firstRejections).toEqual([]);
  const removal = await folders.folder({ 'inquiries.csv': csv([{ id: 'gone', deleted: true }]) });
  await importFolder(here.database, removal, { files: here.files });
  await here.database.pool.query(
    `update campaigns set friendly_name = case id when 'renamed' then 'Own Name' end, label = 'Spring smiles',
      campaign_type_details = 'Every door'`,
  );
  await addPerson(here.database, { id: 'olga', accounts: ['group'] });
  token = await signInAs(here, 'olga@people.test');
});
afterAll(() => folders.remove());

const ask = (query: object) =>
  requestRoute<Page<CallRow>>(here, token, listCalls, { query: { accountIds: ['*'], ...query } });
const found = async (query: object) => (await ask(query)).data.records.map(({ callId }) => callId);
const askBooked = (query: object) =>
  requestRoute<Page<AppointmentRow>>(here, token, listAppointments, {
    query: { accountIds: ['*'], ...query },
  });
const booked = async (query: object) => (await askBooked(query)).data.records.map(({ Id }) => Id);

test('a row names its campaign by its title, with its type, and the kind of its record', async () => {
  const named = (await ask({})).data.records.map((row) => [
    row.callId,
    row.campaignTitle,
    row.campaignTypeDetails,
    row.recordType,
  ]);
  expect(named.slice(2, 5)).toEqual([
    ['c1', 'Own Name', 'Every door', 'Mail Call'],
    ['c2', 'Spring smiles', 'Every door', null],
    ['c3', 'Spring smiles', 'Every door', 'Web Call'],
  ]);
  expect(named[0]).toEqual(['c5', null, null, null]);
});

describe('order', () => {
  test('newest first, equal ones by id, by default', async () => {
    expect(await found({})).toEqual(['c5', 'c4', 'c1', 'c2', 'c3', 'c6']);
    expect(await found({ dir: 'asc' })).toEqual(['c6', 'c1', 'c2', 'c3', 'c4', 'c5']);
  });

  test('by recording length, by the displayed answerer: names in any case, unknown ones last in both directions', async () => {
    expect(await found({ sort: 'callDuration' })).toEqual(['c2', 'c3', 'c1', 'c4', 'c5', 'c6']);
    // c5 and c6 wait for a follow-up, c3 and c4 have appointments
    expect(await found({ sort: 'callType', dir: 'asc' })).toEqual(['c5', 'c6', 'c1', 'c3', 'c4', 'c2']);
    expect(await found({ sort: 'callType' })).toEqual(['c2', 'c1', 'c3', 'c4', 'c5', 'c6']);
    expect(await found({ sort: 'answeredBy', dir: 'asc' })).toEqual(['c2', 'c3', 'c6', 'c5', 'c1', 'c4']);
    expect(await found({ sort: 'answeredBy', dir: 'desc' })).toEqual(['c1', 'c5', 'c6', 'c3', 'c2', 'c4']);
  });

  test('by call type: resolved calls come after those that wait', async () => {
    const resolve = (at: string | null, id: string) =>
      here.database.pool.query('update calls set resolve_date = $1 where id = $2', [at, id]);
    await resolve('2026-03-05T10:00:00Z', 'c5');
    onTestFinished(async () => void (await resolve(null, 'c5')));
    expect(await found({ sort: 'callType', dir: 'asc' })).toEqual(['c6', 'c5', 'c1', 'c3', 'c4', 'c2']);
  });

  test('appointments by date, time of day in the office’s zone, first and last name; missing ones last', async () => {
    expect(await booked({})).toEqual(['p5', 'p1', 'p2', 'p3']);
    expect(await booked({ dir: 'asc' })).toEqual(['p2', 'p1', 'p5', 'p3']);
    // 09:00 in Los Angeles, 11:00 and 19:00 in New York
    expect(await booked({ sort: 'time', dir: 'asc' })).toEqual(['p5', 'p1', 'p2', 'p3']);
    expect(await booked({ sort: 'firstName', dir: 'asc' })).toEqual(['p1', 'p2', 'p5', 'p3']);
    expect(await booked({ sort: 'lastName', dir: 'desc' })).toEqual(['p1', 'p5', 'p3', 'p2']);
  });
});

describe('pages', () => {
  test.each(['callDateTime', 'callDuration', 'answeredBy', 'callType'])(
    'sorted by %s contain each call once with the right paging numbers',
    async (sort) => {
      const seen: string[] = [];
      for (const page of [1, 2, 3]) {
        const { data } = await ask({ sort, page, pageSize: 2 });
        expect(data.meta).toMatchObject({ total_count: 6, page_count: 3, per_page: 2, page });
        seen.push(...data.records.map(({ callId }) => callId));
      }
      expect(seen).toEqual(await found({ sort }));
    },
  );

  test('past the end are empty, with the right numbers', async () => {
    const { data } = await ask({ page: 99, pageSize: 10 });
    expect(data.records).toEqual([]);
    expect(data.meta).toMatchObject({ total_count: 6, page_count: 1, per_page: 10, page: 99 });
    expect((await askBooked({ page: 1_000_000 })).data.meta).toMatchObject({ total_count: 4, page_count: 1 });
  });

  test('of no accounts are empty', async () => {
    for (const query of [{ accountIds: [] }, { accountIds: undefined }, { accountIds: [''] }]) {
      const { code, data } = await ask(query);
      expect([code, data.records, data.meta.total_count, data.meta.page_count]).toEqual([200, [], 0, 0]);
    }
  });
});

describe('search', () => {
  test.each([
    ['ann', ['c1', 'c2']],
    ['ANN', ['c1', 'c2']],
    ['  Ann Oha  ', ['c1']],
    ["o'h", ['c1', 'c3']],
    // letters of one word only: 'coverage, comes Mon' holds neither
    ['eco', []],
    ['ecomes', []],
    ['smon', []],
    ["O'Hara Ann", ['c1']],
    ['john doe', ['c3']],
    ['hara coverage', ['c1']],
    ['hara annie', []],
    ['spring', ['c2', 'c3']],
    ['spring doe', ['c3']],
    ['Own name', ['c1']],
    ['Renamed', []],
    ['spring foreign', []],
    ['"annie"', ['c2']],
    ['doe john', ['c3']],
    ['é', ['c5']],
    ['É', ['c5']],
    ["O'Hara", ['c1']],
    ['OHara', ['c1']],
    ['o’hara', ['c1']],
    ['smith-jones', ['c6']],
    ['Smith Jones', ['c6']],
    ['SmithJones', ['c6']],
    ['OldSmith', []],
    ['Mon, Dec 14', ['c1']],
    ['MonDec14', []],
    ['Dec14', ['c1']],
    ['14 dec mon', ['c1']],
    ['Dec 15', []],
    ['E\u0301mile', ['c5']],
    ['Emile', []],
    ['back\\slash', ['c4']],
    ['100%', ['c1']],
    ['.*', ['c5', 'c4', 'c1', 'c2', 'c3', 'c6']],
    ['zoë_x', ['c4']],
    ['j.hn', []],
    ['%ann%', ['c1', 'c2']],
    ['(ann', ['c1', 'c2']],
    ['ann|foreign', []],
    ['3035550101', ['c1']],
    ['(303) 555', ['c1', 'c2']],
    ['+1 303-555-0102', ['c2']],
    ['415.555.0103', ['c3']],
    ['4155550103', ['c3']],
    ["'; drop table calls; --", []],
    ['%_', ['c5', 'c4', 'c1', 'c2', 'c3', 'c6']],
    ['   ', ['c5', 'c4', 'c1', 'c2', 'c3', 'c6']],
    ['', ['c5', 'c4', 'c1', 'c2', 'c3', 'c6']],
  ])('for %j finds %j', async (query, ids) => {
    expect(await found({ query })).toEqual(ids);
  });

  test('of appointments looks in names, numbers and the name of the campaign', async () => {
    expect(await booked({ query: 'ann zim' })).toEqual(['p1']);
    expect(await booked({ query: 'cy' })).toEqual(['p5']);
    expect(await booked({ query: '415 555' })).toEqual(['p3']);
    expect(await booked({ query: 'zimmer ann' })).toEqual(['p1']);
    expect(await booked({ query: 'AnnZimmer' })).toEqual([]);
    expect(await booked({ query: 'spring adams' })).toEqual(['p3']);
    expect(await booked({ query: 'own name' })).toEqual(['p1', 'p2']);
    expect(await booked({ query: '4155550103' })).toEqual(['p3']);
  });
});

describe('filters', () => {
  test.each<[object, string[]]>([
    [{ outcome: ['opportunity'] }, ['c1']],
    [{ outcome: ['missed call'] }, ['c5', 'c3', 'c6']],
    [{ outcome: ['appointment'] }, ['c4', 'c1', 'c3']],
    [{ outcome: ['follow-up'] }, ['c5']],
    [{ outcome: ['follow-up'], startDate: '2026-01-01', endDate: '2026-01-31' }, ['c5']],
    [{ outcome: ['missed-and-followup'] }, ['c5', 'c3']],
    [{ outcome: ['non-opportunity'] }, []],
    [{ outcome: ['opportunity', 'follow-up'] }, ['c5', 'c1']],
    [{ outcome: ['opportunity', 'follow-up'], startDate: '2026-01-01', endDate: '2026-01-31' }, ['c5']],
    [{ outcome: ['all calls'], startDate: '2026-01-05', endDate: '2026-01-05' }, ['c6']],
    [{ callHandlerId: ['zoe'] }, ['c1']],
    [{ callHandlerId: ['zoe', 'amy'] }, ['c1', 'c2']],
    [{ callHandlerId: ['nonStaff'] }, ['c5', 'c3', 'c6']],
    [{ callHandlerId: ['nonStaff', 'amy'] }, ['c5', 'c2', 'c3', 'c6']],
    [{ answeredBy: ['Staff', 'IVR'] }, ['c1', 'c2', 'c3']],
    [{ answeredBy: ['Never heard of'] }, []],
    [{ recordType: ['Mail Call'] }, ['c1']],
    [{ recordType: ['Mail Call', 'Web Call'] }, ['c1', 'c3']],
    [{ recordType: ['mail call'] }, []],
    [{ recordType: ['Mail Call'], answeredBy: ['IVR'] }, []],
    [{ callerProvidedSource: ['Google'] }, ['c3']],
    [{ callerProvidedSource: ['Google'], callerSource: ['Postcard'] }, ['c1', 'c3']],
    [{ noAppointmentWasScheduledReason: ['Price'] }, ['c3']],
    [{ scored: true }, ['c5', 'c1', 'c2', 'c3', 'c6']],
    [{ scored: 0 }, ['c4']],
    [{ opportunity: true }, ['c1']],
    [{ opportunity: 0 }, ['c5', 'c4', 'c2', 'c3', 'c6']],
    [{ hasAudio: 1 }, ['c3']],
    [{ hasAudio: 'false' }, ['c5', 'c4', 'c1', 'c2', 'c6']],
    [{ opportunity: false, hasAudio: true }, ['c3']],
    [{ onHold: true }, ['c2']],
    [{ onHold: 0 }, ['c3']],
    // in the time zone of each call's own office: the same instant is 5 in the east and 2 in the west
    [{ weekday: [0] }, ['c1', 'c2', 'c3']],
    [{ hour: [5] }, ['c1', 'c2', 'c6']],
    [{ weekday: ['1'], hour: ['2', '5'] }, ['c4', 'c6']],
    [{ weekday: [0], hour: [10] }, []],
    [{ offer: ['o1', 'o2'] }, ['c1', 'c2']],
    [{ offer: ['o1', 'o2'], service: ['s1'] }, ['c1']],
    [{ offer: ['s1'] }, []],
    [{ campaigns: ['none'] }, []],
    [{ unheardOf: 'x' }, ['c5', 'c4', 'c1', 'c2', 'c3', 'c6']],
  ])('%j finds %j', async (filters, ids) => {
    expect(await found({ filters })).toEqual(ids);
  });

  test('narrow appointments by their calls', async () => {
    expect(await booked({ filters: { answeredBy: ['Staff'] } })).toEqual(['p1', 'p2']);
    expect(await booked({ filters: { recordType: ['Mail Call'] } })).toEqual(['p1', 'p2']);
    expect(await booked({ filters: { callHandlerId: ['amy'] } })).toEqual([]);
  });
});

describe('rights', () => {
  test('a selected account includes its sub-accounts, a sub-account only itself', async () => {
    expect(await found({ accountIds: ['group'] })).toEqual(['c5', 'c4', 'c1', 'c2', 'c3', 'c6']);
    expect(await found({ accountIds: ['west'] })).toEqual(['c4', 'c3']);
  });

  test.each([[['foreign']], [['east', 'foreign']], [['*', 'foreign']], [['no such']]])(
    'accounts %j are refused',
    async (accountIds) => {
      const { code, status, data } = await ask({ accountIds });
      expect([code, status, data]).toEqual([403, 'error', null]);
      expect((await askBooked({ accountIds })).code).toBe(403);
    },
  );

  test('another account’s staff, items and calls are not found through filters', async () => {
    expect(await found({ query: 'foreign' })).toEqual([]);
  });
});

describe('what does not fit is refused, by field', () => {
  test.each<[object, string]>([
    [{ page: 0 }, 'page'],
    [{ page: 'two' }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ pageSize: 501 }, 'pageSize'],
    [{ sort: 'callerName; drop table calls' }, 'sort'],
    [{ dir: 'up' }, 'dir'],
    [{ query: 'x'.repeat(201) }, 'query'],
    [{ filters: { startDate: '2026-02-30' } }, 'filters.startDate'],
    [{ filters: { endDate: 'yesterday' } }, 'filters.endDate'],
    [{ filters: { startDate: '2026-02-02', endDate: '2026-02-01' } }, 'filters.endDate'],
    [{ filters: { outcome: ['everything'] } }, 'filters.outcome.0'],
    [{ filters: { campaignFilterType: 'mail' } }, 'filters.campaignFilterType'],
    [{ filters: { onHold: 'maybe' } }, 'filters.onHold'],
    [{ filters: { hour: [24] } }, 'filters.hour.0'],
    [{ filters: { weekday: ['Monday'] } }, 'filters.weekday.0'],
    [{ filters: { offer: ['a'], service: ['b'], insurance: ['c'] } }, 'filters.insurance'],
    [{ filters: { answeredBy: { a: 1 } } }, 'filters.answeredBy.0'],
  ])('%j names %s', async (query, field) => {
    const answer = await ask(query);
    expect([answer.code, answer.status]).toEqual([400, 'fail']);
    expect(Object.keys(answer.data)).toEqual([field]);
  });

  test.each([
    [{ accountIds: { a: 1 } }, 'accountIds.0', 'Use ids of accounts, or * for all of yours, one value each.'],
    [{ filters: 'mail' }, 'filters', 'Use filters by their names, like filters[startDate]=2026-01-31.'],
    [{ query: ['a', 'b'] }, 'query', 'Use one text to search for.'],
    [{ filters: { campaigns: { a: 1 } } }, 'filters.campaigns.0', 'Use ids of campaigns, one value each.'],
    [
      { filters: { answeredBy: { a: 1 } } },
      'filters.answeredBy.0',
      'Use a text; name the filter once for each value.',
    ],
  ])('%j gets a message that says what is valid', async (query, field, words) => {
    expect((await ask(query)).data).toEqual({ [field]: words });
  });

  test.each<[string, object]>([
    ['query', { query: 'a\0b' }],
    ['campaigns', { filters: { campaigns: ['a\0'] } }],
    ['handlers', { filters: { callHandlerId: ['a\0'] } }],
    ['offers', { filters: { offer: ['a\0'] } }],
    ['values', { filters: { answeredBy: ['a\0'] } }],
  ])('a NUL character in %s is refused without a server error', async (_, query) => {
    const answer = await ask(query);
    expect([answer.code, Object.values(answer.data)]).toEqual([
      400,
      ['This text must not hold a NUL character.'],
    ]);
  });
});
