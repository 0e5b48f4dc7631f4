import { waitingSince } from '@mailcall/contract/rules/callback-state.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queryable } from '../../platform/database.ts';
import { recordActivity } from '../activity/index.ts';
import { bumpAccountVersions, versionTable } from '../changes/index.ts';
import { callTerms } from '../figures/index.ts';
import { callerOf } from './caller-key.ts';
import type { CallersCounted } from './read-callers.ts';

/** Condition of the index `calls_before_callbacks`: calls of the last 30 days that an import brought as past ones. */
const isEarlier = (
  now: Date,
): RawBuilder<unknown> => sql`calls.before_callbacks and not calls.deleted and not calls.personal_data_removed
    and ${callTerms.resolvable} and calls.call_date_time >= ${new Date(waitingSince(now.getTime()))}`;

export async function countEarlierCalls(
  database: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<CallersCounted> {
  const { rows } = await sql<CallersCounted>`
    select cast(count(*) as integer) as callers, cast(coalesce(sum(calls), 0) as integer) as calls from (
      select count(*) as calls from calls where calls.account_id = any(${[...accountIds]}) and ${isEarlier(now)}
      group by calls.account_id, ${callerOf('calls')}) as each`.execute(database);
  return rows[0] ?? { callers: 0, calls: 0 };
}

/** Returns how many calls now wait for a callback. */
export const takeInEarlierCalls = (
  database: Database,
  accountIds: readonly string[],
  { contactId, now }: { contactId: string; now: Date },
): Promise<number> =>
  database.transaction(async (transaction) => {
    const rows: { account_id: string; id: string }[] = [];
    // a distributed database locks the rows of one account at a time
    for (const accountId of [...accountIds].sort()) {
      const locked = await sql<{ account_id: string; id: string }>`
        select calls.account_id, calls.id from calls where calls.account_id = ${accountId} and ${isEarlier(now)}
        order by calls.id for update of calls`.execute(transaction);
      rows.push(...locked.rows);
    }
    const accounts = [...new Set(rows.map(({ account_id }) => account_id))];
    const versions = await bumpAccountVersions(transaction, accounts);
    await sql`
      update calls set before_callbacks = false, version = new_versions.version
      from ${versionTable(versions)}
      where calls.account_id = new_versions.account_id and calls.account_id = any(${accounts})
        and calls.id = any(${rows.map(({ id }) => id)})`.execute(transaction);
    await recordActivity(
      transaction,
      accounts.map((accountId) => ({
        accountId,
        contactId,
        action: 'take in' as const,
        subject: { kind: 'earlier calls' as const, id: accountId },
        at: now,
      })),
    );
    return rows.length;
  });
