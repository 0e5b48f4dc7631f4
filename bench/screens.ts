import { Agent, request } from 'node:http';
import { type CallSort, listCalls } from '@mailcall/contract/calls.ts';
import {
  callOnHoldMetrics,
  officeHandlingRate,
  type OfficeHandlingRate,
  pricingRelatedAnswer,
  type PricingAnswer,
} from '@mailcall/contract/front-desk.ts';
import { teamLeaderboard } from '@mailcall/contract/leaderboard.ts';
import {
  breakdowns,
  callSummaryCount,
  callsByWeekHour,
  callsPerDay,
  listBreakdowns,
  type Summary,
} from '@mailcall/contract/scoreboard.ts';
import { searchEverything } from '@mailcall/contract/search.ts';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { type AnyRoute, pathOf, type RouteInput, type RouteReply } from '@mailcall/contract/wire/route.ts';
import { serviceBase } from '../server/platform/http/serve.ts';

const connections = 6;

export class Browser {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connections });
  readonly #base: string;
  readonly #token: string;
  readonly #kept = new Map<string, { tag: string; data: unknown }>();
  readonly #keepsAnswers: boolean;

  /** `keepsAnswers`: sends the ETag of a cached reply, and reuses that reply. */
  constructor(base: string, token: string, options: { keepsAnswers?: boolean } = {}) {
    this.#base = base;
    this.#token = token;
    this.#keepsAnswers = options.keepsAnswers ?? false;
  }

  keepingAnswers(): Browser {
    return new Browser(this.#base, this.#token, { keepsAnswers: true });
  }

  get<Data>(path: string, query: object): Promise<Data> {
    return this.#send<Data>('GET', `${serviceBase.data}${path}?${encodeQuery(query)}`);
  }

  call<R extends AnyRoute>(route: R, { params, query, body }: RouteInput<R> = {}): Promise<RouteReply<R>> {
    const path = serviceBase[route.service] + pathOf(route, params as Record<string, string> | undefined);
    const sent = encodeQuery(query as object | undefined);
    return this.#send(route.method, sent === '' ? path : `${path}?${sent}`, body);
  }

  #send<Data>(method: AnyRoute['method'], path: string, body?: unknown): Promise<Data> {
    const { promise, resolve, reject } = Promise.withResolvers<Data>();
    const url = this.#base + path;
    const kept = this.#kept.get(url);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(kept && { 'if-none-match': kept.tag }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const outgoing = request(url, { method, agent: this.#agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => {
        if (answer.statusCode === 304 && kept) return resolve(kept.data as Data);
        if (answer.statusCode === 200) {
          const { data } = JSON.parse(text) as { data: Data };
          const tag = answer.headers.etag;
          if (this.#keepsAnswers && tag !== undefined) this.#kept.set(url, { tag, data });
          resolve(data);
        } else reject(new Error(`${method} ${path.split('?')[0]} returned ${answer.statusCode}.`));
      });
      answer.on('error', reject);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // the portal closed an idle connection meanwhile; browsers send again
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(this.#send(method, path, body));
      else reject(error);
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}

export type ScreenFigures = Record<string, number>;

function figuresOf(summary: Summary): ScreenFigures {
  const { meta: _, ...figures } = summary;
  return figures;
}

const first = { sort: 'callDateTime', dir: 'desc', page: 1, pageSize: 15 } as const;

/** All Time if absent. */
export type ScreenDates = Pick<ScopeFilters, 'startDate' | 'endDate'>;

const ofInquiries: readonly string[] = ['offer', 'service', 'insurance'];
const isOfInquiries = (key: string) => ofInquiries.includes(key);
/** Inquiries have breakdowns of their own. */
const overviewBreakdowns = {
  calls: Object.keys(breakdowns).filter((key) => !isOfInquiries(key)),
  inquiries: Object.keys(breakdowns).filter(isOfInquiries),
};

export async function overview(
  browser: Browser,
  accountIds: readonly string[],
  dates: ScreenDates = {},
): Promise<ScreenFigures> {
  const scope = { accountIds, filters: dates };
  const all: ScreenFigures = {};
  const counts = browser
    .get<Summary>(callSummaryCount.path, scope)
    .then((summary) => Object.assign(all, figuresOf(summary)));
  const hours = browser
    .get<{ callsPerHour: { opportunity: number; missed: number }[] }>(callsPerDay.path, scope)
    .then(({ callsPerHour }) => {
      all['calls by hour'] = callsPerHour.reduce(
        (sum, { opportunity, missed }) => sum + opportunity + missed,
        0,
      );
    });
  const week = browser
    .get<RouteReply<typeof callsByWeekHour>>(callsByWeekHour.path, scope)
    .then(({ cells }) => {
      all['calls by day and hour'] = cells.reduce((sum, { calls }) => sum + calls, 0);
      all['missed by day and hour'] = cells.reduce((sum, { missed }) => sum + missed, 0);
      all['days and hours'] = cells.length;
    });
  const cards = (['calls', 'inquiries'] as const).map(async (part) => {
    const { breakdowns: counted } = await browser.get<RouteReply<typeof listBreakdowns>>(
      listBreakdowns.path,
      { ...scope, filters: { ...dates, wrongSourceMentioned: true }, keys: overviewBreakdowns[part] },
    );
    for (const [key, { records }] of Object.entries(counted)) {
      all[key] = records.reduce((sum, { value }) => sum + value, 0);
      all[`${key} rows`] = records.length;
    }
  });
  const waiting = browser.get<{ meta: { total_count: number } }>(listCalls.path, {
    ...scope,
    ...first,
    filters: { outcome: ['missed-and-followup'] },
  });
  await Promise.all([counts, hours, week, ...cards, waiting]);
  all['missed and follow-up list'] = (await waiting).meta.total_count;
  return all;
}

export async function allCallsPage(
  browser: Browser,
  accountIds: readonly string[],
  dates: ScreenDates = {},
): Promise<ScreenFigures> {
  const [summary, { meta, records }] = await Promise.all([
    browser.get<Summary>(callSummaryCount.path, { accountIds, filters: dates }),
    browser.get<{ meta: { total_count: number }; records: unknown[] }>(listCalls.path, {
      accountIds,
      ...first,
      filters: { ...dates, outcome: ['all calls'] },
    }),
  ]);
  return { ...figuresOf(summary), 'list total': meta.total_count, 'list rows': records.length };
}

export interface CallListChoice {
  sort: CallSort;
  search?: string;
}

export const listFigures = (total: number, seconds: readonly number[]): ScreenFigures => ({
  'list total': total,
  'list rows': seconds.length,
  // another order gives other calls
  ...Object.fromEntries(seconds.map((value, place) => [`seconds of row ${place}`, value])),
});

export async function callList(
  browser: Browser,
  accountIds: readonly string[],
  { sort, search }: CallListChoice,
): Promise<ScreenFigures> {
  const { meta, records } = await browser.get<RouteReply<typeof listCalls>>(listCalls.path, {
    accountIds,
    ...first,
    sort,
    ...(search !== undefined && { query: search }),
    filters: { outcome: ['all calls'] },
  });
  return listFigures(
    meta.total_count,
    records.map(({ callDuration }) => callDuration),
  );
}

export async function searchCallers(browser: Browser, query: string): Promise<ScreenFigures> {
  const { callers } = await browser.get<RouteReply<typeof searchEverything>>(searchEverything.path, {
    query,
  });
  return { 'newest call': Date.parse(callers[0]?.dateTime ?? '') || 0 };
}

type Leaderboard = RouteReply<typeof teamLeaderboard>;
const staffPerPage = 50;

export async function frontDesk(
  browser: Browser,
  accountIds: readonly string[],
  dates: ScreenDates = {},
): Promise<ScreenFigures> {
  const scope = { accountIds, filters: dates };
  const page = { page: 1, pageSize: staffPerPage };
  const [leaderboard, conversion, office, prices, holds] = await Promise.all([
    browser.get<Leaderboard>(teamLeaderboard.path, { ...scope, ...page }),
    browser.get<Leaderboard>(teamLeaderboard.path, {
      ...scope,
      ...page,
      sortBy: 'conversionRate',
      converting: true,
    }),
    browser.get<{ records: [OfficeHandlingRate] }>(officeHandlingRate.path, scope),
    browser.get<{ records: PricingAnswer[] }>(pricingRelatedAnswer.path, scope),
    browser.get<{ metrics: Record<string, number> }>(callOnHoldMetrics.path, scope),
  ]);
  const [rates] = office.records;
  const { totals } = leaderboard;
  return {
    staff: totals.staffCount,
    'staff with a conversion': conversion.meta.total_count ?? 0,
    'calls of staff': totals.allCallCount,
    'opportunities of staff': totals.opportunityCount,
    'appointments of staff': totals.appointmentCount,
    'appointment calls of staff': totals.appointmentCallCount,
    'answered calls': rates.totalCalls,
    'asked for appointment': rates.askedForAppointmentCount,
    'could ask for appointment': rates.validAskedForAppointment,
    'asked for source': rates.askedForSourceCount,
    'could ask for source': rates.validAskedForSource,
    'good impressions': rates.askedForGoodImpressionCount,
    'asked for more': rates.askedForAdditionalAppointmentCount,
    'used the menu': rates.callerInteractedWithIVRCount,
    'answers about the price': prices.records.reduce((sum, row) => sum + row.totalCallCount, 0),
    'answers with an appointment': prices.records.reduce(
      (sum, row) => sum + row.scoreWithAppointmentCount,
      0,
    ),
    'on hold': holds.metrics['staffPlacedCallerOnHold'] ?? 0,
    'asked before hold': holds.metrics['staffAskedToPlaceOnHold'] ?? 0,
    'seconds on hold': holds.metrics['averageHoldSeconds'] ?? 0,
  };
}
