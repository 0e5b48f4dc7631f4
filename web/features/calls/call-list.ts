import type { AppointmentSort, CallSort } from '@mailcall/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { useScope } from '../scope/index.ts';
import { appointmentsQuery, callsQuery } from './api.ts';
import {
  appointmentListRequest,
  callListRequest,
  listFromAddress,
  type ListState,
  listsCalls,
  listToAddress,
} from './list-address.ts';

/** The list that the address means, and how to change it. */
export function useCallList(): { list: ListState; show: (next: ListState, replace?: boolean) => void } {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  return {
    list: useMemo(() => listFromAddress(address), [address]),
    show: useCallback(
      (next, replace = false) => changeAddress(listToAddress(next), { replace }),
      [changeAddress],
    ),
  };
}

/** A list as calls, whatever it shows: what the appointments' own sorts would ask of calls is left out. */
const asCalls = (list: ListState) =>
  listsCalls(list) ? list : { ...list, kind: 'all calls' as const, sort: 'callDateTime' as CallSort };
/** A list as appointments, likewise. */
const asAppointments = (list: ListState) =>
  listsCalls(list) ? { ...list, sort: 'date' as AppointmentSort } : list;

/** The page of the list that the address means; asked for only where `asks`, else only what is known already. */
export function useListPage(list: ListState, asks = true) {
  const { query: scope } = useScope();
  const callsRequest = useMemo(() => callListRequest(asCalls(list), scope), [list, scope]);
  const appointmentsRequest = useMemo(
    () => appointmentListRequest(asAppointments(list), scope),
    [list, scope],
  );
  const shown = listsCalls(list);
  const anyAccount = scope.accountIds.length > 0;
  return {
    callsRequest,
    appointmentsRequest,
    calls: useQuery({ ...callsQuery(callsRequest), enabled: asks && shown && anyAccount }),
    appointments: useQuery({
      ...appointmentsQuery(appointmentsRequest),
      enabled: asks && !shown && anyAccount,
    }),
  };
}

/** The calls before and after one in the list that lies below its details; null where there is none. */
export function useNeighbors(callId: string): { before: string | null; after: string | null } {
  const address = useAddress();
  const { list } = useCallList();
  const { calls, appointments } = useListPage(list, false);
  const shown = textOf(address['tab']) === 'all-calls';
  const ids = !shown
    ? []
    : listsCalls(list)
      ? (calls.data?.records ?? []).map((row) => row.callId)
      : [...new Set((appointments.data?.records ?? []).map((row) => row.call.callId))];
  const at = ids.indexOf(callId);
  return {
    before: (at > 0 ? ids[at - 1] : undefined) ?? null,
    after: (at >= 0 ? ids[at + 1] : undefined) ?? null,
  };
}
