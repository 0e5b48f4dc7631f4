import type {
  AppointmentSort,
  listAppointments as listAppointmentsRoute,
} from '@mailcall/contract/appointments.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { sortDirection } from '../../platform/sort-order.ts';
import {
  appointmentCounts,
  type ListedId,
  type ListSources,
  queryFoundPage,
  queryPageAtVersion,
  type RequestOptions,
} from '../figures/index.ts';
import { type CheckedScope, idsOf } from '../scope/index.ts';
import { callInList } from './call-conditions.ts';
import { callRowColumns, type CallRowRecord, callRowTables, presentCallRow } from './call-row.ts';
import { pageLimit, pageMeta } from '../../platform/paging.ts';
import { inSearchText, textMatches } from '../../platform/text-search.ts';
import { inCampaignName } from './list-calls.ts';

export type AppointmentListRequest = z.output<(typeof listAppointmentsRoute)['query']>;

interface AppointmentRowRecord extends CallRowRecord {
  appointment_id: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  date_time: Date | null;
  appointment_outcome: string;
}

/** The time of day is local to the account. Nulls come last in both directions. */
const sortKeys: Readonly<Record<AppointmentSort, RawBuilder<unknown>>> = {
  date: sql`appointments.date_time`,
  time: sql`cast(appointments.date_time at time zone offices.time_zone as time)`,
  firstName: sql`lower(appointments.first_name) collate "C"`,
  lastName: sql`lower(appointments.last_name) collate "C"`,
};

function listOf(
  scope: CheckedScope,
  request: AppointmentListRequest,
): { given: RawBuilder<unknown>; total: RawBuilder<unknown>; ids: RawBuilder<ListedId> } {
  const joins =
    request.sort === 'time' ? sql`join accounts as offices on offices.id = appointments.account_id` : sql``;
  const found = textMatches(request.query, [
    inSearchText(sql`appointments.search_text`),
    inCampaignName(scope.accountIds),
  ]);
  return {
    given: sql`matching as materialized (
      select appointments.account_id, appointments.id, ${sortKeys[request.sort]} as sort_key
      from calls join appointments on appointments.account_id = calls.account_id and appointments.call_id = calls.id ${joins}
      where ${callInList(scope, request.filters)} and appointments.account_id = any(${idsOf('account', scope.accountIds)})
        and ${appointmentCounts} ${found ? sql`and ${found}` : sql``})`,
    total: sql`select cast(count(*) as integer) as total from matching`,
    ids: sql<ListedId>`select * from matching order by sort_key ${sortDirection(request.dir)} nulls last, id ${pageLimit(request)}`,
  };
}

const pageOfIds = (listed: RawBuilder<unknown>, place: RawBuilder<unknown>) => sql<AppointmentRowRecord>`
  select ${callRowColumns}, ${place}, appointments.id as appointment_id, appointments.first_name,
    appointments.last_name, appointments.phone, appointments.date_time, appointments.outcome as appointment_outcome
  from ${listed}
  join appointments on appointments.account_id = listed.account_id and appointments.id = listed.id
  join ${callRowTables} on calls.account_id = appointments.account_id and calls.id = appointments.call_id`;

export async function listAppointments(
  sources: ListSources,
  scope: CheckedScope,
  request: AppointmentListRequest,
  now: Date,
  options: RequestOptions = {},
): Promise<RouteReply<typeof listAppointmentsRoute>> {
  if (scope.accountIds.length === 0) return { meta: pageMeta(request, 0, 0, now), records: [] };
  const list = listOf(scope, request);
  const { version, total, rows } =
    (await queryFoundPage(
      sources,
      {
        ...list,
        page: list.ids,
        order: sql`answer.sort_key ${sortDirection(request.dir)} nulls last, answer.id`,
      },
      (listed) => pageOfIds(listed, sql`listed.place`),
      { ...options, accountIds: scope.accountIds },
    )) ??
    (await queryPageAtVersion<AppointmentRowRecord>(sources.database, scope.accountIds, {
      ...list,
      page: pageOfIds(sql`(${list.ids}) as listed`, sql`listed.sort_key`),
      order: sql`answer.sort_key ${sortDirection(request.dir)} nulls last, answer.appointment_id`,
    }));
  const records = rows.map((row) => ({
    Id: row.appointment_id,
    Patient_First_Name__c: row.first_name,
    Patient_Last_Name__c: row.last_name,
    Date_Time__c: row.date_time?.toISOString() ?? null,
    Phone_Number__c: row.phone,
    callOutcome: row.appointment_outcome,
    call: presentCallRow(row),
  }));
  return { meta: pageMeta(request, total, version, now), records };
}
