import type { AppointmentSort } from '@mailcall/contract/appointments.ts';
import type { CallSort } from '@mailcall/contract/calls.ts';
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

/** Shows another list, given directly or computed from the URL's list, which may be newer than the shown one. */
export type ShowList = (next: ListState | ((before: ListState) => ListState), replace?: boolean) => void;

export function useCallList(): { list: ListState; show: ShowList } {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  return {
    list: useMemo(() => listFromAddress(address), [address]),
    show: useCallback(
      (next, replace = false) =>
        changeAddress(
          (before) => listToAddress(typeof next === 'function' ? next(listFromAddress(before)) : next),
          { replace },
        ),
      [changeAddress],
    ),
  };
}

const asCalls = (list: ListState) =>
  listsCalls(list) ? list : { ...list, kind: 'all calls' as const, sort: 'callDateTime' as CallSort };
const asAppointments = (list: ListState) =>
  listsCalls(list) ? { ...list, sort: 'date' as AppointmentSort } : list;

/** Page of a list; unless `enabled`, only from the cache. */
export function useListPage(list: ListState, enabled = true) {
  const { query: scope } = useScope();
  const callsRequest = useMemo(() => callListRequest(asCalls(list), scope), [list, scope]);
  const appointmentsRequest = useMemo(
    () => appointmentListRequest(asAppointments(list), scope),
    [list, scope],
  );
  const showsCalls = listsCalls(list);
  const anyAccount = scope.accountIds.length > 0;
  return {
    callsRequest,
    appointmentsRequest,
    calls: useQuery({ ...callsQuery(callsRequest), enabled: enabled && showsCalls && anyAccount }),
    appointments: useQuery({
      ...appointmentsQuery(appointmentsRequest),
      enabled: enabled && !showsCalls && anyAccount,
    }),
  };
}

export function useNeighbors(callId: string): { before: string | null; after: string | null } {
  const address = useAddress();
  const { list } = useCallList();
  const { calls, appointments } = useListPage(list, false);
  const showsList = textOf(address['tab']) === 'all-calls';
  const ids = !showsList
    ? []
    : listsCalls(list)
      ? (calls.data?.records ?? []).map((row) => row.callId)
      : [...new Set((appointments.data?.records ?? []).map((row) => row.call.callId))];
  const index = ids.indexOf(callId);
  return {
    before: (index > 0 ? ids[index - 1] : undefined) ?? null,
    after: (index >= 0 ? ids[index + 1] : undefined) ?? null,
  };
}
