import { readXlsx } from 'hucre/xlsx';
import type { AppointmentRow as AppointmentListed } from '@mailcall/contract/appointments.ts';
import type { CallRow as CallListed } from '@mailcall/contract/calls.ts';
import type { PeriodLength } from '@mailcall/contract/time/periods.ts';
import type {
  Breakdown,
  callsByWeekHour,
  callsOverTime,
  callsPerDay,
  listBreakdowns,
  Summary,
} from '@mailcall/contract/scoreboard.ts';
import type {
  callOnHoldMetrics,
  OfficeHandlingRate,
  pricingRelatedAnswer,
  StaffMetricKey,
} from '@mailcall/contract/front-desk.ts';
import type { LeaderboardSort, teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import { staffMetrics } from '@mailcall/contract/front-desk.ts';
import type { getMailing, listMailings, mailingCalls, mailingSummary } from '@mailcall/contract/mailings.ts';
import type { mailingStory } from '@mailcall/contract/mailing-story.ts';
import type { listMailingAreas, listZonePerformance } from '@mailcall/contract/maps.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { Selection } from './feed-rows.ts';

export type ListFilters = Record<string, string | readonly string[] | boolean>;

export interface Listed<Row> {
  meta: PageMeta;
  records: Row[];
}

const maxPageSize = 500;

export class DataClient {
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  #get<Answer>(
    path: string,
    selection: Selection,
    filters: ListFilters = {},
    more: object = {},
  ): Promise<Answer> {
    const { accountIds, startDate, endDate, campaignType } = selection;
    return this.#send(path, {
      accountIds,
      filters: { startDate, endDate, campaignFilterType: campaignType, ...filters },
      ...more,
    });
  }

  async #send<Answer>(path: string, query: object, service: 'data' | 'maps' = 'data'): Promise<Answer> {
    const answer = await fetch(`${this.#base}/api/${service}${path}?${encodeQuery(query)}`, {
      headers: { authorization: `Bearer ${this.#token}` },
    });
    const { status, data } = (await answer.json()) as { status: string; data: Answer };
    if (status !== 'success')
      throw new Error(`${path} was answered ${answer.status} ${JSON.stringify(data)}`);
    return data;
  }

  summary(selection: Selection): Promise<Summary> {
    return this.#get('/call-summary-count', selection);
  }

  hours(selection: Selection): Promise<RouteReply<typeof callsPerDay>> {
    return this.#get('/get-calls-per-day', selection);
  }

  weekHours(selection: Selection): Promise<RouteReply<typeof callsByWeekHour>> {
    return this.#get('/get-calls-by-week-hour', selection);
  }

  overTime(selection: Selection, per: PeriodLength): Promise<RouteReply<typeof callsOverTime>> {
    return this.#get('/get-calls-over-time', selection, {}, { per });
  }

  breakdown(path: string, selection: Selection, filters: ListFilters = {}): Promise<Breakdown> {
    return this.#get(path, selection, filters);
  }

  breakdowns(
    selection: Selection,
    keys: readonly string[],
    filters: ListFilters = {},
  ): Promise<RouteReply<typeof listBreakdowns>> {
    return this.#get('/breakdowns', selection, filters, { keys });
  }

  calls(selection: Selection, filters: ListFilters, more: object = {}): Promise<Listed<CallListed>> {
    return this.#get('/calls', selection, filters, { pageSize: maxPageSize, ...more });
  }

  appointments(selection: Selection, filters: ListFilters = {}): Promise<Listed<AppointmentListed>> {
    return this.#get('/appointments', selection, filters, { pageSize: maxPageSize });
  }

  leaderboard(selection: Selection, sortBy: LeaderboardSort): Promise<RouteReply<typeof teamLeaderboard>> {
    return this.#get('/get-team-leaderboard', selection, {}, { sortBy });
  }

  async office(selection: Selection): Promise<OfficeHandlingRate> {
    const { records } = await this.#get<{ records: [OfficeHandlingRate] }>(
      '/get-office-handling-rate',
      selection,
    );
    return records[0];
  }

  prices(selection: Selection): Promise<RouteReply<typeof pricingRelatedAnswer>> {
    return this.#get('/get-pricing-related-answer', selection);
  }

  async holds(selection: Selection): Promise<RouteReply<typeof callOnHoldMetrics>['metrics']> {
    return (await this.#get<RouteReply<typeof callOnHoldMetrics>>('/get-call-on-hold-metrics', selection))
      .metrics;
  }

  staffMetric<Key extends StaffMetricKey>(
    key: Key,
    selection: Selection,
  ): Promise<RouteReply<(typeof staffMetrics)[Key]>> {
    return this.#get(staffMetrics[key].path, selection);
  }

  mailingSummary(selection: Selection): Promise<RouteReply<typeof mailingSummary>> {
    return this.#get('/mailings/summary', selection);
  }

  /** Mailings of the selection whose delivery week is within its dates, or of any week. */
  mailings(
    selection: Selection,
    weeks: 'any week' | 'of the dates',
    more: object = {},
  ): Promise<RouteReply<typeof listMailings>> {
    const { accountIds, startDate, endDate, campaignType } = selection;
    const deliveryWeek = weeks === 'any week' ? {} : { deliveryWeek: { gte: startDate, lte: endDate } };
    return this.#send('/mailings', {
      accountIds,
      filters: { campaignFilterType: campaignType, ...deliveryWeek },
      pageSize: maxPageSize,
      ...more,
    });
  }

  async mailing(id: string): Promise<RouteReply<typeof getMailing>['record']> {
    return (await this.#send<RouteReply<typeof getMailing>>(`/mailings/${id}`, { recentCalls: true })).record;
  }

  mailingCalls(id: string, filters: ListFilters = {}): Promise<RouteReply<typeof mailingCalls>> {
    return this.#send(`/mailings/${id}/calls`, { filters });
  }

  async story(id: string): Promise<RouteReply<typeof mailingStory>['record']> {
    return (await this.#send<RouteReply<typeof mailingStory>>(`/mailings/${id}/story`, {})).record;
  }

  areas({ accountIds }: Selection): Promise<RouteReply<typeof listMailingAreas>> {
    return this.#send('/mailing-areas', { accountIds }, 'maps');
  }

  zonePerformance(selection: Selection): Promise<RouteReply<typeof listZonePerformance>> {
    const { accountIds, startDate, endDate, campaignType } = selection;
    const filters = { startDate, endDate, campaignFilterType: campaignType };
    return this.#send('/mailing-zones/performance', { accountIds, filters }, 'maps');
  }

  async exported(
    selection: Selection,
    filters: ListFilters,
    more: object = {},
  ): Promise<Record<string, unknown>[]> {
    const { accountIds, startDate, endDate, campaignType } = selection;
    const answer = await fetch(`${this.#base}/api/data/calls/request-download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        accountIds,
        filters: { startDate, endDate, campaignFilterType: campaignType, ...filters },
        acceptedTerms: true,
        authorizedReceiver: true,
        ...more,
      }),
    });
    const { data } = (await answer.json()) as { data: { slt: string } };
    const file = await fetch(`${this.#base}/api/data/calls/download.xlsx?${encodeQuery({ slt: data.slt })}`);
    if (!file.ok) throw new Error(`The download was answered ${file.status}`);
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    const [titles = [], ...rows] = sheets[0]?.rows ?? [];
    return rows.map((row) => Object.fromEntries(titles.map((title, index) => [String(title), row[index]])));
  }
}
