import {
  type AppointmentRow,
  type Call,
  type CallRow,
  defaultPageSize,
  getCall,
  listAppointments,
  listCalls,
  requestRecording,
} from '@mailcall/contract/calls.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type PageChoice, rowsToRequest, shownPage } from '@mailcall/contract/rules/paging.ts';
import { callSummaryCount } from '@mailcall/contract/scoreboard.ts';
import type { PageMeta } from '@mailcall/contract/wire/page.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CallFailed, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import type { ScopeState } from '../scope/index.ts';

/** A page of calls or appointments. */
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
/** What a call list is asked with. */
export type CallListRequest = ListRequest<typeof listCalls>;
/** What an appointment list is asked with. */
export type AppointmentListRequest = ListRequest<typeof listAppointments>;

/** Whether a request names any account; without one nothing is asked. */
const hasAccounts = (request: { accountIds?: unknown }) =>
  Array.isArray(request.accountIds) && request.accountIds.length > 0;

/** The figures of a scope: one answer for the summary cards and the sub-tabs. */
export const summaryQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['summary', scope],
    queryFn: ({ signal }) => call(callSummaryCount, { query: scope }, { signal }),
    enabled: hasAccounts(scope),
  });

/**
 * A page of a list as it is shown: a list that is shown whole comes with its first page, and of a longer one only the
 * rows of the page stay.
 */
async function askShownPage<Row, Request extends PageChoice>(
  request: Request,
  ask: (request: Request) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  const { page, pageSize } = request;
  const answer = await ask({ ...request, ...rowsToRequest(request, defaultPageSize) });
  const shown = shownPage(answer.meta.total_count, request, defaultPageSize);
  const meta = { ...answer.meta, page, per_page: pageSize, page_count: shown.pageCount };
  return { meta, records: answer.records.slice(0, shown.end - shown.start) };
}

/** A page of calls. The page before stays until the next one is there. */
export const callsQuery = (request: CallListRequest) =>
  queryOptions({
    queryKey: ['calls', 'list', request],
    queryFn: ({ signal }): Promise<CallPage> =>
      askShownPage(request, (query) => call(listCalls, { query }, { signal })),
    placeholderData: keepPreviousData,
    enabled: hasAccounts(request),
  });

/** A page of appointments. The page before stays until the next one is there. */
export const appointmentsQuery = (request: AppointmentListRequest) =>
  queryOptions({
    queryKey: ['calls', 'appointments', request],
    queryFn: ({ signal }): Promise<AppointmentPage> =>
      askShownPage(request, (query) => call(listAppointments, { query }, { signal })),
    placeholderData: keepPreviousData,
    enabled: hasAccounts(request),
  });

/** One call with all that is known of it, whatever the scope is at the moment: a link to it opens in any. */
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
    // every opening reaches the server, which logs it
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  });

const notFound = (callId: string) => new CallFailed(messages.callNotFound(callId), 404);

/**
 * Where a recording can be heard for a short while; asking is logged as a play, unless an address that ended while
 * somebody listens is asked for anew.
 */
export async function openRecording(
  callId: string,
  signal: AbortSignal,
  { renewal }: { renewal: boolean },
): Promise<{ url: string; expiresAt: number }> {
  const input = { params: { id: callId }, ...(renewal ? { query: { renewal: 1 } } : {}) };
  const { url, expiresAt } = await call(requestRecording, input, { signal });
  return { url: config().services.data + url, expiresAt: Date.parse(expiresAt) };
}
