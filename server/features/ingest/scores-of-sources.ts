import { sql } from 'kysely';
import { hasScoreOrId, isScored, settleScores, type ScoreSource } from '../calls/index.ts';
import type { AccountVersions } from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type Derived } from './merge-plan.ts';
import { presentBit } from './stage-rows.ts';

/** Calls of a batch whose scores may move: account_id and id. */
const unsettled = 'pg_temp.unsettled_calls';

const isOthers = (source: ScoreSource) => `known.score_source <> '${source}'`;

/** Score columns keep their value if the call shows another source's score. */
export const keptByOthers = (file: FeedFile, source: ScoreSource): FeedFile => ({
  ...file,
  columns: file.columns.map((column) => (column.score ? { ...column, keptIf: isOthers(source) } : column)),
});

export const scoreBesideJoin = (source: ScoreSource): string => `
    left join lateral (
      select score from call_scores
      where ${isOthers(source)} and account_id = known.account_id and id = known.id and source = '${source}' offset 0
    ) beside on true`;

export function derivedScores(file: FeedFile, source: ScoreSource): Derived[] {
  const columns = file.columns.filter(({ score }) => score);
  const has = ({ name }: (typeof columns)[number]) => `(feed.present & ${presentBit(file, name)}) <> 0`;
  const sent = ({ name, otherwise }: (typeof columns)[number]) =>
    otherwise === null ? `feed.${name}` : `nullif(feed.${name}, ${otherwise})`;
  const replaced = columns.map((column) => `case when ${has(column)} then '${column.target}' end`);
  const given = columns.map((column) => `'${column.target}', ${sent(column)}`);
  return [
    {
      name: 'score_source',
      sql: `case when ${isOthers(source)} then known.score_source when ${hasScoreOrId('next')} then '${source}' else known.score_source end`,
      stored: true,
    },
    {
      name: 'score_beside',
      sql: `case when ${isOthers(source)} then nullif(
        (coalesce(beside.score, '{}') - array[${replaced.join(', ')}]::text[]) || jsonb_strip_nulls(jsonb_build_object(${given.join(', ')})), '{}') end`,
      before: 'beside.score',
    },
    {
      name: 'score_may_move',
      sql: `coalesce(${isOthers(source)} or (known.score_source = '${source}' and not ${isScored('next')}), false)`,
    },
  ];
}

/** `calls`: SQL of a query for account_id and id. */
async function settle(run: ImportRun, versions: AccountVersions, calls: string): Promise<void> {
  const { database, record, tables } = run;
  await tables.empty([unsettled], ['create temp table unsettled_calls (account_id text, id text)']);
  const { rowCount } = await executeSql(database, `insert into ${unsettled} ${calls}`);
  if (rowCount === 0) return;
  await record.load(
    { table: 'call_scores', by: 'id', of: `select id from ${unsettled}` },
    { table: 'inquiries', by: 'call_id', of: `select id from ${unsettled}` },
  );
  const condition = sql`(call.account_id, call.id) in (select account_id, id from ${sql.raw(unsettled)})`;
  await settleScores(database, condition, versions);
}

export async function keepScoresBeside(run: ImportRun, versions: AccountVersions): Promise<void> {
  const { database, scoreSource } = run;
  const moving = `from ${batchTable} batch where bad is null and score_may_move`;
  const { rowCount } = await executeSql(database, `select 1 ${moving} limit 1`);
  if (rowCount === 0) return;
  await executeSql(
    database,
    `delete from call_scores kept using ${batchTable} batch
     where bad is null and score_may_move and score_beside is null
       and kept.account_id = batch.account_id and kept.id = batch.id and kept.source = '${scoreSource}'`,
  );
  await executeSql(
    database,
    `insert into call_scores (account_id, id, source, score)
     select account_id, id, '${scoreSource}', score_beside ${moving} and score_beside is not null
     on conflict (account_id, id, source) do update set score = excluded.score`,
  );
  await settle(run, versions, `select account_id, id ${moving}`);
}

/** An inquiry is hidden if its call shows another source's score. */
export const derivedFromInquiryOwner = (source: ScoreSource): Derived[] => [
  { name: 'source', sql: `'${source}'::text`, stored: true },
  {
    name: 'deleted',
    sql: `next.removed or coalesce(named_call.score_source <> '${source}', false)`,
    before: 'known.deleted',
    stored: true,
  },
  { name: 'call_before', sql: 'nullif(known.call_id, next.call_id)' },
  {
    name: 'score_may_move',
    sql: `named_call.score_source is distinct from '${source}' or next.removed or (known.call_id <> next.call_id) is true`,
  },
];

const callsOfBatch = `
  select account_id, call_id as id from ${batchTable} where bad is null and score_may_move
  union select account_id, call_before from ${batchTable} where bad is null and call_before is not null`;

export async function lockCallsOfInquiries({ record }: ImportRun): Promise<void> {
  await record.lock({ table: 'calls', rows: callsOfBatch });
}

/** Calls then show their highest score. */
export const settleInquiries = (run: ImportRun, versions: AccountVersions): Promise<void> =>
  settle(
    run,
    versions,
    // a person can have scored a call meanwhile
    `${callsOfBatch} union select batch.account_id, batch.call_id from ${batchTable} batch
     join calls call on call.account_id = batch.account_id and call.id = batch.call_id
     where bad is null and call.score_source is distinct from '${run.scoreSource}'`,
  );
