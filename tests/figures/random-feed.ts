import fc from 'fast-check';
import type {
  AccountRow,
  AppointmentRow,
  AreaRow,
  CallHandling,
  CallRow,
  CampaignRow,
  Feed,
  InquiryRow,
  LineRow,
  Selection,
  StaffRow,
  YesNo,
  ZoneRow,
} from './feed-rows.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Time zones with and without daylight saving time, one with an offset of half an hour, one a day ahead, one far behind. */
const zones = [
  'America/New_York',
  'America/Denver',
  'America/Phoenix',
  'America/St_Johns',
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'UTC',
  '',
];
const types = [
  'MVP Mail',
  'Custom',
  'Handout Cards',
  'My Patient Mail',
  'MVP Core',
  'New Mover Mail',
  'Call Tracking',
  'CallPro',
  'Google Ads',
  'New Mover Mail (Print Only)',
  'Radio',
];
const media = ['', 'Postcard', 'Letter'];
const statuses = [
  '',
  '',
  '',
  'ordered',
  'approved',
  'shipped',
  'delivered',
  'delivered',
  'deliveredInFirstCall',
];
const areaKinds = [
  { kind: 'homes', campaign_type: 'MVP Mail', archived: false, zones: ['north', 'south'] },
  { kind: 'movers', campaign_type: 'New Mover Mail (Print Only)', archived: false, zones: ['all'] },
  { kind: 'past', campaign_type: 'MVP Mail', archived: true, zones: ['east'] },
];
/** The area and the zone that mailings go to, without the account's id; '' if absent, and a zone that never comes. */
const places: readonly (readonly [area: string, zone: string])[] = [
  ['', ''],
  ['homes', ''],
  ['homes', 'homes-north'],
  ['', 'homes-south'],
  ['homes', 'never-comes'],
  ['movers', 'movers-all'],
  ['', 'movers-all'],
  ['movers', ''],
  ['past', 'past-east'],
];
/** Spoken texts of calls: with umlauts, quotes, line breaks, patterns and numbers in different spellings; '' when unknown. */
export const saidTexts = [
  '',
  'Asked about 50% off',
  "O'Brien called back\nat (303) 555-0101",
  'Émile Müller-Weiß, called "today"',
  'under_score, back\\slash and 100%',
  'ÜBER 12,5 Prozent; 3 kids',
  'at 3.15 tomorrow¦5 more',
];
const callerNames = ['', 'Ann O’Brien', 'ÉMILE Müller-Weiß', 'Bo "Buddy" Lee, Jr.', '%_\\', '12 Bo'];
const callerNumbers = ['', '+13035550101', '+13035550102', '+4915112345678'];
/** Names that repeat, that differ only by case, and the one that means an unknown person. */
const names = ['Ann', 'Ann', 'bo', 'Cy', 'Unknown', ' unknown'];

/** Days with which scopes begin and end; calls come at their first and last instants. */
const edgeDays = ['2025-11-02', '2026-01-01', '2026-02-09', '2026-03-08', '2026-03-11'];

const edges = edgeDays.flatMap((date) => [`${date}T00:00:00.000Z`, `${date}T23:59:59.999Z`]);

const yesNo: fc.Arbitrary<YesNo> = fc.constantFrom<YesNo>(true, false, '');
const oneOf = (...values: string[]) => fc.constantFrom(...values);
const rarely = fc.nat(9).map((chance) => chance === 0);
const often = fc.nat(9).map((chance) => chance > 3);

/** Instants at the edges of days, around changes of daylight saving time, around 30 days ago, and anywhere. */
const moments = (now: Date) =>
  fc
    .oneof(
      fc
        .tuple(
          fc.constantFrom(...edgeDays),
          fc.constantFrom(-1, 0, day - 1, day - 1, day, 5 * hour - 1, 5 * hour, 7 * hour),
        )
        .map(([start, offset]) => Date.parse(`${start}T00:00:00.000Z`) + offset),
      fc.constantFrom(-1, 0, 1, hour).map((offset) => now.getTime() - 30 * day + offset),
      fc.constantFrom(-1, 0, 1, day).map((offset) => now.getTime() + offset),
      fc.integer({ min: Date.parse('2025-10-15T00:00:00Z'), max: now.getTime() }),
    )
    .map((moment) => new Date(moment).toISOString());

/** Handling of calls in any combination, including impossible ones. */
const handling: fc.Arbitrary<CallHandling> = fc.record({
  asked_for_appointment: yesNo,
  appointment_caller_mentioned: yesNo,
  asked_for_source: yesNo,
  source_caller_mentioned: yesNo,
  good_impression: yesNo,
  asked_for_additional_appointment: yesNo,
  additional_appointment_caller_mentioned: yesNo,
  interacted_with_ivr: yesNo,
  placed_on_hold: yesNo,
  asked_to_place_on_hold: yesNo,
  hold_seconds: fc.oneof(fc.constant<''>(''), fc.nat(200)),
  price_answer: oneOf('', 'Gave Exact Price', 'Gave Range', 'Did Not Answer'),
});

const seeds = (now: Date) =>
  fc.record({
    accounts: fc.array(fc.record({ zone: oneOf(...zones), parent: fc.option(fc.nat(9), { nil: null }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    staff: fc.array(
      fc.record({
        account: fc.nat(9),
        name: oneOf(...names),
        staff_type: oneOf('', 'Front Desk'),
        deleted: rarely,
      }),
      { minLength: 3, maxLength: 8 },
    ),
    campaigns: fc.array(
      fc.record({
        account: fc.nat(9),
        type: oneOf(...types),
        media: oneOf(...media),
        status: oneOf(...statuses),
        week: oneOf('', ...edgeDays),
        order_date: oneOf('', '2026-01-01'),
        delivery_date: oneOf('', '', '2026-02-08', '2026-02-09'),
        quantity: fc.constantFrom<number | ''>('', 0, 250, 1000, 3333),
        place: fc.nat(places.length - 1),
        deleted: rarely,
      }),
      { minLength: 2, maxLength: 6 },
    ),
    lines: fc.array(
      fc.record({ account: fc.nat(9), campaign: fc.option(fc.nat(9), { nil: null }), deleted: rarely }),
      { minLength: 2, maxLength: 6 },
    ),
    calls: fc.array(
      fc.record({
        account: fc.nat(9),
        campaign: fc.option(fc.nat(9), { nil: null }),
        line: fc.option(fc.nat(9), { nil: null }),
        call_date_time: moments(now),
        duration_seconds: fc.nat(5),
        caller_name: oneOf(...callerNames),
        caller_phone_number: oneOf(...callerNumbers),
        highlights: oneOf(...saidTexts),
        audio: fc.boolean(),
        handler: fc.option(fc.nat(99), { nil: null }),
        opportunity: yesNo,
        follow_up_opportunity: yesNo,
        wrong_source_mentioned: yesNo,
        resolved: fc.boolean(),
        handling,
        call_answered_by: oneOf('', 'Staff', 'Staff', 'IVR', 'Voicemail', 'No Answer'),
        patient_type: oneOf(
          '',
          'New Patient Opportunity',
          'NOT a Patient Opportunity',
          'Unknown',
          'Spam',
          'Existing',
        ),
        caller_gender: oneOf('', 'Female', 'Male'),
        payment_type: oneOf('', 'Cash', 'Insurance'),
        caller_source: oneOf('', 'Postcard', 'Google', 'A friend'),
        ivr_outcome: oneOf('', 'routed to voicemail', 'routed to staff'),
        voicemail_outcome: oneOf('', 'left a message'),
        record_type: oneOf('', 'Mail Call', 'Web Call'),
        caller_language: oneOf('', 'English', 'Spanish'),
        follow_up_reason: oneOf('', 'Price', 'Schedule'),
        non_opportunity_reason: oneOf('', 'Wrong number', 'Vendor'),
        no_appointment_scheduled_reason: oneOf('', 'Price', 'Hours'),
      }),
      { minLength: 30, maxLength: 60 },
    ),
    inquiries: fc.array(
      fc.record({
        call: fc.nat(99),
        kind: fc.constantFrom<InquiryRow['kind']>('offer', 'service', 'insurance'),
        item: fc.nat(3),
        deleted: rarely,
      }),
      { minLength: 15, maxLength: 30 },
    ),
    appointments: fc.array(
      fc.record({
        call: fc.nat(99),
        outcome: oneOf('Scheduled', 'Cancelled', 'Rescheduled'),
        last_name: oneOf(...callerNames),
        phone: oneOf(...callerNumbers),
        previous: fc.option(fc.nat(99), { nil: null }),
        deleted: rarely,
      }),
      { minLength: 15, maxLength: 30 },
    ),
    changes: fc.record({
      zones: fc.array(fc.tuple(fc.nat(9), oneOf(...zones)), { maxLength: 2 }),
      names: fc.array(fc.tuple(fc.nat(9), oneOf(...names)), { maxLength: 2 }),
      handlers: fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { maxLength: 5 }),
      texts: fc.array(fc.tuple(fc.nat(99), oneOf(...saidTexts)), { minLength: 5, maxLength: 10 }),
      campaignNames: fc.array(fc.tuple(fc.nat(9), oneOf(...saidTexts.slice(1))), { maxLength: 2 }),
      removedStaff: fc.array(fc.nat(9), { maxLength: 2 }),
      types: fc.array(fc.tuple(fc.nat(9), oneOf(...types)), { maxLength: 2 }),
      lines: fc.array(fc.tuple(fc.nat(9), fc.option(fc.nat(9), { nil: null })), { maxLength: 2 }),
      removedCampaigns: fc.array(fc.nat(9), { maxLength: 2 }),
      removedLines: fc.array(fc.nat(9), { maxLength: 2 }),
      removedCalls: fc.array(fc.nat(99), { minLength: 2, maxLength: 5 }),
      removedAppointments: fc.array(fc.nat(99), { minLength: 4, maxLength: 8 }),
      removedInquiries: fc.array(fc.nat(99), { minLength: 2, maxLength: 5 }),
    }),
  });

type Seeds = typeof seeds extends (now: Date) => fc.Arbitrary<infer Value> ? Value : never;

const pick = <Item>(items: readonly Item[], at: number | null): Item | undefined =>
  at === null || items.length === 0 ? undefined : items[at % items.length];

/** A member of staff of the account, or, about one time in eight and in accounts without staff, one who is never imported. */
const handlerOf = (staff: readonly StaffRow[], account_id: string, at: number, prefix: string): string =>
  (at % 8 === 0
    ? undefined
    : pick(
        staff.filter((member) => member.account_id === account_id),
        at,
      )
  )?.id ?? `${prefix}s-never-comes`;

function placeIn(accountId: string, place: number): Pick<CampaignRow, 'mailing_area_id' | 'zone_id'> {
  const [area, zone] = places[place] ?? ['', ''];
  const idOf = (name: string) => (name === '' ? '' : `${accountId}-${name}`);
  return { mailing_area_id: idOf(area), zone_id: idOf(zone) };
}

/** Assigns ids with a prefix, and references within one account, as the feed requires them. */
function feedFrom(seed: Seeds, prefix: string): Feed {
  const accounts: AccountRow[] = seed.accounts.map(({ zone, parent }, at) => ({
    id: `${prefix}a${at}`,
    name: `Office ${at}`,
    // an earlier one, so that there are no cycles
    parent_id: parent === null || at === 0 || parent >= at ? '' : `${prefix}a${parent}`,
    time_zone: zone,
  }));
  const accountAt = (at: number) => (pick(accounts, at) as AccountRow).id;
  const staff: StaffRow[] = seed.staff.map(({ account, ...facts }, at) => ({
    ...facts,
    id: `${prefix}s${at}`,
    account_id: accountAt(account),
  }));
  const areas = accounts.flatMap(({ id }): AreaRow[] =>
    areaKinds.map(({ kind, campaign_type, archived }) => ({
      id: `${id}-${kind}`,
      account_id: id,
      name: kind,
      campaign_type,
      archived,
    })),
  );
  const zonesOfAreas = accounts.flatMap(({ id }): ZoneRow[] =>
    areaKinds.flatMap(({ kind, zones: inside }) =>
      inside.map((name) => ({
        id: `${id}-${kind}-${name}`,
        account_id: id,
        name,
        mailing_area_id: `${id}-${kind}`,
      })),
    ),
  );
  const campaigns: CampaignRow[] = seed.campaigns.map(
    ({ account, type, media: medium, week, place, ...facts }, at) => ({
      ...facts,
      ...placeIn(accountAt(account), place),
      id: `${prefix}m${at}`,
      account_id: accountAt(account),
      name: `Campaign ${at}`,
      campaign_type: type,
      media_type: medium,
      delivery_week: week,
    }),
  );
  const campaignOf = (account_id: string, at: number | null) =>
    pick(
      campaigns.filter((campaign) => campaign.account_id === account_id),
      at,
    )?.id ?? '';
  const lines: LineRow[] = seed.lines.map(({ account, campaign, deleted }, at) => ({
    id: `${prefix}l${at}`,
    account_id: accountAt(account),
    campaign_id: campaignOf(accountAt(account), campaign),
    number: `+1555${prefix}${at}`,
    status: 'Released',
    deleted,
  }));
  const calls: CallRow[] = seed.calls.map(
    ({ account, campaign, line, audio, handler, resolved, handling: heard, ...facts }, at) => {
      const account_id = accountAt(account);
      return {
        ...facts,
        ...heard,
        id: `${prefix}c${(at * 7919) % 1000}`,
        account_id,
        campaign_id: campaignOf(account_id, campaign),
        tracking_line_id:
          pick(
            lines.filter((row) => row.account_id === account_id),
            line,
          )?.id ?? '',
        handler_id: handler === null ? '' : handlerOf(staff, account_id, handler, prefix),
        audio: audio ? 'audio/not-there.wav' : '',
        resolve_date: resolved ? '2026-03-10T12:00:00.000Z' : '',
        // the second feed removes some; what refers to them must have been imported before
        deleted: false,
        // the first calls are exactly at the edges, so that every history has some
        ...(edges[at] === undefined ? {} : { call_date_time: edges[at] }),
      };
    },
  );
  const onCall = (at: number) => {
    const call = pick(calls, at);
    return call ? { account_id: call.account_id, call_id: call.id } : null;
  };
  const inquiries = seed.inquiries.flatMap(({ call, kind, item, deleted }, at): InquiryRow[] => {
    const on = onCall(call);
    return on
      ? [{ id: `${prefix}i${at}`, ...on, kind, item_id: `item${item}`, item_name: `Item ${item}`, deleted }]
      : [];
  });
  const appointments: AppointmentRow[] = [];
  for (const [at, { call, previous, ...facts }] of seed.appointments.entries()) {
    const on = onCall(call);
    if (!on) continue;
    const earlier = appointments.filter(({ account_id }) => account_id === on.account_id);
    const previous_appointment_id = pick(earlier, previous)?.id ?? '';
    appointments.push({
      id: `${prefix}p${at}`,
      ...on,
      ...facts,
      first_name: `Pat ${at % 4}`,
      previous_appointment_id,
    });
  }
  return { accounts, staff, areas, zones: zonesOfAreas, campaigns, lines, calls, inquiries, appointments };
}

function changed(feed: Feed, { changes }: Seeds): Feed {
  const next = structuredClone(feed);
  const at = <Row>(rows: Row[], place: number, change: (row: Row) => void) => {
    const row = pick(rows, place);
    if (row) change(row);
  };
  for (const [place, zone] of changes.zones) at(next.accounts, place, (row) => (row.time_zone = zone));
  for (const [place, name] of changes.names) at(next.staff, place, (row) => (row.name = name));
  for (const [place, handler] of changes.handlers)
    at(next.calls, place, (row) => {
      const own = next.staff.filter(({ account_id }) => account_id === row.account_id);
      row.handler_id = pick(own, handler)?.id ?? '';
    });
  for (const [place, text] of changes.texts) at(next.calls, place, (row) => (row.highlights = text));
  for (const [place, name] of changes.campaignNames) at(next.campaigns, place, (row) => (row.name = name));
  for (const [place, type] of changes.types) at(next.campaigns, place, (row) => (row.campaign_type = type));
  for (const [place, campaign] of changes.lines) {
    at(next.lines, place, (row) => {
      const own = next.campaigns.filter(({ account_id }) => account_id === row.account_id);
      row.campaign_id = pick(own, campaign)?.id ?? '';
    });
  }
  // imported ones: they still determine where their calls came from
  for (const place of changes.removedCampaigns) at(next.campaigns, place, (row) => (row.deleted = true));
  for (const place of changes.removedStaff) at(next.staff, place, (row) => (row.deleted = true));
  for (const place of changes.removedLines) at(next.lines, place, (row) => (row.deleted = true));
  for (const place of changes.removedCalls) at(next.calls, place, (row) => (row.deleted = true));
  for (const place of changes.removedAppointments)
    at(next.appointments, place, (row) => (row.deleted = true));
  for (const place of changes.removedInquiries) at(next.inquiries, place, (row) => (row.deleted = true));
  return next;
}

export type HistorySeed = Seeds;

export const historySeeds = seeds;

export function historyOf(seed: HistorySeed, prefix: string): { first: Feed; second: Feed } {
  const first = feedFrom(seed, prefix);
  return { first, second: changed(first, seed) };
}

export const choices = fc.record({
  accounts: fc.array(often, { minLength: 5, maxLength: 5 }),
  narrowerAccounts: fc.array(often, { minLength: 5, maxLength: 5 }),
  days: fc.array(oneOf(...edgeDays, '2018-01-01', '2026-12-31'), { minLength: 4, maxLength: 4 }),
  campaignType: fc.constantFrom<Selection['campaignType']>('all', 'all', 'mvp-mail', 'non-mailing'),
  narrowerType: fc.constantFrom<Selection['campaignType']>('mvp-mail', 'non-mailing'),
});
export type Choice = typeof choices extends fc.Arbitrary<infer Value> ? Value : never;

export function selectionOf(choice: Choice, feed: Feed): { wide: Selection; narrow: Selection } {
  const [first = '', second = '', third = '', fourth = ''] = [...choice.days].sort();
  const ids = feed.accounts.map(({ id }) => id).filter((_, at) => choice.accounts[at]);
  return {
    wide: { accountIds: ids, startDate: first, endDate: fourth, campaignType: choice.campaignType },
    narrow: {
      accountIds: ids.filter((_, at) => choice.narrowerAccounts[at]),
      startDate: second,
      endDate: third,
      campaignType: choice.campaignType === 'all' ? choice.narrowerType : choice.campaignType,
    },
  };
}
