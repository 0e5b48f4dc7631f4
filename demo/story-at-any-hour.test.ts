import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { minAgreementCalls } from '@mailcall/contract/rules/agreement.ts';
import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { dentalGroup, officeIds } from './offices.ts';
import { disputesOfKind, planScoreWork, scoreWorkDays, type ShownCall } from './score-work.ts';
import { writeDemoStory } from './story.ts';

/** The story ends "today" at any hour. What people look for when they try the product must always be there. */

type Row = Record<string, string>;

const firstPage = 15;
const month = 30 * 86_400_000;
const ownersOffices = new Set<string>([
  dentalGroup.id,
  officeIds.asheville,
  officeIds.boulder,
  officeIds.sacramento,
  officeIds.orthodontics,
]);

interface Story {
  calls: Row[];
  booked: Set<string>;
}

async function writeStory(today: Date): Promise<Story> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-story-'));
  await writeDemoStory(folder, { today, pictures: false, recordings: false });
  const read = async (name: string): Promise<Row[]> =>
    parse(await readFile(join(folder, `${name}.csv`), 'utf8'), { columns: true });
  const calls = await read('calls');
  const at = new Map(calls.map((call) => [call, Date.parse(call['call_date_time'] ?? '')]));
  calls.sort((one, other) => (at.get(other) ?? 0) - (at.get(one) ?? 0));
  const booked = new Set((await read('appointments')).map((row) => row['call_id'] ?? ''));
  await rm(folder, { recursive: true });
  return { calls, booked };
}

const yesNo = (cell: string | undefined) => (cell === '' || cell === undefined ? null : cell === 'true');

const shownCallOf = (row: Row): ShownCall => ({
  accountId: row['account_id'] ?? '',
  callId: row['id'] ?? '',
  at: new Date(row['call_date_time'] ?? ''),
  seconds: Number(row['duration_seconds']),
  values: {
    ...emptyScore,
    answeredBy: 'Staff',
    patientType: row['patient_type'] ?? '',
    opportunity: yesNo(row['opportunity']),
    askedForAppointment: yesNo(row['asked_for_appointment']),
    askedForSource: yesNo(row['asked_for_source']),
    goodImpression: yesNo(row['good_impression']),
    followUpOpportunity: yesNo(row['follow_up_opportunity']),
    followUpReason: row['follow_up_reason'] || null,
  },
});

const isInOrder = (...times: (Date | null)[]) =>
  times.every((at, place) => {
    const next = times.slice(place + 1).find((later) => later !== null);
    return at === null || next === undefined || next === null || at < next;
  });

describe.each([
  ['at night on a Sunday', '2026-11-22T03:00:00Z'],
  ['on a Monday before offices open', '2026-11-30T12:00:00Z'],
  ['in the first minutes of a month', '2026-12-01T00:20:00Z'],
  ['in the first minutes of a year, after holidays', '2027-01-01T00:10:00Z'],
  ['on the day of a leap year', '2028-02-29T20:00:00Z'],
  ['in the hour that comes twice', '2026-11-01T05:30:00Z'],
])('The story that ends %s', (_, instant) => {
  let story: Story;
  beforeAll(async () => {
    story = await writeStory(new Date(instant));
  });

  test('has recordings on the first page of each list, and calls that wait for a callback', () => {
    const { calls, booked } = story;
    const newest = (matches: (call: Row) => boolean) => calls.filter(matches).slice(0, firstPage);
    const isOwners = (call: Row) => ownersOffices.has(call['account_id'] ?? '');
    const recorded = (list: Row[]) => list.filter((call) => call['audio'] !== '').length;

    const ofFrontDesk = newest(
      (call) => call['account_id'] === officeIds.asheville && call['opportunity'] === 'true',
    );
    expect(ofFrontDesk).toHaveLength(firstPage);
    expect(recorded(ofFrontDesk)).toBeGreaterThan(firstPage / 2);
    expect(recorded(newest((call) => isOwners(call) && booked.has(call['id'] ?? '')))).toBeGreaterThan(1);
    expect(recorded(newest(isOwners))).toBeGreaterThan(1);

    const unscored = calls.filter((call) => call['call_answered_by'] === '');
    expect(recorded(unscored)).toBeGreaterThanOrEqual(40);

    const since = Date.parse(instant) - month;
    const waiting = calls.filter(
      (call) =>
        isOwners(call) &&
        Date.parse(call['call_date_time'] ?? '') > since &&
        call['follow_up_opportunity'] === 'true' &&
        call['resolve_date'] === '',
    );
    expect(waiting.length).toBeGreaterThan(3);
  });

  test('has work of the scorers for two weeks: second passes and disputes in each state, all in the past', () => {
    const now = new Date(instant);
    const { calls } = story;
    const daysAgo = ({ at }: ShownCall) => (now.getTime() - at.getTime()) / 86_400_000;
    const scored = calls
      .filter((call) => call['call_answered_by'] === 'Staff' && call['audio'] !== '')
      .map(shownCallOf)
      .filter((call) => daysAgo(call) < scoreWorkDays.from && daysAgo(call) > scoreWorkDays.to)
      .slice(0, 90);
    const { versions, passes, disputes } = planScoreWork(scored, now);

    const kinds = disputes.map(({ state, answer }) => (answer === null ? state : 'answered'));
    for (const kind of ['open', 'accepted', 'declined', 'withdrawn', 'answered'])
      expect(kinds.filter((one) => one === kind)).toHaveLength(disputesOfKind);
    for (const { callId, openedAt, decidedAt, withdrawnAt, answeredAt } of disputes) {
      const scoredAt =
        versions.find((version) => version.callId === callId && version.number === 1)?.at ?? null;
      expect(isInOrder(scoredAt, openedAt, decidedAt, withdrawnAt, answeredAt, now)).toBe(true);
    }

    for (const state of ['agreed', 'differs', 'returned', 'decided'])
      expect(passes.filter((pass) => pass.state === state).length).toBeGreaterThan(0);
    for (const { callId, chosenAt, secondAt, returnedAt, decidedAt } of passes) {
      const call = scored.find((one) => one.callId === callId);
      expect(isInOrder(call?.at ?? null, chosenAt, secondAt, returnedAt, decidedAt, now)).toBe(true);
      expect([0, 6]).not.toContain(secondAt.getUTCDay());
    }
    const impressions = passes.flatMap(({ answers }) =>
      answers.filter(({ field }) => field === 'goodImpression'),
    );
    expect(impressions.length).toBeGreaterThanOrEqual(minAgreementCalls);

    // figures and lists stay: calls show the newest version
    for (const { callId, values } of scored) {
      const newest = versions.filter((version) => version.callId === callId).at(-1);
      expect(newest?.values ?? values).toEqual(values);
    }
    expect(new Set(versions.map(({ callId, number }) => `${callId} ${number}`)).size).toBe(versions.length);
  });
});
