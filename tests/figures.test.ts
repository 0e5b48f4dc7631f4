import fc from 'fast-check';
import { noMediaType } from '@mailcall/contract/call-filters.ts';
import { periodLengths, periodOf } from '@mailcall/contract/time/periods.ts';
import { type Breakdown, type BreakdownKey, breakdowns } from '@mailcall/contract/scoreboard.ts';
import { expect, test } from 'vitest';
import type { DataClient, ListFilters } from './figures/data-client.ts';
import type { CallDimensions, CallRow, Selection } from './figures/feed-rows.ts';
import { historyRuns as numRuns, longTimeout, playHistories } from './figures/histories.ts';
import { type CountedBreakdown, type ListName, Oracle } from './figures/oracle.ts';
import { choices, historySeeds, selectionOf } from './figures/random-feed.ts';

const { now, importFeed, played } = playHistories();
const ofOffices = playHistories({ DAYS: 'office' });

const lists: readonly ListName[] = [
  'opportunity',
  'appointment',
  'missed call',
  'follow-up',
  'non-opportunity',
  'missed-and-followup',
  'all calls',
];

const dimensions: Partial<Record<BreakdownKey, keyof CallDimensions>> = {
  callerGender: 'caller_gender',
  paymentType: 'payment_type',
  callerSource: 'caller_source',
  followUpReason: 'follow_up_reason',
  noAppointmentScheduledReason: 'no_appointment_scheduled_reason',
  nonOpportunityReason: 'non_opportunity_reason',
  answeredBy: 'call_answered_by',
  ivrOutcome: 'ivr_outcome',
  voicemailOutcome: 'voicemail_outcome',
  callerLanguage: 'caller_language',
  patientType: 'patient_type',
};

function expectedBreakdown(oracle: Oracle, selection: Selection, key: BreakdownKey): CountedBreakdown {
  if (key === 'offer' || key === 'service' || key === 'insurance') return oracle.inquiries(selection, key);
  if (key === 'campaignSource') return oracle.campaignSources(selection);
  return oracle.breakdownBy(selection, dimensions[key] as keyof CallDimensions);
}

const ids = (calls: readonly CallRow[]) => calls.map(({ id }) => id);

async function expectAgreement(client: DataClient, oracle: Oracle, selection: Selection): Promise<void> {
  const { meta, ...counts } = await client.summary(selection);
  expect(counts).toEqual(oracle.summary(selection));
  expect(counts.all_calls_count).toBe(
    counts.opportunity_calls_count +
      counts.missed_calls_count +
      counts.non_opportunity_calls_count +
      counts.unscored_calls_count,
  );
  if (counts.all_calls_count > 0) expect(meta.version).toBeGreaterThan(0);

  const totals = new Map<string, number>();
  for (const outcome of lists) {
    const list = await client.calls(selection, { outcome: [outcome] });
    expect(list.records.map(({ callId }) => callId)).toEqual(ids(oracle.list(selection, outcome)));
    totals.set(outcome, list.meta.total_count);
  }
  const appointments = await client.appointments(selection);
  const expectedAppointments = oracle.appointments(selection).map(({ id }) => id);
  expect(appointments.records.map(({ Id }) => Id).sort()).toEqual(expectedAppointments.sort());

  // the cards and the sub-tabs show the length of the list that they open
  expect([
    totals.get('all calls'),
    totals.get('opportunity'),
    totals.get('appointment'),
    appointments.meta.total_count,
    totals.get('missed call'),
    totals.get('follow-up'),
    totals.get('non-opportunity'),
    totals.get('missed-and-followup'),
  ]).toEqual([
    counts.all_calls_count,
    counts.opportunity_calls_count,
    counts.calls_with_Appointments_count,
    counts.appointment_calls_count,
    counts.missed_calls_count,
    counts.followup_opportunity_calls_count,
    counts.non_opportunity_with_audio_count,
    counts.missed_and_followup_count,
  ]);

  const each: Record<string, object> = {};
  for (const [key, route] of Object.entries(breakdowns)) {
    const { meta: _, ...breakdown } = await expectBreakdown(
      client,
      oracle,
      selection,
      key as BreakdownKey,
      route.path,
    );
    each[key] = breakdown;
  }
  // several breakdowns in one answer equal their own routes, and the source filter limits only the sources
  expect((await client.breakdowns(selection, Object.keys(breakdowns))).breakdowns).toEqual(each);
  const { meta: _, ...sources } = await client.breakdown(breakdowns.callerSource.path, selection, {
    wrongSourceMentioned: true,
  });
  const some = ['callerSource', 'patientType', 'patientType', 'service'];
  expect((await client.breakdowns(selection, some, { wrongSourceMentioned: true })).breakdowns).toEqual({
    callerSource: sources,
    patientType: each['patientType'],
    service: each['service'],
  });
  for (const wrongSourceMentioned of [true, false]) {
    const { records } = await client.breakdown(breakdowns.callerSource.path, selection, {
      wrongSourceMentioned,
    });
    const expected = oracle.breakdownBy(
      selection,
      'caller_source',
      (call) => call.wrong_source_mentioned === wrongSourceMentioned,
    );
    expect(records).toEqual(expected.records);
    for (const { name, value } of records) {
      expect(await total(client, selection, { callerSource: [name], wrongSourceMentioned })).toBe(value);
    }
  }
  const { callsPerHour } = await client.hours(selection);
  expect(callsPerHour).toEqual(oracle.hours(selection));
  await expectWeekHours(client, oracle, selection);
  await expectOverTime(client, oracle, selection);
}

/** The periods contain every call, whatever their length, and a period opens exactly its calls. */
async function expectOverTime(client: DataClient, oracle: Oracle, selection: Selection): Promise<void> {
  for (const per of periodLengths)
    expect((await client.overTime(selection, per)).periods).toEqual(oracle.overTime(selection, per));
  const { periods } = await client.overTime(selection, 'month');
  const counts = oracle.summary(selection);
  expect([
    periods.reduce((sum, { calls }) => sum + calls, 0),
    periods.reduce((sum, { opportunity }) => sum + opportunity, 0),
    periods.reduce((sum, { missed }) => sum + missed, 0),
    periods.reduce((sum, { appointments }) => sum + appointments, 0),
  ]).toEqual([
    counts.all_calls_count,
    counts.opportunity_calls_count,
    counts.missed_calls_count,
    counts.appointment_calls_count,
  ]);
  for (const { startDate, calls } of periods.slice(0, openedPeriods)) {
    const whole = periodOf(startDate, 'month');
    const days = {
      startDate: startDate < selection.startDate ? selection.startDate : startDate,
      endDate: whole.endDate > selection.endDate ? selection.endDate : whole.endDate,
    };
    expect(await total(client, { ...selection, ...days }, {})).toBe(calls);
  }
}

/** How many periods are opened: the first one has only its days within the dates. */
const openedPeriods = 2;

/** The heat map contains every call and every missed call, and a cell opens exactly its calls. */
async function expectWeekHours(client: DataClient, oracle: Oracle, selection: Selection): Promise<void> {
  const { cells, startDate } = await client.weekHours(selection);
  expect(cells).toEqual(oracle.weekHours(selection));
  const counts = oracle.summary(selection);
  const sum = (part: 'calls' | 'missed') => cells.reduce((all, cell) => all + cell[part], 0);
  expect([sum('calls'), sum('missed')]).toEqual([counts.all_calls_count, counts.missed_calls_count]);
  const moments = oracle.calls(selection).map((call) => Date.parse(call.call_date_time));
  expect(startDate).toBe(moments.length === 0 ? null : new Date(Math.min(...moments)).toISOString());

  for (const { weekday, hour } of cells.slice(0, openedCells)) {
    const at = { weekday: [String(weekday)], hour: [String(hour)] };
    const opened = await client.calls(selection, { outcome: ['all calls'], ...at });
    expect(opened.records.map(({ callId }) => callId).sort()).toEqual(
      ids(oracle.callsAt(selection, weekday, hour)).sort(),
    );
  }
}

/** How many cells of a heat map are opened: enough to include each time zone, few enough to be quick. */
const openedCells = 12;

const total = async (client: DataClient, selection: Selection, filters: ListFilters) =>
  (await client.calls(selection, { outcome: ['all calls'], ...filters }, { pageSize: 1 })).meta.total_count;

async function expectBreakdown(
  client: DataClient,
  oracle: Oracle,
  selection: Selection,
  key: BreakdownKey,
  path: string,
): Promise<Breakdown> {
  const answer = await client.breakdown(path, selection);
  const expected = expectedBreakdown(oracle, selection, key);
  expect(answer.records.map(({ name, id, value }) => ({ name, id, value }))).toEqual(expected.records);
  expect([answer.firstRecordDate, answer.callsCount]).toEqual([
    expected.firstRecordDate,
    expected.callsCount,
  ]);
  const opened = answer.records.map(async ({ name, id, value, campaignType, mediaType }) => {
    if (key === 'offer' || key === 'service' || key === 'insurance') {
      const calls = oracle.callsAskingAbout(selection, key, id as string);
      return [await total(client, selection, { [key]: [id as string] }), calls.length];
    }
    if (key !== 'campaignSource') return [await total(client, selection, { [key]: [name] }), value];
    expect(mediaType === noMediaType).toBe(name === campaignType);
    const source = { campaignType: [campaignType as string], mediaType: [mediaType as string], scored: true };
    return [await total(client, selection, source), value];
  });
  for (const [listed, counted] of await Promise.all(opened)) expect([key, listed]).toEqual([key, counted]);
  return answer;
}

test(
  'every figure, list and breakdown is what counting the rows gives, before and after a feed changes them',
  longTimeout,
  async () => {
    await fc.assert(
      fc.asyncProperty(historySeeds(now), choices, async (seed, choice) => {
        const { first, second, client } = await played(seed);
        const { wide, narrow } = selectionOf(choice, first);
        const oracle = new Oracle(first, now);
        await expectAgreement(client, oracle, wide);
        const { meta: _, ...counts } = await client.summary(narrow);
        expect(counts).toEqual(oracle.summary(narrow));
        await importFeed(second);
        await expectAgreement(client, new Oracle(second, now, first), selectionOf(choice, second).wide);
      }),
      { numRuns, endOnFailure: true },
    );
  },
);

test('by days of the offices too, also when their time zones change', longTimeout, async () => {
  await fc.assert(
    fc.asyncProperty(historySeeds(now), choices, async (seed, choice) => {
      const { first, second, client } = await ofOffices.played(seed);
      const { wide, narrow } = selectionOf(choice, first);
      await expectAgreement(client, new Oracle(first, now, null, 'office'), wide);
      await ofOffices.importFeed(second);
      const oracle = new Oracle(second, now, first, 'office');
      const changed = selectionOf(choice, second);
      for (const selection of [changed.wide, narrow, changed.narrow]) {
        const { meta: _, ...counts } = await client.summary(selection);
        expect(counts).toEqual(oracle.summary(selection));
      }
      const { path } = breakdowns.offer;
      await expectBreakdown(client, oracle, changed.narrow, 'offer', path);
    }),
    { numRuns: Math.ceil(numRuns / 2), endOnFailure: true },
  );
});

type Figures = Record<string, number>;
async function figuresOf(client: DataClient, selection: Selection): Promise<Figures> {
  const { meta: _, ...counts } = await client.summary(selection);
  const figures: Figures = { ...counts };
  for (const [key, route] of Object.entries(breakdowns)) {
    const { records } = await client.breakdown(route.path, selection);
    for (const { name, id, value } of records) figures[`${key} ${id ?? name}`] = value;
  }
  const { callsPerHour } = await client.hours(selection);
  for (const { hour, opportunity, missed } of callsPerHour) {
    figures[`opportunity at ${hour}`] = opportunity;
    figures[`missed at ${hour}`] = missed;
  }
  const { cells } = await client.weekHours(selection);
  for (const { weekday, hour, calls, missed } of cells) {
    figures[`calls on day ${weekday} at ${hour}`] = calls;
    figures[`missed on day ${weekday} at ${hour}`] = missed;
  }
  return figures;
}

test(
  'figures of accounts that share nothing add up, and a narrower scope never counts more',
  longTimeout,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        historySeeds(now),
        choices,
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        async (seed, choice, sides) => {
          const { first: feed, client } = await played(seed);
          const { wide, narrow } = selectionOf(choice, feed);

          // complete trees on each side, so that no account is below one of the other side
          const parents = new Map(feed.accounts.map(({ id, parent_id }) => [id, parent_id]));
          const top = (id: string): string => (parents.get(id) ? top(parents.get(id) as string) : id);
          const tops = [...new Set(feed.accounts.map(({ id }) => top(id)))];
          const side = (id: string) => sides[tops.indexOf(top(id))] ?? false;
          const left = { ...wide, accountIds: wide.accountIds.filter(side) };
          const right = { ...wide, accountIds: wide.accountIds.filter((id) => !side(id)) };

          const whole = await figuresOf(client, wide);
          const sum = await figuresOf(client, left);
          for (const [name, value] of Object.entries(await figuresOf(client, right)))
            sum[name] = (sum[name] ?? 0) + value;
          expect(sum).toEqual(whole);

          for (const [name, value] of Object.entries(await figuresOf(client, narrow))) {
            expect([name, value <= (whole[name] ?? 0)]).toEqual([name, true]);
          }
        },
      ),
      { numRuns, endOnFailure: true },
    );
  },
);
