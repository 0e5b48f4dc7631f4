import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerJson, listenOnLoopback, type LoopbackServer } from './loopback-server.ts';

export interface CallrailCompany {
  id: string;
  name: string;
  status: 'active' | 'disabled';
  numbers: string[];
}

export type CallrailCall = Readonly<Record<string, unknown>> & { id: string; start_time: string };

/** A server that follows CallRail's documentation: calls with relative pagination, single calls and recordings, companies and trackers by page. */
export interface CallrailServer extends LoopbackServer {
  readonly key: string;
  readonly account: string;
  calls: CallrailCall[];
  companies: CallrailCompany[];
  /** Requests that are still answered; beyond them 429, as CallRail does within an hour. */
  allowed: number;
  /** Calls per page; overrides the requested size. */
  pageSize: number;
  readonly asked: string[];
  /** Handles a request first; returns true if it answered. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
}

/** Fields that CallRail sends only on request. */
const requestedFields = ['company_id', 'transcription', 'conversational_transcript'];

function withFields(call: CallrailCall, fields: string | null): Record<string, unknown> {
  const wanted = fields?.split(',') ?? [];
  return Object.fromEntries(
    Object.entries(call).filter(([name]) => !requestedFields.includes(name) || wanted.includes(name)),
  );
}

export async function startCallrailServer(calls: CallrailCall[] = []): Promise<CallrailServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', state.origin);
      state.asked.push(`${url.pathname}${url.search}`);
      if (await state.instead(request, response)) return;
      if (request.headers.authorization !== `Token token="${state.key}"`)
        return answerJson(response, 401, { error: 'HTTP Token: Access denied.' });
      state.allowed -= 1;
      if (state.allowed < 0) return answerJson(response, 429, { error: 'rate limit exceeded' });
      if (url.pathname === `/v3/a/${state.account}/companies.json`)
        return answerPage(url, response, 'companies', companiesOf());
      if (url.pathname === `/v3/a/${state.account}/trackers.json`)
        return answerPage(url, response, 'trackers', trackersOf());
      const base = `/v3/a/${state.account}/calls`;
      if (url.pathname === `${base}.json`) return answerList(url, response);
      const [, id] = /^\/([^/]+)\.json$/.exec(url.pathname.slice(base.length)) ?? [];
      const call = url.pathname.startsWith(`${base}/`) && state.calls.find((one) => one.id === id);
      if (!call) return answerJson(response, 404, { error: 'not found' });
      answerJson(response, 200, withFields(call, url.searchParams.get('fields')));
    })();
  });
  const companiesOf = () =>
    state.companies.map(({ id, name, status }) => ({ id, name, status, time_zone: 'America/Denver' }));
  const trackersOf = () =>
    state.companies.flatMap(({ id, name, numbers }) =>
      numbers.map((number) => ({
        id: `TRK${number.slice(1)}`,
        name: 'Postcards',
        type: 'source',
        status: 'active',
        tracking_numbers: [number],
        company: { id, name },
      })),
    );
  function answerPage(url: URL, response: ServerResponse, name: string, rows: readonly object[]): void {
    const page = Number(url.searchParams.get('page') ?? 1);
    const perPage = Math.min(250, Number(url.searchParams.get('per_page') ?? 100));
    answerJson(response, 200, {
      page,
      per_page: perPage,
      total_pages: Math.ceil(rows.length / perPage),
      total_records: rows.length,
      [name]: rows.slice((page - 1) * perPage, page * perPage),
    });
  }
  function answerList(url: URL, response: ServerResponse): void {
    const { searchParams: query } = url;
    const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
    const offset = Number(query.get('offset') ?? 0);
    const perPage = Math.min(state.pageSize, Number(query.get('per_page') ?? 100));
    const listed = state.calls
      .filter(({ start_time: at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to)
      .toSorted((one, other) => Date.parse(other.start_time) - Date.parse(one.start_time));
    const page = listed.slice(offset * perPage, (offset + 1) * perPage);
    const more = listed.length > (offset + 1) * perPage;
    const next = new URL(url);
    next.searchParams.set('offset', String(offset + 1));
    answerJson(response, 200, {
      per_page: perPage,
      calls: page.map((call) => withFields(call, query.get('fields'))),
      next_page: more ? next.href : null,
      has_next_page: more,
    });
  }
  const state: CallrailServer = {
    ...(await listenOnLoopback(server)),
    key: 'callrail-api-key',
    account: 'ACC8154748ae6bd4e278a7cddd38a662f4f',
    calls,
    companies: [],
    allowed: Infinity,
    pageSize: 250,
    asked: [],
    instead: () => false,
  };
  return state;
}
