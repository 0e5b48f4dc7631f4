import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DataClient } from './figures/data-client.ts';
import { type CardOrder, CampaignsOracle, type CountedMailing } from './figures/campaigns-oracle.ts';
import type { CampaignRow, Feed, Selection } from './figures/feed-rows.ts';
import { historyRuns as numRuns, longTimeout, playHistories } from './figures/histories.ts';
import { Oracle } from './figures/oracle.ts';
import { choices, historySeeds, selectionOf } from './figures/random-feed.ts';
import { type CountedPlace, ZonesOracle } from './figures/zones-oracle.ts';

const { now, importFeed, played } = playHistories();

const orders: readonly CardOrder[] = ['deliveryWeek', 'leadsCount', 'appointmentsCount', 'conversionRate'];

const countedOf = (card: CountedMailing): CountedMailing => {
  const { id, accountId, deliveryWeek, status, leadsCount, appointmentsCount, conversionRate } = card;
  const { callsCount, unscoredCallsCount } = card;
  return {
    id,
    accountId,
    deliveryWeek,
    status,
    leadsCount,
    appointmentsCount,
    callsCount,
    unscoredCallsCount,
    conversionRate,
  };
};

async function expectSummary(
  client: DataClient,
  oracle: CampaignsOracle,
  selection: Selection,
): Promise<void> {
  const { meta, ...figures } = await client.mailingSummary(selection);
  const counted = oracle.summary(selection);
  expect(figures).toMatchObject(counted);
  const board = await client.summary(selection);
  const { conversionRate: _, ...listed } = figures;
  expect(listed).toEqual({
    all: board.all_calls_count,
    leads: board.opportunity_calls_count,
    appointments: board.appointment_calls_count,
    missed: board.missed_calls_count,
    followUps: board.followup_opportunity_calls_count,
    appointmentCalls: board.calls_with_Appointments_count,
    appointmentsByStaff: board.all_appointment_set_by_staff_count,
    leadsByStaff: board.opportunity_calls_by_staff_count,
    nonOpportunities: board.non_opportunity_calls_count,
    unscored: board.unscored_calls_count,
    missedAndFollowUps: board.missed_and_followup_count,
  });
  expect(meta.version).toBe(board.meta.version);
}

async function expectCards(client: DataClient, oracle: CampaignsOracle, selection: Selection): Promise<void> {
  const cards = oracle.mailings(selection, 'any week');
  for (const sort of orders) {
    for (const dir of ['asc', 'desc'] as const) {
      const { records } = await client.mailings(selection, 'any week', { sort, dir });
      expect([sort, dir, ...records.map(countedOf)]).toEqual([
        sort,
        dir,
        ...CampaignsOracle.sorted(cards, sort, dir),
      ]);
    }
  }
  const ofTheDates = CampaignsOracle.sorted(
    oracle.mailings(selection, 'of the dates'),
    'conversionRate',
    'desc',
  );
  const paged = [];
  for (let page = 1; page <= Math.ceil(ofTheDates.length / 2) + 1; page += 1) {
    const { meta, records } = await client.mailings(selection, 'of the dates', {
      sort: 'conversionRate',
      dir: 'desc',
      pageSize: 2,
      page,
    });
    expect(meta).toMatchObject({
      totalCount: ofTheDates.length,
      pageCount: Math.ceil(ofTheDates.length / 2),
      page,
    });
    paged.push(...records.map(countedOf));
  }
  expect(paged).toEqual(ofTheDates);
  for (const status of new Set(cards.map((card) => card.status))) {
    if (status === null) continue;
    const { meta } = await client.mailings(selection, 'any week', {
      filters: { campaignFilterType: selection.campaignType, status: [status] },
    });
    expect([status, meta.totalCount]).toEqual([
      status,
      cards.filter((card) => card.status === status).length,
    ]);
  }
}

async function expectDrawers(
  client: DataClient,
  oracle: CampaignsOracle,
  selection: Selection,
  feed: Feed,
): Promise<void> {
  for (const card of oracle.mailings(selection, 'any week')) {
    const campaign = feed.campaigns.find(({ id }) => id === card.id) as CampaignRow;
    if (oracle.isDeliveredMailing(campaign)) {
      // no recording of these feeds ever comes
      const { best, ...story } = oracle.story(campaign, now.toISOString().slice(0, 10), () => false);
      expect(await client.story(card.id)).toMatchObject({ ...story, bestCall: best });
    }
    const mailing = await client.mailing(card.id);
    expect(countedOf(mailing)).toEqual(card);
    const calls = oracle.callsOf(campaign).map(({ id }) => id);
    expect(mailing.recentCalls?.map(({ callId }) => callId)).toEqual(calls.slice(0, 9));
    const all = await client.mailingCalls(card.id);
    expect([all.total, ...all.records.map(({ callId }) => callId)]).toEqual([calls.length, ...calls]);
    const leads = await client.mailingCalls(card.id, { outcome: ['opportunity'] });
    expect([leads.total, ...leads.records.map(({ callId }) => callId)]).toEqual([
      card.leadsCount,
      ...oracle.leadsOf(campaign).map(({ id }) => id),
    ]);
  }
}

/** Expects the map's totals to be sums of the cards over all weeks, and its rates to count the mailings of the dates. */
async function expectZones(client: DataClient, oracle: ZonesOracle, selection: Selection): Promise<void> {
  const { records, meta } = await client.areas(selection);
  expect(Object.fromEntries(records.map(({ id, ...area }) => [id, countsOf(area)]))).toEqual(
    oracle.areas(selection),
  );
  const zones = records.flatMap((area) => area.zones);
  expect(Object.fromEntries(zones.map(({ id, ...zone }) => [id, countsOf(zone)]))).toEqual(
    oracle.zones(selection),
  );
  const performance = await client.zonePerformance(selection);
  expect(performance.meta.version).toBe(meta.version);
  const byPlace = performance.records.map((record) => ({
    ...record,
    campaignIds: record.campaignIds.toSorted(),
  }));
  expect(byPlace).toHaveLength(oracle.performance(selection).length);
  expect(byPlace).toEqual(expect.arrayContaining(oracle.performance(selection)));
}

const countsOf = (place: CountedPlace): CountedPlace => {
  const { mailingsCount, totalLeads, totalAppointments, firstDeliveryWeek, lastDeliveryWeek } = place;
  const { totalCalls, totalUnscoredCalls } = place;
  return {
    mailingsCount,
    totalLeads,
    totalAppointments,
    totalCalls,
    totalUnscoredCalls,
    firstDeliveryWeek,
    lastDeliveryWeek,
  };
};

test(
  'the campaigns screen and the map show what counting call by call gives, before and after a feed changes them',
  longTimeout,
  async () => {
    await fc.assert(
      fc.asyncProperty(historySeeds(now), choices, async (seed, choice) => {
        const { first, second, client } = await played(seed);
        for (const feed of [first, second]) {
          if (feed === second) await importFeed(second);
          const calls = new Oracle(feed, now, feed === second ? first : null);
          const oracle = new CampaignsOracle(feed, calls);
          const { wide, narrow } = selectionOf(choice, feed);
          await expectSummary(client, oracle, wide);
          expect(await client.mailingSummary(narrow)).toMatchObject(oracle.summary(narrow));
          const everything = {
            ...wide,
            accountIds: feed.accounts.map(({ id }) => id),
            campaignType: 'all',
          } as const;
          const shown = feed === first ? everything : wide;
          await expectCards(client, oracle, shown);
          await expectDrawers(client, oracle, shown, feed);
          await expectZones(client, new ZonesOracle(feed, oracle), shown);
        }
      }),
      { numRuns, endOnFailure: true },
    );
  },
);
