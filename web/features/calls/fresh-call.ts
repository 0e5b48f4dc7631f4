import type { AppointmentRow } from '@mailcall/contract/appointments.ts';
import type { Call, CallRow } from '@mailcall/contract/calls.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { callQuery, type ListPage } from './api.ts';

export function rowOfCall(call: Call): CallRow {
  return {
    callId: call.id,
    accountId: call.accountId,
    accountName: call.accountName,
    dateTime: call.callDateTime,
    timeZone: call.timeZone,
    callDuration: call.callDuration,
    callAudioURL: call.callAudio,
    callSummary: call.highlights,
    callHandler: call.handlerName,
    answeredBy: call.callAnsweredBy,
    outcome: call.outcome,
    count: call.appointmentsCounter,
    callResolveDate: call.resolveDate,
    campaignType: call.campaignType,
    campaignTypeDetails: call.campaignTypeDetails,
    recordType: call.recordType,
    campaignName: call.campaignName,
    campaignTitle: call.campaignTitle,
    campaignTargetDeliveryWeek: call.campaignTargetDeliveryWeek,
    patientType: call.patientType,
    callerName: call.callerName,
    callerIdName: call.callerIdName,
    callerPhoneNumber: call.callerPhoneNumberRaw,
    followUpOpportunity: call.followUpOpportunity,
    opportunity: call.opportunity,
  };
}

/** Beginnings of query keys of a mailing's data that counts or lists its calls. */
const ofMailing = new Set(['one', 'story', 'calls']);

/** Whether a query counts or lists calls, of accounts or of a mailing, so that a change to a call can change its result. */
const countsCalls = ({ queryKey }: Query) =>
  (queryKey[0] === 'mailings' && ofMailing.has(String(queryKey[1]))) ||
  queryKey.some((part) => typeof part === 'object' && part !== null && 'accountIds' in part);

/** Puts a changed call into all cached details and lists. Refetches displayed figures and lists; removes the others from the cache. */
export function showFreshCall(client: QueryClient, call: Call): void {
  const row = rowOfCall(call);
  const withRow = (rows: CallRow[]) => rows.map((other) => (other.callId === row.callId ? row : other));
  client.setQueryData(callQuery(call.id).queryKey, call);
  client.setQueriesData<Call>({ queryKey: ['calls', 'one'] }, (other) =>
    other && other.id !== call.id ? { ...other, relatedCalls: withRow(other.relatedCalls) } : other,
  );
  client.setQueriesData<ListPage<CallRow>>(
    { queryKey: ['calls', 'list'] },
    (page) => page && { ...page, records: withRow(page.records) },
  );
  client.setQueriesData<ListPage<AppointmentRow>>(
    { queryKey: ['calls', 'appointments'] },
    (page) =>
      page && {
        ...page,
        records: page.records.map((booked) =>
          booked.call.callId === row.callId ? { ...booked, call: row } : booked,
        ),
      },
  );
  client.removeQueries({ type: 'inactive', predicate: countsCalls });
  void client.invalidateQueries({ type: 'active', predicate: countsCalls });
  void client.invalidateQueries({ queryKey: ['calls', 'actions', call.id] });
}

/** Refreshes lists and searches after a campaign was renamed: refetches displayed ones, removes the others from the cache. */
export function refreshCallLists(client: QueryClient): void {
  for (const queryKey of [
    ['calls', 'list'],
    ['calls', 'appointments'],
  ]) {
    client.removeQueries({ type: 'inactive', queryKey });
    void client.invalidateQueries({ type: 'active', queryKey });
  }
}
