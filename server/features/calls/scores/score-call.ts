import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { bumpAccountVersions } from '../../changes/index.ts';
import { scoreColumns, scoreValues } from './score-columns.ts';
import { settleScores } from './settle-scores.ts';

interface ScoredInquiry {
  kind: 'offer' | 'service' | 'insurance';
  itemId: string;
  itemName: string;
  insuranceAcceptanceStatus: string | null;
}

export interface PersonScore {
  /** Values by column of {@link scoreColumns}, picklist texts as codes. A missing column has no value. */
  values: Readonly<Record<string, string | number | boolean>>;
  inquiries: readonly ScoredInquiry[];
}

/**
 * An empty score withdraws the person's earlier one. Calls show a person's score whatever other sources send. Locks the call, then its
 * account's version. @returns the new version; null if there is no such call @throws {Error} for a column that is not a score's
 */
export async function scoreCall(
  transaction: Queryable,
  { accountId, callId }: { accountId: string; callId: string },
  { values, inquiries }: PersonScore,
): Promise<string | null> {
  const foreign = Object.keys(values).find((name) => !scoreColumns.has(name));
  if (foreign !== undefined) throw new Error(`${foreign} is not a column of a score.`);
  const known = await transaction
    .selectFrom('calls')
    .select('score_source')
    .where('account_id', '=', accountId)
    .where('id', '=', callId)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return null;
  const versions = await bumpAccountVersions(transaction, [accountId]);
  const score = JSON.stringify(
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value || name !== 'follow_up_opportunity'),
    ),
  );
  if (known.score_source === null || known.score_source === 'person') {
    const written = scoreValues('given.score');
    await sql`
      update calls target set (${sql.raw(written.map(([name]) => name).join(', '))}, score_source, version)
        = row(${sql.raw(written.map(([, value]) => value).join(', '))}, 'person', ${versions.get(accountId)}::bigint)
      from (select ${score}::jsonb as score) given
      where target.account_id = ${accountId} and target.id = ${callId}`.execute(transaction);
  } else {
    await sql`
      insert into call_scores (account_id, id, source, score)
      values (${accountId}, ${callId}, 'person', ${score}::jsonb)
      on conflict (account_id, id, source) do update set score = excluded.score`.execute(transaction);
  }
  await sql`
    update inquiries set removed = true
    where account_id = ${accountId} and call_id = ${callId} and source = 'person'`.execute(transaction);
  for (const { kind, itemId, itemName, insuranceAcceptanceStatus } of inquiries)
    await sql`
      insert into inquiries
        (account_id, id, source, call_id, kind, item_id, item_name, insurance_acceptance_status, version)
      values (${accountId}, ${crypto.randomUUID()}, 'person', ${callId}, ${kind}, ${itemId}, ${itemName},
        ${insuranceAcceptanceStatus}, ${versions.get(accountId)}::bigint)`.execute(transaction);
  const condition = sql`call.account_id = ${accountId} and call.id = ${callId}`;
  await settleScores(transaction, condition, versions);
  return versions.get(accountId) as string;
}
