import { getCall, listCalls } from '@mailcall/contract/calls.ts';
import { listDesigns } from '@mailcall/contract/designs.ts';
import { listMailingAreas, listZonePerformance } from '@mailcall/contract/maps.ts';
import {
  listNotificationSettings,
  saveNotificationSettings,
} from '@mailcall/contract/notification-settings.ts';
import { listCallActions, resolveCall } from '@mailcall/contract/resolve.ts';
import { addReviewComment, deleteReviewComment } from '@mailcall/contract/review-comments.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import { userSettings } from '@mailcall/contract/settings.ts';
import { listTrackingLines } from '@mailcall/contract/tracking-lines.ts';
import type { Random } from '../../demo/random.ts';
import { campaigns } from '../campaign-screens.ts';
import { frontDesk, overview } from '../screens.ts';
import type { Person } from '../signed-in-people.ts';
import type { OfficeWork } from './store.ts';

export interface Visit {
  person: Person;
  accountId: string;
  work: OfficeWork;
  random: Random;
}

const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const firstDay = Date.parse('2018-01-01');
const lastDay = Date.parse('2026-11-22');

/** Dates that hardly anyone chose before, so that few answers come from a cache. */
const datesOf = (random: Random) => ({
  startDate: day(random.between(firstDay, lastDay)),
  endDate: day(lastDay + random.integer(0, 1000) * 86_400_000),
});

const searches = ['implant', 'garcia', 'insurance', 'price', 'johnson', 'emergency', 'whitening', '828'];
const pageSize = 15;

async function calls({ person, random }: Visit, choice: { searched: boolean }): Promise<void> {
  const { browser, accountIds } = person;
  const filters = datesOf(random);
  await Promise.all([
    browser.call(callSummaryCount, { query: { accountIds, filters } }),
    browser.call(listCalls, {
      query: {
        accountIds,
        filters: { ...filters, outcome: ['all calls'] },
        sort: random.pick(['callDateTime', 'callDateTime', 'answeredBy', 'callDuration'] as const),
        dir: random.pick(['asc', 'desc'] as const),
        page: random.integer(1, 3),
        pageSize,
        ...(choice.searched && { query: random.pick(searches) }),
      },
    }),
  ]);
}

async function oneCall({ person: { browser, accountIds }, work, random }: Visit): Promise<void> {
  const params = { id: random.pick(work.calls) };
  await Promise.all([
    browser.call(getCall, { params, query: { accountIds, related: true } }),
    browser.call(listCallActions, { params }),
  ]);
}

async function map({ person: { browser, accountIds }, random }: Visit): Promise<void> {
  await Promise.all([
    browser.call(listMailingAreas, { query: { accountIds } }),
    browser.call(listZonePerformance, { query: { accountIds, filters: datesOf(random) } }),
  ]);
}

async function settings({ person: { browser }, accountId }: Visit): Promise<void> {
  await Promise.all([
    browser.call(userSettings),
    browser.call(listNotificationSettings, { query: { accountIds: [accountId] } }),
    browser.call(listTrackingLines, { query: { accountIds: [accountId] } }),
  ]);
}

/** If no call waits, opens one instead. */
async function resolve(visit: Visit): Promise<void> {
  const { person, work } = visit;
  const id = work.due.pop();
  if (id === undefined) return oneCall(visit);
  await person.browser.call(resolveCall, {
    params: { id },
    body: {
      callbackHandler: work.handler,
      callbackOutcomeResult: 'Spoke With Caller',
      callbackOutcomeOpportunityResult: 'Unknown',
      callbackOutcomeSummary: 'They call again next week.',
    },
  });
}

async function comment(visit: Visit): Promise<void> {
  const { person, work, random } = visit;
  const { browser } = person;
  if (work.designs.length === 0) return void (await campaigns(browser, person.accountIds));
  const { comment: made } = await browser.call(addReviewComment, {
    params: { designId: random.pick(work.designs) },
    body: { body: 'A larger phone number, please.', side: 'front', x: random.next(), y: random.next() },
  });
  await browser.call(deleteReviewComment, { params: { id: made.id } });
}

async function saveSettings({ person, accountId, random }: Visit): Promise<void> {
  const notification = {
    contactId: person.id,
    alertType: 'Missed Call Alert' as const,
    frequency: 'Weekly' as const,
    method: random.chance(0.5) ? ['Email' as const] : [],
  };
  await person.browser.call(saveNotificationSettings, { body: { accountId, notification: [notification] } });
}

/** Shares in percent. */
export const mix: Readonly<Record<string, { share: number; visit: (visit: Visit) => Promise<unknown> }>> = {
  Overview: {
    share: 18,
    visit: ({ person, random }) => overview(person.browser, person.accountIds, datesOf(random)),
  },
  'Front Desk': {
    share: 12,
    visit: ({ person, random }) => frontDesk(person.browser, person.accountIds, datesOf(random)),
  },
  'All Calls': { share: 18, visit: (visit) => calls(visit, { searched: false }) },
  'All Calls searched': { share: 8, visit: (visit) => calls(visit, { searched: true }) },
  'a call': { share: 20, visit: oneCall },
  Campaigns: { share: 9, visit: ({ person }) => campaigns(person.browser, person.accountIds) },
  'Map IQ': { share: 5, visit: map },
  Settings: { share: 5, visit: settings },
  'resolves a call': { share: 2, visit: resolve },
  'comments on a card': { share: 2, visit: comment },
  'saves settings': { share: 1, visit: saveSettings },
};

export async function keepOpenDesigns(
  people: readonly Person[],
  work: Map<string, OfficeWork>,
): Promise<void> {
  for (const [accountId, office] of work) {
    const person = people.find(({ accountIds }) => accountIds.includes(accountId));
    const ids = office.designs.slice(0, 50);
    if (!person || ids.length === 0) continue;
    const { records } = await person.browser.call(listDesigns, { query: { ids } });
    office.designs = records
      .filter(({ openForComments, currentVersion }) => openForComments && currentVersion?.front)
      .map(({ id }) => id);
  }
}
