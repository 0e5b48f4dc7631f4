import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { type AccountVersions, versionTable } from '../../changes/index.ts';
import {
  hasScoreOrId,
  isScored,
  isScoredJson,
  rankOf,
  scoreColumns,
  scoreJson,
  scoreValues,
  type ScoreSource,
} from './score-columns.ts';

/** The source whose score a call shows; of sources that have only the id of a score, the highest if none has more. */
const winner = sql.raw(`(
  select held.source from (
    select own.score_source as source, ${isScored('own')} as counts from calls own
    where own.account_id = call.account_id and own.id = call.id and own.score_source is not null and ${hasScoreOrId('own')}
    union all
    select beside.source, ${isScoredJson('beside.score')} from call_scores beside
    where beside.account_id = call.account_id and beside.id = call.id and beside.score <> '{}'
    union all
    select inquiry.source, true from inquiries inquiry
    where inquiry.account_id = call.account_id and inquiry.call_id = call.id and not inquiry.removed
  ) held order by held.counts desc, ${rankOf('held.source')} desc limit 1)`);

interface MovedScore {
  account_id: string;
  id: string;
  before: ScoreSource | null;
  after: ScoreSource | null;
}

const movedTable = (moved: readonly MovedScore[]) => sql`
  unnest(${moved.map((one) => one.account_id)}::text[], ${moved.map((one) => one.id)}::text[],
    ${moved.map((one) => one.before)}::text[], ${moved.map((one) => one.after)}::text[]) as moved (account_id, id, source_before, source_after)`;

/** Shows the highest source's score. Lock calls, then versions before. @param condition on `call`; outside imports of one account */
export async function settleScores(
  transaction: Queryable,
  condition: RawBuilder<unknown>,
  versions: AccountVersions,
): Promise<void> {
  const { rows: moved } = await sql<MovedScore>`
    select found.account_id, found.id, found.before, found.after from (
      select call.account_id, call.id, call.score_source as before, ${winner} as after from calls call where ${condition}
    ) found where found.before is distinct from found.after order by found.account_id, found.id`.execute(
    transaction,
  );
  if (moved.length > 0) await moveScores(transaction, { condition, moved }, versions);
  await sql`
    update inquiries target set deleted = fresh.deleted, version = new_versions.version
    from (
      select inquiry.account_id, inquiry.id, inquiry.source,
        inquiry.removed or inquiry.source is distinct from call.score_source as deleted
      from calls call join inquiries inquiry on inquiry.account_id = call.account_id and inquiry.call_id = call.id
      where ${condition}
    ) fresh join ${versionTable(versions)} on new_versions.account_id = fresh.account_id
    where target.account_id = fresh.account_id and target.id = fresh.id and target.source = fresh.source
      and target.deleted <> fresh.deleted`.execute(transaction);
}

/** Keeps the scores that calls showed until now in `call_scores`. */
async function moveScores(
  transaction: Queryable,
  { condition, moved }: { condition: RawBuilder<unknown>; moved: readonly MovedScore[] },
  versions: AccountVersions,
): Promise<void> {
  const values = scoreValues('beside.score');
  const columns = sql.raw([...scoreColumns.keys()].join(', '));
  const sameCall = sql`call.account_id = moved.account_id and call.id = moved.id`;
  await sql`
    insert into call_scores (account_id, id, source, score)
    select call.account_id, call.id, moved.source_before, ${sql.raw(scoreJson('call'))}
    from calls call join ${movedTable(moved)} on ${sameCall}
    where ${condition} and moved.source_before is not null and ${sql.raw(hasScoreOrId('call'))}`.execute(
    transaction,
  );
  await sql`
    update calls target set (${columns}, score_source, version) = row(${sql.raw(
      values.map(([name]) => `fresh.${name}`).join(', '),
    )}, fresh.source_after, new_versions.version)
    from (
      select call.account_id, call.id, moved.source_after, ${sql.raw(values.map(([name, value]) => `${value} as ${name}`).join(', '))}
      from calls call join ${movedTable(moved)} on ${sameCall}
      left join call_scores beside on beside.account_id = call.account_id and beside.id = call.id and beside.source = moved.source_after
      where ${condition}
    ) fresh join ${versionTable(versions)} on new_versions.account_id = fresh.account_id
    where target.account_id = fresh.account_id and target.id = fresh.id`.execute(transaction);
  await sql`
    delete from call_scores call using ${movedTable(moved)}
    where ${sameCall} and call.source = moved.source_after and ${condition}`.execute(transaction);
}
