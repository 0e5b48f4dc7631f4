import { callsPerDay, callSummaryCount, type Summary } from '@mailcall/contract/scoreboard.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRoute } from '../../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp } from '../../../../tests/support/test-app.ts';
import { contactAsViewer } from '../../identity/index.ts';
import { csv, FeedFolders } from '../../ingest/feed-for-tests.ts';
import { importFolder } from '../../ingest/index.ts';
import { daysBefore, performanceOf } from './performance-of.ts';

const here = testApp();
const folders = new FeedFolders();
const days = { startDate: '2026-03-01', endDate: '2026-03-07' };
const earlier = { startDate: '2026-02-22', endDate: '2026-02-28' };
let token = '';

beforeAll(async () => {
  const calls = Array.from({ length: 60 }, (_, at) => ({
    id: `c${at}`,
    account_id: at % 3 === 0 ? 'north' : 'south',
    call_date_time: new Date(
      Date.UTC(2026, 1, 20, 15 + (at % 3), at * 20) + at * 6 * 3_600_000,
    ).toISOString(),
    call_answered_by: ['Staff', 'Voicemail', 'Staff', '', 'IVR'][at % 5] as string,
    opportunity: at % 5 === 0,
    campaign_id: ['', 'spring', 'ads', 'fall'][at % 4] as string,
  }));
  const folder = await folders.folder({
    'accounts.csv': csv([
      { id: 'group', name: 'Group', parent_id: '', time_zone: 'America/Denver' },
      { id: 'north', name: 'North', parent_id: 'group', time_zone: 'America/Chicago' },
      { id: 'south', name: 'South', parent_id: 'group', time_zone: 'America/Denver' },
    ]),
    'campaigns.csv': csv(
      ['north', 'south'].flatMap((account_id) => [
        {
          id: `${account_id}-spring`,
          account_id,
          name: 'Spring',
          label: 'Spring cards',
          campaign_type: 'MVP Mail',
        },
        { id: `${account_id}-fall`, account_id, name: 'Fall', label: 'Fall cards', campaign_type: 'Custom' },
        { id: `${account_id}-ads`, account_id, name: 'Ads', label: '', campaign_type: 'Google Ads' },
      ]),
    ),
    'calls.csv': csv(
      calls.map((call) => ({
        ...call,
        campaign_id: call.campaign_id && `${call.account_id}-${call.campaign_id}`,
      })),
    ),
    'appointments.csv': csv(
      calls
        .filter((_, at) => at % 5 === 0)
        .map(({ id, account_id }) => ({
          id: `a${id}`,
          account_id,
          call_id: id,
          date_time: '2026-04-01T15:00:00Z',
        })),
    ),
  });
  const report = await importFolder(here.database, folder, { files: here.files });
  expect(report.firstRejections).toEqual([]);
  await addPerson(here.database, { id: 'olga', accounts: ['group'] });
  token = await signInAs(here, 'olga@people.test');
});
afterAll(() => folders.remove());

const breakdown = async (contactId: string, accountId: string) => {
  const now = here.clock.now();
  const viewer = await contactAsViewer(
    here.database.kysely,
    { contactId, sessionId: null },
    { now, environment: here.environment },
  );
  return viewer && performanceOf(here.database.kysely, viewer, { accountId, days }, { now, dayMode: 'utc' });
};

test.each(['group', 'north'])('has the Scoreboard’s figures of %s for the same days', async (accountId) => {
  const shown = async (filters: object) => {
    const { data } = await requestRoute<Summary>(here, token, callSummaryCount, {
      query: { accountIds: [accountId], filters },
    });
    return {
      calls: data.all_calls_count,
      booked: data.calls_with_Appointments_count,
      missed: data.missed_calls_count,
      opportunities: data.opportunity_calls_count,
      unscored: data.unscored_calls_count,
    };
  };
  const hours = await requestRoute<RouteReply<typeof callsPerDay>>(here, token, callsPerDay, {
    query: { accountIds: [accountId], filters: days },
  });
  const performance = await breakdown('olga', accountId);
  expect(performance?.figures).toEqual(await shown(days));
  expect(performance?.figures.booked).toBeGreaterThan(0);
  expect(performance?.before).toEqual(await shown(earlier));
  expect(performance?.missedByHour).toEqual(hours.data.callsPerHour.map(({ missed }) => missed));
});

test('names the best mailing and the newest open missed calls', async () => {
  await here.database.pool.query(`update calls set resolve_date = now() where id = 'c46'`);
  const performance = await breakdown('olga', 'group');
  const { rows } = await here.database.pool.query<{
    id: string;
    missed: boolean;
    booked: boolean;
    campaign: string;
    account: string;
  }>(`
    select calls.id, calls.account_id as account, calls.call_date_time, dimension_values.value in ('Voicemail', 'IVR') and resolve_date is null as missed,
      appointment_count > 0 as booked, campaigns.campaign_type <> 'Google Ads' as mailed, campaigns.id as campaign
    from calls left join campaigns on campaigns.account_id = calls.account_id and campaigns.id = calls.campaign_id
    left join dimension_values on dimension = 'answeredBy' and code = answered_by
    where call_date_time >= '2026-03-01Z' and call_date_time < '2026-03-08Z' order by call_date_time desc`);
  const missed = rows.filter((row) => row.missed);
  expect(performance?.openMissed).toBe(missed.length);
  expect(performance?.missedCalls.map(({ path }) => path)).toEqual(
    missed.slice(0, 5).map(({ id }) => `/scoreboard/${id}`),
  );
  expect(performance?.missedCalls.map(({ timeZone }) => timeZone)).toEqual(
    missed.slice(0, 5).map(({ account }) => (account === 'north' ? 'America/Chicago' : 'America/Denver')),
  );
  const best = performance?.bestMailings[0]?.path.replace('/campaigns/', '') ?? '';
  const booked = (id: string) => rows.filter((row) => row.booked && row.campaign === id).length;
  expect(performance?.bestMailings[0]?.booked).toBe(booked(best));
  // an order number alone says nothing to people
  expect(performance?.bestMailings[0]?.name).toMatch(/^(Spring|Fall) cards$/);
  for (const id of ['north-spring', 'south-spring', 'north-fall', 'south-fall'])
    expect(booked(id)).toBeLessThanOrEqual(booked(best));
});

test.each([
  [days, earlier],
  [
    { startDate: '2026-03-01', endDate: '2026-03-01' },
    { startDate: '2026-02-28', endDate: '2026-02-28' },
  ],
])('before %o come as many days', (range, before) => {
  expect(daysBefore(range)).toEqual(before);
});
