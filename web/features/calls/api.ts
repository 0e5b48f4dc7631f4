import {
  type AppointmentRow,
  type Call,
  type CallRow,
  getCall,
  listAppointments,
  listCalls,
  requestRecording,
} from '@mailcall/contract/calls.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
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

/** What a call list is asked with. */
export type CallListRequest = NonNullable<RouteInput<typeof listCalls>['query']>;
/** What an appointment list is asked with. */
export type AppointmentListRequest = NonNullable<RouteInput<typeof listAppointments>['query']>;

/** Whether a request names any account; without one nothing is asked (spec 2 §1). */
const asksForAccounts = (request: { accountIds?: unknown }) =>
  Array.isArray(request.accountIds) && request.accountIds.length > 0;

/** The figures of a scope: one answer for the summary cards and the sub-tabs (spec 2 §7). */
export const summaryQuery = (scope: ScopeState['query']) =>
  queryOptions({
    queryKey: ['summary', scope],
    queryFn: ({ signal }) => call(callSummaryCount, { query: scope }, { signal }),
    enabled: asksForAccounts(scope),
  });

/** A page of calls. The page before stays until the next one is there. */
export const callsQuery = (request: CallListRequest) =>
  queryOptions({
    queryKey: ['calls', 'list', request],
    queryFn: ({ signal }): Promise<CallPage> => call(listCalls, { query: request }, { signal }),
    placeholderData: keepPreviousData,
    enabled: asksForAccounts(request),
  });

/** A page of appointments. The page before stays until the next one is there. */
export const appointmentsQuery = (request: AppointmentListRequest) =>
  queryOptions({
    queryKey: ['calls', 'appointments', request],
    queryFn: ({ signal }): Promise<AppointmentPage> => call(listAppointments, { query: request }, { signal }),
    placeholderData: keepPreviousData,
    enabled: asksForAccounts(request),
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
 * somebody listens is asked for anew (design: gaps, recordings).
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
