import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { breakdowns } from '@mailcall/contract/scoreboard.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { csv, FeedFolders, importAgain } from '../server/features/ingest/feed-for-tests.ts';
import { folderSource } from '../server/features/ingest/feed-source.ts';
import { DataClient } from './figures/data-client.ts';
import type { AppointmentRow, CallRow, Feed, InquiryRow, Selection } from './figures/feed-rows.ts';
import { type ListName, Oracle } from './figures/oracle.ts';
import { answeredScore, missedScore, scoringDesk } from './support/scoring-desk.ts';
import { testNow } from './support/test-app.ts';
import { randomNumbers } from './torture/random-work.ts';

type Said = Partial<CallRow>;

const unscored = {
  campaign_id: '',
  tracking_line_id: '',
  duration_seconds: 40,
  caller_name: '',
  caller_phone_number: '',
  highlights: '',
  handler_id: '',
  audio: '',
  opportunity: '',
  follow_up_opportunity: false,
  wrong_source_mentioned: '',
  resolve_date: '',
  deleted: false,
  call_answered_by: '',
  patient_type: '',
  no_appointment_scheduled_reason: '',
  non_opportunity_reason: '',
  follow_up_reason: '',
} as unknown as CallRow;

const answered: Said = {
  call_answered_by: 'Staff',
  opportunity: true,
  patient_type: 'New Patient Opportunity',
};

const scores: readonly { values: ScoreValues; says: Said; service?: string; books?: true }[] = [
  { values: answeredScore, says: { ...answered, no_appointment_scheduled_reason: 'Price' } },
  {
    values: {
      ...answeredScore,
      followUpOpportunity: true,
      followUpReason: 'Schedule',
      services: [{ id: 'clean', name: 'Cleaning', acceptance: null }],
    },
    says: {
      ...answered,
      no_appointment_scheduled_reason: 'Price',
      follow_up_opportunity: true,
      follow_up_reason: 'Schedule',
    },
    service: 'clean',
  },
  {
    values: {
      ...answeredScore,
      noAppointmentScheduledReason: null,
      askedForAdditionalAppointment: false,
      appointments: [{ firstName: 'Nora', lastName: 'Chavez', dateTime: '2026-03-20T15:00:00.000Z' }],
    },
    says: answered,
    books: true,
  },
  { values: missedScore, says: { call_answered_by: 'No Answer', patient_type: 'Unknown' } },
  {
    values: {
      ...emptyScore,
      answeredBy: 'No Answer',
      patientType: 'Spam',
      nonOpportunityReason: 'Spam call',
      highlights: 'A recorded advertisement.',
    },
    says: { call_answered_by: 'No Answer', patient_type: 'Spam', non_opportunity_reason: 'Spam call' },
  },
];

const fed: readonly Said[] = [
  { ...answered, follow_up_opportunity: false },
  { call_answered_by: 'Voicemail', opportunity: false, patient_type: 'Unknown', follow_up_opportunity: true },
  { call_answered_by: '', opportunity: '', patient_type: '', follow_up_opportunity: false },
];

const lists: readonly ListName[] = [
  'opportunity',
  'appointment',
  'missed call',
  'follow-up',
  'non-opportunity',
  'missed-and-followup',
  'all calls',
];

const ids = ['k1', 'k2', 'k3', 'k4', 'k5'];
const selection: Selection = {
  accountIds: ['own'],
  startDate: '2026-03-01',
  endDate: '2026-03-11',
  campaignType: 'all',
};

const isSaid = (said: Said) =>
  Object.values(said).some((value) => value !== '' && (typeof value !== 'boolean' || value)) ||
  said.opportunity === false;

interface Saved {
  score: (typeof scores)[number] | null;
  undoable: boolean;
  appointment: string | null;
}

class KnownCall {
  saves: Saved[] = [];
  feed: Said = {};
  telephony: Said = {};
  appointments: string[] = [];

  get person() {
    return this.saves.at(-1)?.score ?? null;
  }

  shown(): Said {
    if (this.person) return this.person.says;
    return isSaid(this.feed) ? this.feed : isSaid(this.telephony) ? this.telephony : {};
  }
}

describe.each([
  ['without the columnar copy', 'postgres', 1],
  ['with the columnar copy', 'duckdb', 2],
])('figures %s', (_, readModel, seed) => {
  const { here, tokens, minutesAgo, bring, open, save, undo } = scoringDesk(
    { READ_MODEL: readModel },
    { readModel: { leastCalls: 0, longestWait: 60_000 }, answers: {} },
  );
  const folders = new FeedFolders();
  let base = '';
  beforeAll(async () => {
    base = await here.app.http.listen({ host: '127.0.0.1', port: 0 });
    await here.app.readModel.settled();
  });

  const timeOf = (place: number) => minutesAgo(60 * 26 * (place + 1));

  async function send(source: 'feed' | 'telephony', id: string, said: Said): Promise<void> {
    const folder = await folders.folder({
      'calls.csv': csv([{ id, account_id: 'own', ...said }]),
    });
    const report = await importAgain(
      here.database.pool,
      { ...(await folderSource(folder)), scoreSource: source },
      { files: here.files },
    );
    expect(report.firstRejections).toEqual([]);
  }

  function feedOf(known: ReadonlyMap<string, KnownCall>): Feed {
    const calls = ids.map((id, place) => ({
      ...unscored,
      ...known.get(id)?.shown(),
      id,
      account_id: 'own',
      call_date_time: timeOf(place),
    }));
    const inquiries = ids.flatMap((id): InquiryRow[] => {
      const service = known.get(id)?.person?.service;
      const item = { kind: 'service', item_id: 'clean', item_name: 'Cleaning', deleted: false } as const;
      return service === undefined ? [] : [{ id: `${id}-asked`, account_id: 'own', call_id: id, ...item }];
    });
    const appointments = ids.flatMap((id) =>
      (known.get(id)?.appointments ?? []).map(
        (one) =>
          ({
            id: one,
            account_id: 'own',
            call_id: id,
            previous_appointment_id: '',
            deleted: false,
          }) as AppointmentRow,
      ),
    );
    const accounts = [{ id: 'own', name: 'Own', parent_id: '', time_zone: 'America/Denver' }];
    const none = { staff: [], areas: [], zones: [], campaigns: [], lines: [] };
    return { ...none, accounts, calls, inquiries, appointments };
  }

  test('are right after every score, feed, telephony and correction', async () => {
    const random = randomNumbers(seed);
    const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const known = new Map(ids.map((id) => [id, new KnownCall()]));
    const client = new DataClient(base, tokens['ann'] ?? '');
    const done = new Map<string, number>();
    await bring(ids.map((id, place) => ({ id, call_date_time: timeOf(place), caller_phone_number: '' })));

    async function saveOne(id: string, call: KnownCall): Promise<string | null> {
      const score = one(scores);
      await open('lea', id);
      const { code } = await save('lea', id, {
        version: call.saves.length,
        values: score.values,
        reason: call.saves.length === 0 ? 'scored' : 'correction',
      });
      // the form has other questions about a call with an appointment
      if (code === 400) return null;
      expect(code).toBe(200);
      const appointment = score.books ? `${id} ${call.saves.length}` : null;
      if (appointment) call.appointments.push(appointment);
      call.saves.push({ score, undoable: true, appointment });
      return 'scored';
    }

    async function takeBack(id: string, call: KnownCall): Promise<string | null> {
      const last = call.saves.at(-1);
      if (!last?.undoable) return null;
      expect((await undo('lea', id, call.saves.length)).code).toBe(200);
      call.appointments = call.appointments.filter((appointment) => appointment !== last.appointment);
      call.saves.push({ score: call.saves.at(-2)?.score ?? null, undoable: false, appointment: null });
      return 'undone';
    }

    for (let step = 0; step < 24; step += 1) {
      const id = one(ids);
      const call = known.get(id) as KnownCall;
      const what = random();
      let did: string | null;
      if (what < 0.45) did = await saveOne(id, call);
      else if (what < 0.65) did = await takeBack(id, call);
      else {
        did = what < 0.85 ? 'feed' : 'telephony';
        const said = one(fed);
        call[did as 'feed' | 'telephony'] = said;
        await send(did as 'feed' | 'telephony', id, said);
      }
      if (did === null) continue;
      done.set(did, (done.get(did) ?? 0) + 1);
      const oracle = new Oracle(feedOf(known), new Date(testNow));
      const { meta: _meta, ...counts } = await client.summary(selection);
      expect([step, did, counts]).toEqual([step, did, oracle.summary(selection)]);
      for (const outcome of lists) {
        const { records } = await client.calls(selection, { outcome: [outcome] });
        expect(records.map(({ callId }) => callId)).toEqual(
          oracle.list(selection, outcome).map((listed) => listed.id),
        );
      }
      const { records } = await client.breakdown(breakdowns.patientType.path, selection, {});
      expect(records).toEqual(oracle.breakdownBy(selection, 'patient_type').records);
    }
    for (const kind of ['scored', 'undone', 'feed', 'telephony']) expect(done.get(kind)).toBeGreaterThan(0);
    // the record answers until the copy is built
    const { copy, record } = here.app.readModel.answered;
    if (readModel === 'duckdb') expect(copy).toBeGreaterThan(record);
  }, 120_000);
});
