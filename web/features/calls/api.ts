import { type AppointmentRow, listAppointments } from '@mailcall/contract/appointments.ts';
import { type Call, type CallRow, getCall, listCalls } from '@mailcall/contract/calls.ts';
import { requestRecording } from '@mailcall/contract/recordings.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  defaultPageSize,
  type PageChoice,
  pageToRequest,
  visiblePage,
} from '@mailcall/contract/rules/paging.ts';
import type { ScoredCalls } from '@mailcall/contract/rules/sample-size.ts';
import { callsOverTime, callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import type { PeriodLength } from '@mailcall/contract/time/periods.ts';
import { getTranscript } from '@mailcall/contract/transcripts.ts';
import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call, CallFailed } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import type { ScopeState } from '../scope/index.ts';
import { scoredCalls } from './summary-figures.ts';

export interface ListPage<Row> {
  meta: PageMeta;
  records: Row[];
}
export type CallPage = ListPage<CallRow>;
export type AppointmentPage = ListPage<AppointmentRow>;

type ListRequest<Route extends typeof listCalls | typeof listAppointments> = Omit<
  NonNullable<RouteInput<Route>['query']>,
  keyof PageChoice
> &
  PageChoice;
export type CallListRequest = ListRequest<typeof listCalls>;
export type AppointmentListRequest = ListRequest<typeof listAppointments>;

/** Whether a request has accounts; otherwise it is not sent. */
const hasAccounts = (request: { accountIds?: unknown }) =>
  Array.isArray(request.accountIds) && request.accountIds.length > 0;

export const summaryQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['summary', scope],
    queryFn: ({ signal }) => call(callSummaryCount, { query: scope }, { signal }),
    enabled: hasAccounts(scope),
  });

export const callsOverTimeQuery = (scope: ScopeState['query'], per: PeriodLength) =>
  queryOptions({
    queryKey: ['scoreboard', 'over-time', scope, per],
    queryFn: ({ signal }) => call(callsOverTime, { query: { ...scope, per } }, { signal }),
  });

/** Calls of a scope and how many of them are not scored; undefined until known. The summary cards retry a failed summary. */
export function useScoredCalls(scope: ScopeState['query']): ScoredCalls | undefined {
  const summary = useQuery({ ...summaryQuery(scope), retryOnMount: false }).data;
  return summary && scoredCalls(summary);
}

/** A page of a list as displayed. The first request loads a short list completely; longer ones are cut to the page. */
async function requestPage<Row, Request extends PageChoice>(
  request: Request,
  send: (request: Request) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  const { page, pageSize } = request;
  const answer = await send({ ...request, ...pageToRequest(request, defaultPageSize) });
  const displayed = visiblePage(answer.meta.total_count, request, defaultPageSize);
  const meta = { ...answer.meta, page, per_page: pageSize, page_count: displayed.pageCount };
  return { meta, records: answer.records.slice(0, displayed.end - displayed.start) };
}

export const callsQuery = (request: CallListRequest) =>
  queryOptions({
    queryKey: ['calls', 'list', request] as const,
    queryFn: ({ signal }): Promise<CallPage> =>
      requestPage(request, (query) => call(listCalls, { query }, { signal })),
    placeholderData: keepPreviousData,
    enabled: hasAccounts(request),
  });

export const appointmentsQuery = (request: AppointmentListRequest) =>
  queryOptions({
    queryKey: ['calls', 'appointments', request],
    queryFn: ({ signal }): Promise<AppointmentPage> =>
      requestPage(request, (query) => call(listAppointments, { query }, { signal })),
    placeholderData: keepPreviousData,
    enabled: hasAccounts(request),
  });

/** A call with all details, in any scope, so that links work with any selection. */
export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'one', callId],
    queryFn: async ({ signal }): Promise<Call> => {
      const input = { params: { id: callId }, query: { accountIds: ['*'], related: 1 } };
      const { records } = await call(getCall, input, { signal }).catch((error: unknown) => {
        throw error instanceof CallFailed && error.status === 404 ? notFound(callId) : error;
      });
      const found = records[0];
      if (!found) throw notFound(callId);
      return found;
    },
    // requested on every opening, because the server logs it
    ...alwaysFresh,
    gcTime: 0,
  });

const notFound = (callId: string) => new CallFailed(messages.callNotFound(callId), 404);

export const transcriptQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'transcript', callId],
    queryFn: ({ signal }) => call(getTranscript, { params: { id: callId } }, { signal }),
    gcTime: 0,
  });

/** Requests a recording's short-lived URL. The server logs a play, unless it renews one that expired during playback. */
export async function openRecording(
  callId: string,
  signal: AbortSignal,
  { renewal }: { renewal: boolean },
): Promise<{ url: string; expiresAt: number }> {
  const input = { params: { id: callId }, ...(renewal ? { query: { renewal: 1 } } : {}) };
  const { url, expiresAt } = await call(requestRecording, input, { signal });
  return { url: config().services.data + url, expiresAt: Date.parse(expiresAt) };
}
