import { type MailingStory, mailingStory } from '@mailcall/contract/mailing-story.ts';
import { mailingCalls } from '@mailcall/contract/mailings.ts';
import { requestRecording } from '@mailcall/contract/recordings.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CampaignsOracle } from '../../../tests/figures/campaigns-oracle.ts';
import type { AppointmentRow, CallRow, Feed } from '../../../tests/figures/feed-rows.ts';
import { Oracle } from '../../../tests/figures/oracle.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { wavOf } from '../../../tests/support/wav.ts';
import { csv, FeedFolders } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';

// at 11 pm the office's day is not the UTC day
const now = new Date('2026-03-12T05:00:00.000Z');
const today = '2026-03-11';
const timeZone = 'America/Denver';
const hour = 60 * 60 * 1000;
const dayBefore = (days: number) => new Date(Date.parse(today) - days * 24 * hour).toISOString().slice(0, 10);

const here = testApp({ DAYS: 'office' });
const folders = new FeedFolders();
afterAll(() => folders.remove());
const tokens = { own: '', foreign: '' };

beforeAll(async () => {
  here.clock.set(now.toISOString());
  for (const id of ['own', 'foreign'] as const) {
    await addPerson(here.database, { id, accounts: [id] });
    tokens[id] = await signInAs(here, `${id}@people.test`);
  }
});

const yesNo = fc.constantFrom<boolean | ''>(true, false, '');
const mailings = fc.array(
  fc.record({
    ago: fc.constantFrom(-3, 0, 1, 7, 12, 30, 55, 56, 57, 90, 130),
    knows: fc.constantFrom('date', 'date', 'week', 'neither'),
    type: fc.constantFrom('MVP Mail', 'MVP Mail', 'MVP Mail', 'Custom', 'Google Ads'),
    status: fc.constantFrom('delivered', 'delivered', 'delivered', '', 'shipped'),
    quantity: fc.constantFrom<number | ''>('', 0, 1000, 4500),
    deleted: fc.nat(9).map((chance) => chance === 0),
  }),
  { minLength: 2, maxLength: 5 },
);
const calls = fc.array(
  fc.record({
    mailing: fc.nat(99),
    age: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: -4, max: 70 })),
    hour: fc.integer({ min: 0, max: 23 }),
    facts: fc.record({
      call_answered_by: fc.constantFrom('Staff', 'Staff', 'Voicemail', ''),
      opportunity: yesNo,
      good_impression: yesNo,
      hold_seconds: fc.constantFrom<number | ''>('', 0, 60),
      duration_seconds: fc.constantFrom(30, 90, 240, 240, 600),
      audio: fc.constantFrom('', 'audio/one.wav', 'audio/one.wav', 'audio/not-there.wav'),
    }),
    booked: fc.nat(3).map((chance) => chance === 0),
  }),
  { minLength: 80, maxLength: 160 },
);

type Seeds = readonly [
  typeof mailings extends fc.Arbitrary<infer Value> ? Value : never,
  typeof calls extends fc.Arbitrary<infer Value> ? Value : never,
];

/** The last two, delivered on the same day, have five comparable mailings, and one that was removed. */
const certain = [130, 110, 97, 90, 57, 56, 12, 12].map((ago) => ({
  ago,
  knows: 'date',
  type: 'MVP Mail',
  status: 'delivered',
  quantity: 2500,
  deleted: ago === 57,
}));

function feedOf([others, callSeeds]: Seeds, prefix: string): Feed {
  const account_id = 'own';
  const mailingSeeds = [...certain, ...others];
  const campaigns = mailingSeeds.map(({ ago, knows, type, ...facts }, at) => ({
    ...facts,
    id: `${prefix}m${at}`,
    account_id,
    name: `Order ${prefix}${at}`,
    campaign_type: type === 'Google Ads' ? type : `${type} ${prefix}`,
    media_type: '',
    delivery_date: knows === 'date' ? dayBefore(ago) : '',
    delivery_week: knows === 'neither' ? '' : dayBefore(ago + 2),
    order_date: '',
    mailing_area_id: '',
    zone_id: '',
  }));
  const rows = callSeeds.map(({ mailing, age, hour: at, facts }, index) => {
    const whose = mailing % campaigns.length;
    const delivered = Date.parse(dayBefore(mailingSeeds[whose]?.ago ?? 0));
    return {
      ...facts,
      id: `${prefix}c${index}`,
      account_id,
      campaign_id: campaigns[whose]?.id ?? '',
      tracking_line_id: '',
      // later in UTC than at the office, so that some are on another day
      call_date_time: new Date(delivered + (age * 24 + at + 6) * hour).toISOString(),
      patient_type: '',
      deleted: false,
    };
  });
  const appointments = callSeeds.flatMap(({ booked }, at) =>
    booked
      ? [{ id: `${prefix}a${at}`, account_id, call_id: `${prefix}c${at}`, first_name: 'Ann', deleted: false }]
      : [],
  );
  return {
    accounts: [{ id: account_id, name: 'Own', parent_id: '', time_zone: timeZone }],
    staff: [],
    areas: [],
    zones: [],
    lines: [],
    inquiries: [],
    campaigns,
    calls: rows as unknown as CallRow[],
    appointments: appointments as unknown as AppointmentRow[],
  };
}

const whole = (feed: Feed): Feed => ({
  ...feed,
  campaigns: feed.campaigns.map((campaign) => ({ ...campaign, deleted: false })),
});

async function bring(feed: Feed): Promise<void> {
  const { accounts, campaigns, calls: rows, appointments } = feed;
  const cells = (list: readonly object[]) => csv(list as Record<string, string>[]);
  const folder = await folders.folder({
    'accounts.csv': cells([...accounts, { id: 'foreign', name: 'Foreign', parent_id: '', time_zone: '' }]),
    'campaigns.csv': cells(whole(feed).campaigns),
    'calls.csv': cells(rows),
    ...(appointments.length > 0 && { 'appointments.csv': cells(appointments) }),
    'audio/one.wav': wavOf(Uint8Array.from({ length: 956 }, (_, at) => at % 251)),
  });
  for (const next of [folder, await folders.folder({ 'campaigns.csv': cells(campaigns) })]) {
    const report = await importFolder(here.database, next, { files: here.files });
    expect(report.firstRejections).toEqual([]);
  }
}

const ask = (id: string, who: keyof typeof tokens = 'own') =>
  requestRoute<{ record: MailingStory }>(here, tokens[who], mailingStory, { params: { id } });

async function listed(id: string, filters: object): Promise<number> {
  const query = { pageSize: 1, filters };
  const { data } = await requestRoute<{ total: number }>(here, tokens.own, mailingCalls, {
    params: { id },
    query,
  });
  return data.total;
}

let runs = 0;

test('counts the story of a mailing as counting call by call does', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.tuple(mailings, calls), async (seeds) => {
      runs += 1;
      const feed = feedOf(seeds, `r${runs}`);
      await bring(feed);
      const oracle = new CampaignsOracle(feed, new Oracle(feed, now, whole(feed), 'office'));
      for (const campaign of feed.campaigns.filter(({ deleted }) => !deleted)) {
        const { code, data } = await ask(campaign.id);
        if (!oracle.isDeliveredMailing(campaign)) {
          expect([campaign.id, code]).toEqual([campaign.id, 422]);
          continue;
        }
        const { best, ...story } = oracle.story(campaign, today, (audio) => audio === 'audio/one.wav');
        const { bestCall, ...told } = data.record;
        expect(told).toMatchObject(story);
        expect(bestCall && { callId: bestCall.callId, among: bestCall.among }).toEqual(best);
        if (story.earlier.length === 5) compared += 1;
        const { deliveryDay, days } = story;
        if (deliveryDay === null || days.length === 0) continue;
        const dayAfter = (day: number) =>
          new Date(Date.parse(deliveryDay) + day * 24 * hour).toISOString().slice(0, 10);
        const fullest = days.reduce(
          (most, { calls: count }, day) => (count > (days[most]?.calls ?? 0) ? day : most),
          0,
        );
        expect([
          await listed(campaign.id, { endDate: dayAfter(-1) }),
          await listed(campaign.id, { startDate: dayAfter(fullest), endDate: dayAfter(fullest) }),
          await listed(campaign.id, { startDate: dayAfter(days.length) }),
        ]).toEqual([story.callsBefore, days[fullest]?.calls, story.callsAfter]);
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(0);
}, 120_000);

test('shows a story, and plays its best call, only to people who can read the mailing', async () => {
  const answers = await Promise.all([5, 6, 7].map((at) => ask(`r1m${at}`)));
  const best = answers.flatMap(({ data }) => data.record.bestCall ?? [])[0];
  expect(best?.callAudioURL).toMatch(/^\//);
  const play = (who: keyof typeof tokens) =>
    requestRoute(here, tokens[who], requestRecording, { params: { id: best?.callId ?? '' } });
  expect([(await play('own')).code, (await play('foreign')).code]).toEqual([200, 404]);
  await here.database.pool.query(
    `update campaigns set delivery_date = null, pieces_delivery_date = '2026-02-20' where id in ('r1m6', 'r1m7')`,
  );
  const { record } = (await ask('r1m7')).data;
  expect(record).toMatchObject({ deliveryDay: '2026-02-20', deliveryDayFrom: 'date' });
  expect(record.earlier.map(({ id }) => id)).not.toContain('r1m6');
  expect((await ask('r1m0', 'foreign')).code).toBe(404);
  expect((await ask('no such mailing')).code).toBe(404);
});
