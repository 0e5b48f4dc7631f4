import { defaultTimeZone } from '@mailcall/contract/rules/time-zone.ts';
import type { ClientBase } from 'pg';
import { appointmentCountsAs } from '../scope/index.ts';
import {
  type AccountVersions,
  bumpAccountVersions,
  versionParameters,
  versionTable,
} from './account-versions.ts';

/** SQL expressions of a call whose settled columns are wanted. */
export interface CallExpressions {
  accountId: string;
  callDateTime: string;
  reportedCampaignId: string;
  trackingLineId: string;
}

/**
 * Joins for `settledFromReferences`. A call without a reported campaign takes its line's; a campaign counts only in its
 * own account. One that was removed, campaign or line, goes on to say where its calls came from.
 */
export const referenceJoins = (call: CallExpressions) => `
  left join accounts settled_account on settled_account.id = ${call.accountId}
  left join tracking_lines settled_line on settled_line.account_id = ${call.accountId}
    and settled_line.id = ${call.trackingLineId}
  left join campaigns settled_campaign on settled_campaign.account_id = ${call.accountId}
    and settled_campaign.id = coalesce(${call.reportedCampaignId}, settled_line.campaign_id)
  left join dimension_values settled_type on settled_type.dimension = 'campaignType' and settled_type.value = settled_campaign.campaign_type
  left join dimension_values settled_media on settled_media.dimension = 'mediaType' and settled_media.value = settled_campaign.media_type`;

/** The settled columns that come from a call's campaign, line and account, and their SQL. */
export const derivedFromReferences = (call: CallExpressions): [column: string, sql: string][] => {
  const local = `${call.callDateTime} at time zone coalesce(settled_account.time_zone, '${defaultTimeZone}')`;
  return [
    ['campaign_id', `coalesce(${call.reportedCampaignId}, settled_line.campaign_id)`],
    ['campaign_type', 'settled_type.code'],
    ['media_type', 'settled_media.code'],
    ['local_hour', `extract(hour from ${local})::smallint`],
    ['local_weekday', `extract(dow from ${local})::smallint`],
  ];
};

const storedCall: CallExpressions = {
  accountId: 'call.account_id',
  callDateTime: 'call.call_date_time',
  reportedCampaignId: 'call.reported_campaign_id',
  trackingLineId: 'call.tracking_line_id',
};

const derivedColumns: [column: string, sql: string][] = [
  ...derivedFromReferences(storedCall),
  ['appointment_count', 'booked.counted'],
  ['has_cancelled_appointment', 'booked.cancelled'],
  ['has_rescheduled_appointment', 'booked.rescheduled'],
];

const derivedSource = `
  ${referenceJoins(storedCall)}
  cross join lateral (
    select
      least(32767, count(*) filter (where ${appointmentCountsAs('appointment')}))::smallint as counted,
      coalesce(bool_or(appointment.outcome = 'Cancelled'), false) as cancelled,
      coalesce(bool_or(appointment.outcome = 'Rescheduled'), false) as rescheduled
    from appointments appointment
    where appointment.account_id = call.account_id and appointment.call_id = call.id and not appointment.deleted
  ) booked`;

const stored = derivedColumns.map(([column]) => `call.${column}`).join(', ');
const computed = derivedColumns.map(([, sql]) => sql).join(', ');

const updateSettled = (calls: string) => `
  update calls target
  set (${derivedColumns.map(([column]) => column).join(', ')}, v) = (${derivedColumns.map(([column]) => `fresh.${column}`).join(', ')}, clock.v)
  from (
    select call.account_id, call.id, ${derivedColumns.map(([column, sql]) => `${sql} as ${column}`).join(', ')}
    from calls call ${derivedSource}
    where ${calls} and row(${stored}) is distinct from row(${computed})
  ) fresh
  join ${versionTable(1)} on clock.account_id = fresh.account_id
  where target.account_id = fresh.account_id and target.id = fresh.id`;

/**
 * Brings the settled columns of some calls of one account in line with their campaigns, lines, appointments and the
 * account's zone. For a command that has changed those rows, locked the calls and moved the account's clock on.
 * @param version the account's new version, as `bumpAccountClocks` gave it
 * @returns how many calls changed
 */
export async function recomputeCalls(
  client: ClientBase,
  { accountId, callIds, version }: { accountId: string; callIds: readonly string[]; version: string },
): Promise<number> {
  const { rowCount } = await client.query(
    updateSettled('call.account_id = $3 and call.id = any($4::text[])'),
    [[accountId], [version], accountId, callIds],
  );
  return rowCount ?? 0;
}

/**
 * Settles every call that stands in a relation to rows the import has just written.
 * @param calls SQL condition on `call` (the table calls) that finds the calls
 * @param versions clocks that have been moved on already: of all accounts concerned, or undefined to move those on
 *   whose calls change, and `others`, here
 */
export async function recomputeRelatedCalls(
  client: ClientBase,
  calls: string,
  versions?: AccountVersions,
  others: readonly string[] = [],
): Promise<void> {
  await client.query('drop table if exists pg_temp.unsettled_calls');
  await client.query(`create temp table unsettled_calls as
    select call.account_id, call.id from calls call ${derivedSource}
    where ${calls} and row(${stored}) is distinct from row(${computed})`);
  // Rows before clocks: a person's own change does the same, so neither waits for the other in a circle.
  const locked = await client.query<{ account_id: string }>(
    `select call.account_id from calls call join unsettled_calls using (account_id, id) order by call.account_id, call.id for update of call`,
  );
  const known =
    versions ?? (await bumpAccountVersions(client, [...locked.rows.map((row) => row.account_id), ...others]));
  if (locked.rowCount) {
    await client.query(
      updateSettled('(call.account_id, call.id) in (select account_id, id from unsettled_calls)'),
      versionParameters(known),
    );
  }
}
