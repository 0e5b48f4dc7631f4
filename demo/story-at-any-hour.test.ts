import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dentalGroup, officeIds } from './offices.ts';
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

async function writeStory(today: Date): Promise<{ calls: Row[]; booked: Set<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-story-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeDemoStory(folder, { today, calls: 12_000, pictures: false, recordings: false });
  const read = async (name: string): Promise<Row[]> =>
    parse(await readFile(join(folder, `${name}.csv`), 'utf8'), { columns: true });
  const calls = await read('calls');
  const at = new Map(calls.map((call) => [call, Date.parse(call['call_date_time'] ?? '')]));
  calls.sort((one, other) => (at.get(other) ?? 0) - (at.get(one) ?? 0));
  const booked = new Set((await read('appointments')).map((row) => row['call_id'] ?? ''));
  return { calls, booked };
}

describe.each([
  ['at night on a Sunday', '2026-11-22T03:00:00Z'],
  ['on a Monday before offices open', '2026-11-30T12:00:00Z'],
  ['in the first minutes of a month', '2026-12-01T00:20:00Z'],
  ['in the first minutes of a year, after holidays', '2027-01-01T00:10:00Z'],
  ['on the day of a leap year', '2028-02-29T20:00:00Z'],
  ['in the hour that comes twice', '2026-11-01T05:30:00Z'],
])('The story that ends %s', (_, instant) => {
  test('has recordings on the first page of each list, and calls that wait for a callback', async () => {
    const { calls, booked } = await writeStory(new Date(instant));
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
});
