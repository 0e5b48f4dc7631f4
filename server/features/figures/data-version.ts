import { hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { PreparedStatement } from '../../platform/prepared-statements.ts';
import { SharedReadsOf } from '../../platform/shared-reads.ts';
import { type CheckedScope, callInAccounts } from '../scope/index.ts';
import { callTerms } from './call-terms.ts';

export interface DataVersion {
  version: number;
  /** Changes whenever the data may: also after a restore, or a removal and new import of an account. */
  identity: string;
}

const versionReads = new SharedReadsOf<DataVersion>();

/** Reads it once for a screen's simultaneous requests. */
export function dataVersionOf(database: Queryable, accountIds: readonly string[]): Promise<DataVersion> {
  return versionReads.read(database, JSON.stringify(accountIds), () => dataVersionIn(database, accountIds));
}

interface VersionRow {
  database: string;
  version: number;
  epochs: string;
}

// versions and epochs only rise, so equal sums mean equal parts
const versionStatement = new PreparedStatement<{ accountIds: string[] }, VersionRow>(
  (value) => sql<VersionRow>`
    select cast(database_id as text) as database, version, epochs
    from portal_change_log cross join (
      select cast(coalesce(sum(version), 0) as double precision) as version, cast(coalesce(sum(epoch), 0) as text) as epochs
      from account_version where account_id = any(${value('accountIds')})) as data`,
);

export async function dataVersionIn(
  database: Queryable,
  accountIds: readonly string[],
): Promise<DataVersion> {
  const [row] = (await versionStatement.run({ accountIds: [...accountIds] }, database)).rows;
  if (!row) throw new Error('The version of the data was not answered.');
  return { version: row.version, identity: `${row.database} ${row.version} ${row.epochs}` };
}

const anHour = hours(1);

/** Latest start of the last 30 days that leaves the scope's follow-ups unchanged; looks an hour ahead. */
export async function followUpsStayUntil(database: Queryable, scope: CheckedScope): Promise<Date> {
  const { followUpsFrom: from } = scope;
  const to = new Date(from.getTime() + anHour);
  const { rows } = await sql<{ first: Date | null }>`
    select min(calls.call_date_time) as first from calls
    where ${callInAccounts(scope)} and ${callTerms.resolvable}
      and calls.call_date_time >= ${from} and calls.call_date_time < ${to}`.execute(database);
  return rows[0]?.first ?? to;
}
