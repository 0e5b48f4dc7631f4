import {
  defaultMailingPageSize,
  drawerCallRows,
  getMailing,
  listMailings,
  type Mailing,
  mailingCalls,
  mailingSummary,
} from '@mailcall/contract/mailings.ts';
import { mailingStory as storyRoute } from '@mailcall/contract/mailing-story.ts';
import { deliveredStatuses, inProductionStatuses } from '@mailcall/contract/rules/mailing.ts';
import { pathOf, type RouteReply } from '@mailcall/contract/wire/route.ts';
import type { Browser, ScreenFigures } from './screens.ts';

type MailingList = RouteReply<typeof listMailings>;

export const inProductionPageSize = 50;

const resultsOf = (list: string, { meta, records }: MailingList): ScreenFigures => {
  const sum = (value: (mailing: Mailing) => number) =>
    records.reduce((total, mailing) => total + value(mailing), 0);
  return {
    [`${list} mailings`]: meta.totalCount,
    [`${list} cards`]: records.length,
    [`${list} leads`]: sum(({ leadsCount }) => leadsCount),
    [`${list} appointments`]: sum(({ appointmentsCount }) => appointmentsCount),
  };
};

export async function campaigns(browser: Browser, accountIds: readonly string[]): Promise<ScreenFigures> {
  const [summary, inProduction, delivered] = await Promise.all([
    browser.get<RouteReply<typeof mailingSummary>>(mailingSummary.path, { accountIds }),
    browser.get<MailingList>(listMailings.path, {
      accountIds,
      pageSize: inProductionPageSize,
      sort: 'nextStep',
      dir: 'asc',
      filters: { status: inProductionStatuses },
    }),
    browser.get<MailingList>(listMailings.path, {
      accountIds,
      pageSize: defaultMailingPageSize,
      filters: { status: deliveredStatuses },
    }),
  ]);
  const { meta: _, ...figures } = summary;
  return {
    ...figures,
    // plain SQL lacks this order, so the rows of a page are not compared
    'in production mailings': inProduction.meta.totalCount,
    'in production cards': inProduction.records.length,
    ...resultsOf('delivered', delivered),
  };
}

export async function deliveredByConversion(
  browser: Browser,
  accountIds: readonly string[],
): Promise<ScreenFigures> {
  const list = await browser.get<MailingList>(listMailings.path, {
    accountIds,
    pageSize: defaultMailingPageSize,
    sort: 'conversionRate',
    dir: 'desc',
    filters: { status: deliveredStatuses },
  });
  return resultsOf('delivered', list);
}

export async function mailingDrawer(browser: Browser, id: string): Promise<ScreenFigures> {
  const [{ record }, calls] = await Promise.all([
    browser.get<RouteReply<typeof getMailing>>(pathOf(getMailing, { id }), {}),
    browser.get<RouteReply<typeof mailingCalls>>(pathOf(mailingCalls, { id }), {
      pageSize: drawerCallRows,
      filters: { outcome: ['appointment', 'opportunity'] },
    }),
  ]);
  return {
    leads: record.leadsCount,
    appointments: record.appointmentsCount,
    'listed calls': calls.total,
    'listed rows': calls.records.length,
  };
}

export async function mailingStory(browser: Browser, id: string): Promise<ScreenFigures> {
  const path = pathOf(storyRoute, { id });
  const { record } = await browser.get<RouteReply<typeof storyRoute>>(path, {});
  return { calls: record.calls, opportunity: record.opportunity, 'earlier mailings': record.earlier.length };
}
