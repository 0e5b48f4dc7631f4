import { defaultTimeZone } from '@mailcall/contract/time/time-zone.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { appointmentCountsAs } from '../figures/index.ts';
import { type AccountVersions, bumpAccountVersions, versionTable } from '../changes/index.ts';
import type { NeededRows, RecordRows } from '../../platform/distribution/record-rows.ts';

export interface CallExpressions {
  accountId: string;
  callDateTime: string;
  reportedCampaignId: string;
  trackingLineId: string;
}

/** Default campaign: the tracking line's. Campaigns count only in their own account, removed ones included. */
export const referenceJoins = (call: CallExpressions) => `
  left join accounts call_account on call_account.id = ${call.accountId}
  left join tracking_lines call_line on call_line.account_id = ${call.accountId}
    and call_line.id = ${call.trackingLineId}
  left join campaigns call_campaign on call_campaign.account_id = ${call.accountId}
    and call_campaign.id = coalesce(${call.reportedCampaignId}, call_line.campaign_id)
  left join dimension_values type_code on type_code.dimension = 'campaignType'
    and type_code.value = call_campaign.campaign_type
  left join dimension_values media_code on media_code.dimension = 'mediaType'
    and media_code.value = call_campaign.media_type`;

export const localTimeOfCall = ({ callDateTime }: Pick<CallExpressions, 'callDateTime'>): string =>
  `${callDateTime} at time zone coalesce(call_account.time_zone, '${defaultTimeZone}')`;

/** Columns of a call that derive from its account, tracking line and campaign, with their SQL over {@link referenceJoins}. */
export const derivedFromReferences = (call: CallExpressions): [column: string, sql: string][] => {
  const local = localTimeOfCall(call);
  return [
    ['campaign_id', `coalesce(${call.reportedCampaignId}, call_line.campaign_id)`],
    ['campaign_type', 'type_code.code'],
    ['media_type', 'media_code.code'],
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

/** Columns of a call that derive from its appointments, with their SQL over {@link bookedCounts}. */
export const derivedFromAppointments: [column: string, sql: string][] = [
  ['appointment_count', 'booked.counted'],
  ['has_cancelled_appointment', 'booked.cancelled'],
  ['has_rescheduled_appointment', 'booked.rescheduled'],
];

const derivedColumns = [...derivedFromReferences(storedCall), ...derivedFromAppointments];

/** Aggregates over `appointment`, without deleted rows. @param counts SQL condition that an appointment counts */
export const bookedCounts = (counts: string) => `
      least(32767, count(*) filter (where ${counts}))::smallint as counted,
      coalesce(bool_or(appointment.outcome = 'Cancelled'), false) as cancelled,
      coalesce(bool_or(appointment.outcome = 'Rescheduled'), false) as rescheduled`;

const bookedSource = `
  cross join lateral (
    select ${bookedCounts(appointmentCountsAs('appointment'))}
    from appointments appointment
    where appointment.account_id = call.account_id
      and appointment.call_id = call.id
      and not appointment.deleted
  ) booked`;
const derivedSource = sql.raw(`${referenceJoins(storedCall)} ${bookedSource}`);

const list = (texts: readonly string[]) => sql.raw(texts.join(', '));
const columns = list(derivedColumns.map(([column]) => column));
const namedValues = list(derivedColumns.map(([column, value]) => `${value} as ${column}`));
const freshValues = list(derivedColumns.map(([column]) => `fresh.${column}`));
const differs = (derived: readonly (readonly [column: string, value: string])[]) => sql`
  row(${list(derived.map(([column]) => `call.${column}`))})
  is distinct from row(${list(derived.map(([, value]) => value))})`;
const isOutdated = differs(derivedColumns);

/** Writes the derived columns of the outdated calls that `condition` finds; returns how many calls changed. */
async function updateDerivedColumns(
  transaction: Queryable,
  condition: RawBuilder<unknown>,
  versions: AccountVersions,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update calls target
    set (${columns}, version) = (${freshValues}, new_versions.version)
    from (
      select call.account_id, call.id, ${namedValues}
      from calls call ${derivedSource}
      where ${condition} and ${isOutdated}
    ) fresh
    join ${versionTable(versions)} on new_versions.account_id = fresh.account_id
    where target.account_id = fresh.account_id and target.id = fresh.id`.execute(transaction);
  return Number(numAffectedRows);
}

/** The command has locked the calls and raised the account's version. @returns how many calls changed */
export async function recomputeCalls(
  transaction: Queryable,
  { accountId, callIds, version }: { accountId: string; callIds: readonly string[]; version: string },
): Promise<number> {
  return updateDerivedColumns(
    transaction,
    sql`call.account_id = ${accountId} and call.id = any(${callIds}::text[])`,
    new Map([[accountId, version]]),
  );
}

/** Includes replacing appointments: a replaced one does not count. */
export const appointmentsOf = (calls: string, again = false): NeededRows[] => [
  { table: 'appointments', by: 'call_id', of: calls, again },
  {
    table: 'appointments',
    by: 'previous_appointment_id',
    of: `select id from appointments where call_id in (${calls})`,
  },
];

const referencesOfCalls: NeededRows[] = [
  { table: 'tracking_lines', by: 'id', of: 'select tracking_line_id from calls' },
  {
    table: 'campaigns',
    by: 'id',
    of: 'select reported_campaign_id from calls union select campaign_id from tracking_lines',
  },
];

/** For rows that the import just wrote. @param condition SQL on `call` @param others accounts whose versions rise, too */
export async function recomputeRelatedCalls(
  transaction: Queryable,
  condition: string,
  record: RecordRows,
  others: readonly string[] = [],
): Promise<void> {
  await record.load(
    { table: 'calls', where: condition },
    ...referencesOfCalls,
    ...appointmentsOf('select id from calls'),
  );
  await sql`drop table if exists pg_temp.outdated_calls`.execute(transaction);
  await sql`
    create temp table outdated_calls as
    select call.account_id, call.id
    from calls call ${derivedSource}
    where ${sql.raw(condition)} and ${isOutdated}`.execute(transaction);
  // Rows before versions: a person's own change locks in the same order, which avoids deadlocks.
  const locked = await record.lock({ table: 'calls', rows: 'select account_id, id from outdated_calls' });
  await record.load(...appointmentsOf('select id from outdated_calls', true));
  const concerned = await sql<{ account_id: string }>`
    select distinct account_id from outdated_calls`.execute(transaction);
  const versions = await bumpAccountVersions(transaction, [
    ...concerned.rows.map((row) => row.account_id),
    ...others,
  ]);
  if (locked > 0) {
    await updateDerivedColumns(
      transaction,
      sql`(call.account_id, call.id) in (select account_id, id from outdated_calls)`,
      versions,
    );
  }
}

/** The import has locked the calls and written their appointments. @param table SQL of account_id and id, also repeated ones */
export async function recomputeAppointments(transaction: Queryable, table: string): Promise<void> {
  await sql`drop table if exists pg_temp.outdated_calls`.execute(transaction);
  await sql`
    create temp table outdated_calls as
    select call.account_id, call.id, booked.*
    from (select distinct account_id, id from ${sql.raw(table)}) concerned
    join calls call on call.account_id = concerned.account_id and call.id = concerned.id
    ${sql.raw(bookedSource)}
    where ${differs(derivedFromAppointments)}`.execute(transaction);
  const outdated = await sql<{ account_id: string }>`
    select distinct account_id from outdated_calls`.execute(transaction);
  if (outdated.rows.length === 0) return;
  const versions = await bumpAccountVersions(
    transaction,
    outdated.rows.map((row) => row.account_id),
  );
  await sql`
    update calls target
    set (${list(derivedFromAppointments.map(([column]) => column))}, version)
      = (${list(derivedFromAppointments.map(([, value]) => value))}, new_versions.version)
    from outdated_calls booked
    join ${versionTable(versions)} on new_versions.account_id = booked.account_id
    where target.account_id = booked.account_id and target.id = booked.id`.execute(transaction);
}
