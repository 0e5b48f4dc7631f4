import fc from 'fast-check';
import { callSorts } from '@mailcall/contract/calls.ts';
import { sortDirections } from '@mailcall/contract/rules/paging.ts';
import { outcomeTexts } from '@mailcall/contract/rules/outcome.ts';
import { expect, test } from 'vitest';
import type { DataClient, ListFilters } from './figures/data-client.ts';
import type { Feed, Selection } from './figures/feed-rows.ts';
import { historyRuns as numRuns, longTimeout, playHistories } from './figures/histories.ts';
import { type ListName, Oracle } from './figures/oracle.ts';
import { choices, historySeeds, selectionOf } from './figures/random-feed.ts';

const { now, importFeed, played } = playHistories();

const lists: readonly ListName[] = [
  'opportunity',
  'appointment',
  'missed call',
  'follow-up',
  'non-opportunity',
  'missed-and-followup',
  'all calls',
];

const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['Call ID']);

/** Seconds of a duration, which the file's reader returns as a time of the first day that a spreadsheet counts. */
const secondsOf = (cell: unknown) => Math.round(((cell as Date).getTime() - Date.UTC(1899, 11, 31)) / 1000);

function wallClock(timeZone: string, moment: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${parts.format(new Date(moment)).replace(' ', 'T')}Z`);
}

/** Every exported list equals the list that counting gives, and every cell equals the feed's value of its call. */
async function expectExported(client: DataClient, feed: Feed, oracle: Oracle, selection: Selection) {
  for (const outcome of lists) {
    const rows = await client.exported(selection, { outcome: [outcome] });
    const calls = oracle.list(selection, outcome);
    expect([outcome, idsOf(rows)]).toEqual([outcome, calls.map(({ id }) => id)]);
    for (const [index, call] of calls.entries()) {
      const row = rows[index] ?? {};
      const zone = feed.accounts.find(({ id }) => id === call.account_id)?.time_zone || 'America/New_York';
      expect(secondsOf(row['Duration'])).toBe(call.duration_seconds);
      expect(row['Appointments']).toBe(oracle.countedAppointments(call).length);
      expect(Math.floor((row['Date & Time'] as Date).getTime() / 1000)).toBe(
        wallClock(zone, call.call_date_time) / 1000,
      );
    }
  }
}

async function bothOf(client: DataClient, selection: Selection, filters: ListFilters, more: object) {
  const shown = await client.calls(selection, filters, more);
  const rows = await client.exported(selection, filters, more);
  return {
    exported: rows.map((row) => [row['Call ID'], row['Outcome']]),
    listed: shown.records.map(({ callId, outcome }) => [
      callId,
      outcome.map((label) => outcomeTexts[label]).join(', ') || 'Not scored yet',
    ]),
  };
}

const ways = fc.record({
  outcome: fc.constantFrom(...lists),
  sort: fc.constantFrom(...callSorts),
  dir: fc.constantFrom(...sortDirections),
  query: fc.constantFrom(undefined, '1', 'a', '202'),
  onHold: fc.constantFrom(undefined, true, false),
  hour: fc.constantFrom(undefined, ['9', '10', '15']),
});

test(
  'exporting a list gives exactly the rows of that list, before and after a feed changes them',
  longTimeout,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        historySeeds(now),
        choices,
        fc.array(ways, { minLength: 3, maxLength: 5 }),
        async (seed, choice, asked) => {
          const { first, second, client } = await played(seed);
          await expectExported(client, first, new Oracle(first, now), selectionOf(choice, first).wide);
          await importFeed(second);
          const { wide, narrow } = selectionOf(choice, second);
          await expectExported(client, second, new Oracle(second, now, first), narrow);
          for (const { outcome, onHold, hour, ...more } of asked) {
            const filters: ListFilters = {
              outcome: [outcome],
              ...(onHold === undefined ? {} : { onHold }),
              ...(hour === undefined ? {} : { hour }),
            };
            const { exported, listed } = await bothOf(client, wide, filters, more);
            expect(exported).toEqual(listed);
          }
        },
      ),
      { numRuns, endOnFailure: true },
    );
  },
);
