import type { AppointmentRow, Call, CallRow } from '@mailcall/contract/calls.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { callQuery, type ListPage } from './api.ts';

/** A call as the lists show it. */
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
    campaignName: call.campaignName,
    campaignTargetDeliveryWeek: call.campaignTargetDeliveryWeek,
    patientType: call.patientType,
    callerName: call.callerName,
    callerIdName: call.callerIdName,
    callerPhoneNumber: call.callerPhoneNumberRaw,
    followUpOpportunity: call.followUpOpportunity,
    opportunity: call.opportunity,
  };
}

/** Whether an answer counts or lists calls of accounts: a change to a call may change it. */
const countsCalls = ({ queryKey }: Query) =>
  queryKey.some((part) => typeof part === 'object' && part !== null && 'accountIds' in part);

/**
 * Shows a call as a command answered it, everywhere: in its details, in each list and among the related calls of others at
 * once; the figures and lists that are shown are asked again, those that are not are forgotten.
 */
export function showFreshCall(client: QueryClient, call: Call): void {
  const row = rowOfCall(call);
  const fresh = (rows: CallRow[]) => rows.map((shown) => (shown.callId === row.callId ? row : shown));
  client.setQueryData(callQuery(call.id).queryKey, call);
  client.setQueriesData<Call>({ queryKey: ['calls', 'one'] }, (other) =>
    other && other.id !== call.id ? { ...other, relatedCalls: fresh(other.relatedCalls) } : other,
  );
  client.setQueriesData<ListPage<CallRow>>(
    { queryKey: ['calls', 'list'] },
    (page) => page && { ...page, records: fresh(page.records) },
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

/**
 * After the name of a campaign changed: the lists that show it, and searches that find by it, are asked for again where
 * they are shown and forgotten elsewhere.
 */
export function refreshCallLists(client: QueryClient): void {
  for (const queryKey of [
    ['calls', 'list'],
    ['calls', 'appointments'],
  ]) {
    client.removeQueries({ type: 'inactive', queryKey });
    void client.invalidateQueries({ type: 'active', queryKey });
  }
}
