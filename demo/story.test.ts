import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backlogDays } from './backlog.ts';
import { campaignTypes, mailingStatuses } from './campaigns.ts';
import { demoPeople } from './people.ts';
import { labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { picklistRows } from './picklists.ts';
import { matchPatients } from '../server/features/patient-lists/audits/match-patients.ts';
import { dayOf } from './local-time.ts';
import { byId, type Row, rowsOf, TestStories } from './test-stories.ts';
import type { DemoStory, DemoStoryOptions } from './story.ts';
import { patientTypes } from './trade.ts';

const today = new Date('2026-03-18T19:30:00Z');
const calls = 12_000;
const stories = new TestStories();
const writeStory = (options: Partial<DemoStoryOptions> = {}) => stories.write({ today, calls, ...options });

async function hashOfFolder(story: DemoStory): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(story.folder, { recursive: true })).sort()) {
    const path = join(story.folder, name);
    if ((await stat(path)).isFile()) hash.update(name).update(await readFile(path));
  }
  return hash.digest('hex');
}

const tables = [
  'accounts',
  'contacts',
  'staff',
  'campaigns',
  'mail-pieces',
  'tracking-lines',
  'calls',
  'inquiries',
  'appointments',
  'picklists',
  'sales-contacts',
  'designs',
  'design-versions',
  'review-comments',
  'geodata',
  'mailing-areas',
  'mailing-zones',
  'patient-lists',
  'patients',
] as const;
const folder = {} as Record<(typeof tables)[number], Row[]>;
let story: DemoStory;

const breaking = (holds: (call: Row) => boolean) => folder.calls.filter((call) => !holds(call)).slice(0, 3);
const isMissed = (call: Row) =>
  call.call_answered_by !== '' &&
  call.call_answered_by !== 'Staff' &&
  call.patient_type !== patientTypes.spam &&
  call.patient_type !== patientTypes.nonOpportunity;

beforeAll(async () => {
  story = await writeStory();
  for (const table of tables) folder[table] = await rowsOf(story, table);
});

afterAll(() => stories.remove());

describe('the same story', () => {
  it('is identical with the same options, and different with another seed', async () => {
    const hashes = [];
    for (const seed of [1, 1, 2]) hashes.push(await hashOfFolder(await writeStory({ calls: 600, seed })));
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
  });
});

describe('counts', () => {
  it('has exactly the requested calls, and reports what it wrote', () => {
    expect(folder.calls).toHaveLength(calls);
    expect(story.calls).toBe(calls);
    for (const table of tables) {
      expect(story.files.find((file) => file.name === `${table}.csv`)).toMatchObject({
        rows: folder[table].length,
      });
    }
  });

  it('spreads a large story evenly over its offices', async () => {
    const large = await rowsOf(await writeStory({ calls: 3_000, offices: 60, recordings: false }), 'calls');
    const counts = Map.groupBy(large, (call) => call.account_id);
    expect(counts.size).toBe(60);
    expect([...counts.values()].every((list) => list.length === 50)).toBe(true);
  });

  it('has a thousand offices, those that it adds with four staff and about nine campaigns each', async () => {
    const large = await writeStory({ calls: 10_000, offices: 1000, recordings: false });
    const [accounts, staff, lines, written] = await Promise.all(
      ['accounts', 'staff', 'tracking-lines', 'calls'].map((table) => rowsOf(large, table)),
    );
    const added = new Set(accounts?.slice(6).map(({ id }) => id));
    const ofAdded = (rows: readonly Row[] = []) => rows.filter((row) => added.has(row.account_id as string));
    expect(added.size).toBe(995);
    expect(new Set(accounts?.map(({ name }) => name)).size).toBe(1001);
    expect(ofAdded(staff)).toHaveLength(995 * 4);
    expect(Math.round(ofAdded(lines).length / 995)).toBe(10);
    const joined = new Date(today.getTime() - 281 * 86_400_000).toISOString();
    expect(ofAdded(written).filter((call) => (call.call_date_time as string) < joined)).toEqual([]);
    const active = ofAdded(lines).filter(({ status }) => status === 'Active');
    expect(new Set(active.map(({ number }) => number)).size).toBe(active.length);
  });

  it.each([
    { calls: 199 },
    { calls: 2.5 },
    { offices: 4 },
    { offices: 1001 },
    { calls: 500, offices: 100 },
    { today: new Date('2018-01-02') },
  ])('refuses %o', async (options) => {
    await expect(writeStory(options)).rejects.toThrow(RangeError);
  });

  it('covers January 2018 to a few minutes before the end', () => {
    const times = folder.calls.map((call) => Date.parse(call.call_date_time as string));
    expect(new Date(Math.min(...times)).toISOString()).toMatch(/^2018-01/);
    const minutes = (today.getTime() - Math.max(...times)) / 60_000;
    expect(minutes).toBeGreaterThan(0);
    expect(minutes).toBeLessThan(10);
  });
});

describe('accounts and people', () => {
  it('has a dental group in three time zones, an orthodontic office and a home-services company', () => {
    const group = folder.accounts.filter((account) => account.parent_id === 'silverwren');
    expect(new Set(group.map((account) => account.time_zone)).size).toBe(3);
    expect(folder.accounts.map((account) => account.industry)).toEqual([
      'Dental DSO',
      'Dental',
      'Dental',
      'Dental',
      'Orthodontics',
      'Home Services',
    ]);
    expect(folder.accounts.at(-1)).toMatchObject({ client_label: 'client', business_label: 'business' });
  });

  it('has the people of the demo, each with known accounts', () => {
    const accounts = byId(folder.accounts);
    expect(folder.contacts.map((contact) => contact.email)).toEqual(demoPeople.map((person) => person.email));
    for (const person of demoPeople) expect(person.accountIds.every((id) => accounts.has(id))).toBe(true);
    expect(new Set(demoPeople.map((person) => person.phone)).size).toBe(demoPeople.length);
  });
});

describe('campaigns and tracking lines', () => {
  it('has every campaign type and every mailing status', () => {
    expect(new Set(folder.campaigns.map((campaign) => campaign.campaign_type))).toEqual(
      new Set(campaignTypes),
    );
    expect(new Set(folder.campaigns.map((campaign) => campaign.status))).toEqual(new Set(mailingStatuses));
  });

  it('has dates that match the status', () => {
    const steps = ['order_date', 'approval_date', 'print_date', 'shipment_date', 'delivery_date'] as const;
    const reached = {
      ordered: 1,
      approved: 2,
      printed: 3,
      shipped: 4,
      delivered: 5,
      deliveredInFirstCall: 5,
    };
    const mailings = folder.campaigns.filter((row) => row.order_date !== '');
    const wrong = mailings.filter((campaign) => {
      const dates = steps.map((step) => campaign[step] as string);
      const known = dates.slice(0, reached[campaign.status as keyof typeof reached]);
      const rising = known.every(
        (date, at) => date !== '' && date <= '2026-03-18' && (known[at - 1] ?? '') <= date,
      );
      return !rising || dates.slice(known.length).some((date) => date !== '');
    });
    expect(wrong).toEqual([]);
    // a mailing's design is requested, then drawn; an approved one was drawn
    const undrawn = mailings.filter((campaign) => campaign.media_started === '');
    expect(undrawn.length).toBeGreaterThan(0);
    expect(undrawn.every((campaign) => campaign.status === 'ordered')).toBe(true);
    expect(
      mailings.some((campaign) => campaign.status === 'ordered' && campaign.pre_press_completed !== ''),
    ).toBe(true);
    expect(folder.campaigns.filter((row) => new Date(row.delivery_week as string).getUTCDay() !== 1)).toEqual(
      [],
    );
  });

  it('has calls of a campaign only after its delivery, and the status delivered until the first one', () => {
    const campaigns = byId(folder.campaigns);
    const lines = byId(folder['tracking-lines']);
    const called = new Set<string>();
    const early: string[] = [];
    for (const call of folder.calls) {
      const id = call.campaign_id || lines.get(call.tracking_line_id as string)?.campaign_id || '';
      if (id === '') continue;
      called.add(id);
      const delivered = campaigns.get(id)?.delivery_date || '9999';
      if ((call.call_date_time as string).slice(0, 10) < delivered) early.push(call.id as string);
    }
    expect(early).toEqual([]);
    const status = (campaign: Row) =>
      called.has(campaign.id as string) ? 'deliveredInFirstCall' : 'delivered';
    const delivered = folder.campaigns.filter((row) => row.delivery_date !== '');
    expect(delivered.filter((campaign) => campaign.status !== status(campaign))).toEqual([]);
  });

  it('has every line status, and no number on two active lines', () => {
    expect(new Set(folder['tracking-lines'].map((line) => line.status))).toEqual(
      new Set(['Active', 'New', 'Released', 'Suspended']),
    );
    const active = folder['tracking-lines']
      .filter((line) => line.status === 'Active')
      .map((line) => line.number);
    expect(new Set(active).size).toBe(active.length);
  });

  it('has only phone numbers that are reserved for fiction', () => {
    const numbers = [
      ...folder['tracking-lines'].flatMap((line) => [line.number, line.destination_number]),
      ...folder.calls.map((call) => call.caller_phone_number),
      ...folder.appointments.map((appointment) => appointment.phone),
      ...folder.contacts.map((contact) => contact.phone),
      ...folder['sales-contacts'].map((contact) => contact.phone),
    ].filter((number) => number !== '');
    expect(numbers.filter((number) => !/^\+1[2-9]\d{2}55501\d{2}$/.test(number as string))).toEqual([]);
  });

  it('has calls with a line and no campaign, and calls with neither', () => {
    const lines = byId(folder['tracking-lines']);
    const bare = folder.calls.filter((call) => call.campaign_id === '');
    expect(bare.some((call) => call.tracking_line_id === '')).toBe(true);
    expect(bare.some((call) => lines.get(call.tracking_line_id as string)?.campaign_id === '')).toBe(true);
    expect(bare.some((call) => lines.get(call.tracking_line_id as string)?.campaign_id)).toBe(true);
  });
});

describe('calls', () => {
  it('belong to the same account as the rows they name', () => {
    const known = [folder.campaigns, folder['tracking-lines'], folder.staff].map(byId);
    const references = ['campaign_id', 'tracking_line_id', 'handler_id'] as const;
    expect(
      breaking((call) =>
        references.every(
          (column, at) =>
            call[column] === '' || known[at]?.get(call[column] as string)?.account_id === call.account_id,
        ),
      ),
    ).toEqual([]);
    expect(byId(folder.calls).size).toBe(calls);
  });

  it('have staff if they are opportunities and no handler if they are missed', () => {
    expect(breaking((call) => call.opportunity !== 'true' || call.call_answered_by === 'Staff')).toEqual([]);
    expect(breaking((call) => (call.call_answered_by === 'Staff') === (call.handler_id !== ''))).toEqual([]);
  });

  it('are recent and without a score until scored', () => {
    const unscored = folder.calls.filter((call) => call.call_answered_by === '');
    expect(unscored.filter((call) => call.audio !== '')).toHaveLength(40);
    const inquired = new Set(folder.inquiries.map((inquiry) => inquiry.call_id));
    for (const call of unscored) {
      const age = today.getTime() - Date.parse(call.call_date_time as string);
      expect(age).toBeLessThan((backlogDays + 1) * 24 * 3_600_000);
      expect(inquired.has(call.id)).toBe(false);
      for (const column of [
        'score_id',
        'opportunity',
        'patient_type',
        'handler_id',
        'highlights',
        'resolve_date',
      ])
        expect(call[column]).toBe('');
    }
  });

  it('are as long as their recording, and have none if unanswered', async () => {
    const seconds = new Map<string, number>();
    for (const name of await readdir(join(story.folder, 'recordings'))) {
      const file = await readFile(join(story.folder, 'recordings', name));
      expect(file.length).toBeLessThan(700_000);
      seconds.set(`recordings/${name}`, file.readUInt32LE(40) / file.readUInt32LE(28));
    }
    expect(seconds.size).toBe(24);
    expect(
      breaking(
        (call) => call.audio === '' || seconds.get(call.audio as string) === Number(call.duration_seconds),
      ),
    ).toEqual([]);
    expect(breaking((call) => call.call_answered_by !== 'No Answer' || call.audio === '')).toEqual([]);
    const answered = folder.calls.filter((call) => call.call_answered_by === 'Staff');
    expect(answered.filter((call) => call.audio !== '').length / answered.length).toBeGreaterThan(0.95);
  });

  it('are only placed on hold by staff, for less than their duration', () => {
    expect(breaking((call) => call.placed_on_hold !== 'true' || call.call_answered_by === 'Staff')).toEqual(
      [],
    );
    expect(breaking((call) => (call.hold_seconds !== '') === (call.placed_on_hold === 'true'))).toEqual([]);
    expect(breaking((call) => Number(call.hold_seconds) < Number(call.duration_seconds))).toEqual([]);
    expect(
      breaking((call) => (call.asked_to_place_on_hold !== '') === (call.placed_on_hold === 'true')),
    ).toEqual([]);
  });

  it('have a voicemail outcome only on voicemail, and a menu outcome only with a menu', () => {
    expect(
      breaking((call) => (call.voicemail_outcome !== '') === (call.call_answered_by === 'Voicemail')),
    ).toEqual([]);
    expect(breaking((call) => (call.ivr_outcome !== '') === (call.interacted_with_ivr === 'true'))).toEqual(
      [],
    );
  });

  it('never count as both asked for and mentioned first', () => {
    const pairs = [
      ['asked_for_appointment', 'appointment_caller_mentioned'],
      ['asked_for_source', 'source_caller_mentioned'],
      ['asked_for_additional_appointment', 'additional_appointment_caller_mentioned'],
    ] as const;
    for (const [asked, offered] of pairs)
      expect(breaking((call) => call[asked] !== 'true' || call[offered] !== 'true')).toEqual([]);
    expect(breaking((call) => (call.caller_source !== '') === (call.wrong_source_mentioned !== ''))).toEqual(
      [],
    );
  });

  it('have reasons for no appointment or opportunity only then', () => {
    const booked = new Set(folder.appointments.map((appointment) => appointment.call_id));
    expect(
      breaking((call) => call.no_appointment_scheduled_reason === '' || call.opportunity === 'true'),
    ).toEqual([]);
    expect(
      breaking(
        (call) =>
          call.no_appointment_scheduled_reason === '' ||
          call.resolve_date !== '' ||
          !booked.has(call.id as string),
      ),
    ).toEqual([]);
    expect(
      breaking(
        (call) => call.non_opportunity_reason === '' || (call.opportunity === 'false' && !isMissed(call)),
      ),
    ).toEqual([]);
    expect(
      breaking((call) => (call.follow_up_reason !== '') === (call.follow_up_opportunity === 'true')),
    ).toEqual([]);
  });

  it('are resolved between call and end, with a complete outcome', () => {
    const resolved = folder.calls.filter((call) => call.resolve_date !== '');
    expect(resolved.length).toBeGreaterThan(100);
    for (const call of resolved) {
      const time = Date.parse(call.resolve_date as string);
      expect(time).toBeGreaterThan(Date.parse(call.call_date_time as string));
      expect(time).toBeLessThan(today.getTime());
      for (const column of [
        'callback_handler_id',
        'callback_outcome_result',
        'callback_outcome_opportunity_result',
        'callback_outcome_summary',
      ]) {
        expect(call[column]).not.toBe('');
      }
      expect((call.callback_outcome_summary as string).length).toBeLessThanOrEqual(150);
      expect(call.follow_up_opportunity === 'true' || isMissed(call)).toBe(true);
    }
  });

  it('leave follow-ups of the last 30 days open', () => {
    const open = folder.calls.filter(
      (call) =>
        call.follow_up_opportunity === 'true' &&
        call.resolve_date === '' &&
        today.getTime() - Date.parse(call.call_date_time as string) < 30 * 86_400_000,
    );
    expect(open.length).toBeGreaterThan(5);
  });

  it('have plausible and varied summaries', () => {
    const summaries = folder.calls.map((call) => call.highlights).filter((text) => text !== '');
    expect(summaries.length).toBeGreaterThan(calls * 0.9);
    expect(new Set(summaries).size).toBeGreaterThan(summaries.length * 0.4);
    expect(
      summaries.filter((text) => /undefined|null|NaN|\bthe the\b|\s\s|\.\./.test(text as string)),
    ).toEqual([]);
  });

  it('come mostly during opening hours and most often on Mondays', () => {
    const weekdays = Map.groupBy(folder.calls, (call) =>
      new Date((call.call_date_time as string).slice(0, 10)).getUTCDay(),
    );
    const sizes = [0, 1, 2, 3, 4, 5, 6].map((weekday) => weekdays.get(weekday)?.length ?? 0);
    expect(Math.max(...sizes)).toBe(sizes[1]);
    expect((sizes[0] as number) + (sizes[6] as number)).toBeLessThan(calls * 0.1);
    const night = folder.calls.filter((call) => Number((call.call_date_time as string).slice(11, 13)) < 6);
    expect(night.length).toBeLessThan(calls * 0.01);
  });
});

describe('inquiries and appointments', () => {
  it('belong to calls of their account', () => {
    const known = byId(folder.calls);
    const rows = [...folder.inquiries, ...folder.appointments];
    expect(rows.filter((row) => known.get(row.call_id as string)?.account_id !== row.account_id)).toEqual([]);
    expect(new Set(folder.inquiries.map((inquiry) => inquiry.kind))).toEqual(
      new Set(['offer', 'service', 'insurance']),
    );
  });

  it('have several appointments per call, every outcome, missing names and at most one successor each', () => {
    expect(new Set(folder.appointments.map((row) => row.outcome))).toEqual(
      new Set(['Scheduled', 'Cancelled', 'Rescheduled']),
    );
    expect(
      [...Map.groupBy(folder.appointments, (row) => row.call_id).values()].some((rows) => rows.length > 2),
    ).toBe(true);
    expect(folder.appointments.some((row) => row.first_name === '' && row.last_name !== '')).toBe(true);
    expect(folder.appointments.some((row) => row.first_name === '' && row.last_name === '')).toBe(true);
    const known = byId(folder.appointments);
    const previous = folder.appointments
      .map((row) => row.previous_appointment_id as string)
      .filter((id) => id !== '');
    expect(previous.length).toBeGreaterThan(10);
    expect(previous.every((id) => known.has(id))).toBe(true);
    expect(new Set(previous).size).toBe(previous.length);
  });
});

describe('patient lists', () => {
  function auditOf(list: Row): { strong: number; weak: number; none: number } {
    const text = (cell: string | undefined) => cell || null;
    const ofOffice = (rows: readonly Row[]) => rows.filter((row) => row.account_id === list.account_id);
    const lines = byId(folder['tracking-lines']);
    const shapes = byId(folder.geodata);
    const appointments = Map.groupBy(folder.appointments, (row) => row.call_id);
    const patients = folder.patients.filter((row) => row.patient_list_id === list.id);
    const { matches } = matchPatients({
      households: patients.map((row) => ({
        id: row.address as string,
        longitude: row.longitude ? Number(row.longitude) : null,
        latitude: row.latitude ? Number(row.latitude) : null,
        approximate: false,
        zip: text(row.zip),
        carrierRoute: text(row.carrier_route),
      })),
      patients: patients.map((row) => ({
        id: row.id as string,
        householdId: row.address as string,
        firstName: text(row.first_name),
        lastName: text(row.last_name),
        phones: row.phone ? [row.phone] : [],
        firstVisit: row.first_visit ? dayOf(row.first_visit) : null,
      })),
      zones: ofOffice(folder['mailing-zones']).map((row) => ({
        id: row.id as string,
        carrierRoutes: (row.carrier_routes as string).split(';'),
        polygons: (
          JSON.parse(shapes.get(row.geodata_id as string)?.shape as string) as {
            features: { geometry: { coordinates: number[][][] } }[];
          }
        ).features.map(({ geometry }) => geometry.coordinates),
      })),
      mailings: ofOffice(folder.campaigns)
        .filter((row) => row.zone_id && row.status?.startsWith('delivered'))
        .map((row) => ({
          id: row.id as string,
          zoneId: row.zone_id as string,
          delivery: dayOf(row.delivery_date as string),
        })),
      calls: ofOffice(folder.calls).map((row) => ({
        id: row.id as string,
        mailingId: row.campaign_id || (lines.get(row.tracking_line_id as string)?.campaign_id as string),
        time: Date.parse(row.call_date_time as string),
        day: dayOf((row.call_date_time as string).slice(0, 10)),
        phone: text(row.caller_phone_number),
        callerName: text(row.caller_name),
        callerIdName: text(row.caller_id_name),
        appointments: (appointments.get(row.id) ?? []).map((appointment) => ({
          id: appointment.id as string,
          firstName: text(appointment.first_name),
          lastName: text(appointment.last_name),
          phone: text(appointment.phone),
          day: null,
        })),
      })),
      matchDays: 180,
    });
    const strong = matches.filter((match) => match.class === 'strong').length;
    return { strong, weak: matches.length - strong, none: patients.length - matches.length };
  }

  it('are two per office, with strong, weak and no matches', () => {
    const lists = folder['patient-lists'];
    const offices = [...Map.groupBy(lists, (row) => row.account_id).values()];
    expect(offices.map((ofOffice) => ofOffice.length)).toEqual([2, 2, 2, 2, 2]);
    for (const [located, unlocated] of offices) {
      const audit = auditOf(located as Row);
      for (const count of Object.values(audit)) expect(count).toBeGreaterThan(5);
      const other = auditOf(unlocated as Row);
      expect(other.strong).toBe(0);
      expect(Math.min(other.weak, other.none)).toBeGreaterThan(5);
    }
  });
});

describe('picklists', () => {
  const columns = {
    patientType: 'patient_type',
    answeredBy: 'call_answered_by',
    callerGender: 'caller_gender',
    callerLanguage: 'caller_language',
    paymentType: 'payment_type',
    callerProvidedSource: 'caller_source',
    ivrOutcome: 'ivr_outcome',
    voicemailOutcome: 'voicemail_outcome',
    followUpReason: 'follow_up_reason',
    noAppointmentScheduledReason: 'no_appointment_scheduled_reason',
    nonOpportunityReason: 'non_opportunity_reason',
    recordType: 'record_type',
  } as const;

  it.each(Object.entries(columns))('contain every %s of the calls', (field, column) => {
    const listed = new Set(
      picklistRows.filter((row) => row.object === 'score' && row.field === field).map((row) => row.value),
    );
    const used = new Set(folder.calls.map((call) => call[column] as string).filter((value) => value !== ''));
    expect(used.size).toBeGreaterThan(1);
    expect([...used].filter((value) => !listed.has(value))).toEqual([]);
  });

  it.each(['Dental', 'Plumbing'])('show no text twice to an office of %s', (industry) => {
    const wording = wordingOf({ industry, clientLabel: null, businessLabel: null });
    const shown = picklistRows.map(({ field, label }) => `${field}: ${labelText(label, wording)}`);
    expect(shown.filter((text, place) => shown.indexOf(text) !== place)).toEqual([]);
  });

  it.each([
    ['campaignType', 'campaign_type'],
    ['mediaType', 'media_type'],
  ])('names every %s that campaigns have', (field, column) => {
    const listed = new Set(
      picklistRows.filter((row) => row.object === 'campaign' && row.field === field).map((row) => row.value),
    );
    const used = folder.campaigns.map((campaign) => campaign[column] as string);
    expect(used.filter((value) => !listed.has(value))).toEqual([]);
  });
});
