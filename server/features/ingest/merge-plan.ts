import { madeHerePattern } from '@mailcall/contract/edited-rows.ts';
import type { FeedColumn, FeedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import type { Reference } from './pending-references.ts';
import type { ScoreSource } from '../calls/index.ts';
import type { AccountVersions } from '../changes/index.ts';
import type { NeededRows } from '../../platform/distribution/record-rows.ts';
import type { Queryable } from '../../platform/database.ts';
import { presentBit, stageTable } from './stage-rows.ts';
import { isTiedFile } from './tied-ids.ts';

/** Rows that add or change something, or are wrong (`bad`: column and reason). */
export const batchTable = 'pg_temp.batch_rows';

/** Computed for each row, in addition to the file's columns. */
export interface Derived {
  name: string;
  /** SQL over `feed` (staged row), `known` (record's row, or nulls), `next` (new row) and the plan's joins. */
  sql: string;
  /** SQL of the record's value, if a difference makes the row a changed one. */
  before?: string;
  stored?: boolean;
}

export interface Check {
  column: string;
  /** SQL condition over the tables of `Derived.sql`. */
  when: string;
  /** SQL of the reason, which completes "{column} …". */
  reason: string;
  /** Ignored for rows of people. */
  feedOnly?: boolean;
  /** Also for rows that only remove. */
  removals?: boolean;
}

/** Work that follows when a row made in the portal takes the id under which the feed sends it back. */
export interface PortalRows {
  /** Columns that name such a row. */
  namedBy: readonly { table: string; column: string }[];
  /** Rows that commands lock before they change such a row: table, and SQL of a query for ids over `taken_over_rows`. */
  locks: { table: string; ids: string };
  /** Removes data of rows that the feed already had under the new ids. */
  removeDoubles?(run: ImportRun): Promise<void>;
  /** Runs after the rows have their new ids. */
  after?(database: Queryable): Promise<void>;
}

export interface MergePlan {
  file: FeedFile;
  /** Merges all rows in one transaction, because rules compare them. */
  together: boolean;
  /** Rows may be merged while later ones are read: no rule compares them. */
  streamed?: boolean;
  /** `own`: column account_id; `self`: the row itself; null: no account. */
  account: 'own' | 'self' | null;
  versioned: boolean;
  /** Source of these rows, in a table where several sources use the same ids. */
  rowsOf?: ScoreSource;
  /** A person changes these rows, instead of the feed. */
  byPerson?: boolean;
  /** The rows have all columns that people changed: the others get the feed's last value again. */
  undoesAbsent?: boolean;
  /** Joins that `next` reads. */
  knownJoins?: string;
  /** Which rows the sender of the import may change. */
  rightChecks?: readonly Check[];
  joins?: string;
  derived?: readonly Derived[];
  /** Run before the check that the account is known, which needs their columns to be right. */
  firstChecks?: readonly Check[];
  checks?: readonly Check[];
  references?: readonly Reference[];
  portalRows?: PortalRows;
  /** Columns that can name rows made in the portal, with the tables of those rows. */
  names?: readonly { column: string; table: string }[];
  /** More rows that statements read, besides ids, portal_ids and references. `sent`: SQL of a query for a column's values in the batch. */
  reads?(sent: (column: string, expression?: string) => string): readonly NeededRows[];
  /** Runs before the comparison with the record; `$1 < line <= $2` selects the batch. */
  before?(run: ImportRun, lines: [after: number, last: number]): Promise<void>;
  /** Marks more bad rows, after the comparison. */
  validate?(run: ImportRun): Promise<void>;
  /** Locks rows for writing and computing, before versions are raised. */
  lock?(run: ImportRun): Promise<void>;
  /** Runs before known rows are updated, to free values that must be unique. */
  makeRoom?(run: ImportRun): Promise<void>;
  /** Runs after the rows are written. */
  after?(run: ImportRun, versions: AccountVersions): Promise<void>;
}

const stateOf = (column: FeedColumn) => ({
  has: (file: FeedFile) => `(feed.present & ${presentBit(file, column.name)}) <> 0`,
  sent: column.elsewhere?.sent ?? `feed.${column.name}`,
  empty: column.otherwise ?? 'null',
  known: column.elsewhere?.known ?? `known.${column.target}`,
  last:
    column.name === 'deleted' && column.keeping !== 'until-edited'
      ? `coalesce(known.feed->>'deleted', 'false')`
      : `(known.feed->>'${column.name}')`,
  isEdited: `coalesce(known.feed ? '${column.name}', false)`,
});

/** SQL condition: a person's value stays, because the feed sends nothing, or what it sent last. */
export function isKept(column: FeedColumn): string {
  const { sent, last } = stateOf(column);
  return `(known.is_edited and known.feed ? '${column.name}' and (${sent} is null or (${sent})::text is not distinct from ${last}))`;
}

export type WrittenBy = Pick<MergePlan, 'byPerson' | 'undoesAbsent'>;

/** SQL condition: a person's value, which the row no longer has. A required value that the feed never sent stays. */
function isUndone(file: FeedFile, column: FeedColumn): string {
  const { has, last, isEdited } = stateOf(column);
  return `(not ${has(file)} and feed.deleted is not true and ${isEdited}${column.required ? ` and ${last} is not null` : ''})`;
}

/** SQL of a column's new value. */
export function nextValue(
  file: FeedFile,
  column: FeedColumn,
  { byPerson = false, undoesAbsent = false }: WrittenBy = {},
): string {
  const { has, sent, empty, known, last } = stateOf(column);
  const first = `coalesce(${sent}, ${empty})`;
  const given = `case when known.id is null or ${has(file)} then ${first} else ${known} end`;
  if (undoesAbsent && column.keeping === 'until-edited')
    return `case when ${isUndone(file, column)} then coalesce(${last}::${column.type}, ${empty}) when known.id is null or ${has(file)} then ${first} else ${known} end`;
  if (byPerson && !undoesAbsent) return given;
  if (column.keptIf !== null) {
    // the feed can remove such a row but not restore it
    const kept = column.name === 'deleted' ? `${known} or coalesce(${sent}, false)` : known;
    return `case when ${column.keptIf} then ${kept} when known.id is null or ${has(file)} then ${first} else ${known} end`;
  }
  if (column.keeping === 'feed') return given;
  if (column.keeping === 'until-edited')
    return `case when ${isKept(column)} then ${known} when known.id is null or ${has(file)} then ${first} else ${known} end`;
  const isUpdate = `${sent} is not null and ${sent}::text is distinct from ${last}`;
  const clears =
    column.keeping === 'unless-edited'
      ? ` when ${has(file)} and ${sent} is null and ${known}::text is not distinct from ${last} then ${empty}`
      : '';
  return `case when known.id is null then ${first} when ${isUpdate} then ${sent}${clears} else ${known} end`;
}

const untilEdited = ({ columns }: FeedFile) => columns.filter(({ keeping }) => keeping === 'until-edited');

/** SQL of a known row's columns. Asks once whether a person changed any value, because hardly any row has one. */
function withEdited(file: FeedFile): string {
  const names = untilEdited(file).map(({ name }) => `'${name}'`);
  return `*, ${names.length === 0 ? 'false' : `feed ?| array[${names.join(', ')}]`} as is_edited`;
}

/** SQL of the feed's last values after a person's changes: they are kept for changed columns, and only there. */
function nextFeedByPerson(file: FeedFile, { undoesAbsent = false }: WrittenBy): string {
  const changes = untilEdited(file).map((column) => {
    const { has, sent, empty, known, last, isEdited } = stateOf(column);
    const value = `coalesce(${sent}, ${empty})::text`;
    return {
      undone: `case when ${has(file)} and ${isEdited} and ${value} is not distinct from ${last}${
        undoesAbsent ? ` or ${isUndone(file, column)}` : ''
      } then '${column.name}' end`,
      begun: `('${column.name}', ${known}::text, ${has(file)} and not ${isEdited} and ${value} is distinct from ${known}::text)`,
    };
  });
  if (changes.length === 0) return `coalesce(known.feed, '{}')`;
  return `(coalesce(known.feed, '{}') - array[${changes.map(({ undone }) => undone).join(', ')}]::text[])
    || coalesce((select jsonb_object_agg(name, value) from (values ${changes.map(({ begun }) => begun).join(', ')}) changed (name, value, begun) where begun), '{}')`;
}

/** SQL of the feed's last values of editable columns; null without such columns. */
function nextFeed(file: FeedFile, by: WrittenBy): string | null {
  const kept = file.columns.filter(({ keeping }) => keeping !== 'feed');
  if (kept.length === 0) return null;
  if (by.byPerson) return nextFeedByPerson(file, by);
  const always = kept.filter(({ keeping }) => keeping !== 'until-edited');
  const ended = untilEdited(file).map((column) => {
    const { sent, last, isEdited } = stateOf(column);
    return `case when ${isEdited} and ${sent} is not null and (${sent})::text is distinct from ${last} then '${column.name}' end`;
  });
  const stored =
    ended.length === 0
      ? `coalesce(known.feed, '{}')`
      : `case when known.is_edited then known.feed - array[${ended.join(', ')}]::text[] else coalesce(known.feed, '{}') end`;
  if (always.length === 0) return stored;
  const sent = `jsonb_strip_nulls(jsonb_build_object(${always.map(({ name }) => `'${name}', feed.${name}::text`).join(', ')}))`;
  const cleared = always
    .filter((column) => column.keeping === 'unless-edited')
    .map((column) => {
      const { has, sent: value, known, last } = stateOf(column);
      return `case when ${has(file)} and ${value} is null and ${known}::text is not distinct from ${last} then '${column.name}' end`;
    });
  const before = cleared.length > 0 ? `(${stored}) - array[${cleared.join(', ')}]::text[]` : stored;
  // Most rows have none of these values, so no object is built.
  return `case when coalesce(${always.map(({ name }) => `feed.${name}::text`).join(', ')}) is null ${
    cleared.length > 0 ? "and coalesce(known.feed, '{}') = '{}'" : ''
  } then ${cleared.length > 0 ? `coalesce(known.feed, '{}')` : stored} else (${before}) || ${sent} end`;
}

/** Columns of the file that the table has, except those that identify the row. */
const dataColumns = (file: FeedFile) =>
  file.columns.filter(({ name, stored }) => stored && name !== 'id' && name !== 'account_id');

function nextColumns(file: FeedFile, by: WrittenBy): { name: string; sql: string }[] {
  const feed = nextFeed(file, by);
  return [
    ...dataColumns(file).map((column) => ({ name: column.target, sql: nextValue(file, column, by) })),
    ...(feed ? [{ name: 'feed', sql: feed }] : []),
  ];
}

function accountOf(plan: MergePlan): string {
  if (plan.account === 'own') return 'coalesce(known.account_id, feed.account_id)';
  return plan.account === 'self' ? 'feed.id' : "''::text";
}

const accountChecks = ({ noun }: FeedFile): Check[] => [
  {
    column: 'account_id',
    when: 'known.id is not null and feed.account_id is not null and feed.account_id <> known.account_id',
    reason: `'does not fit: ' || feed.id || ' is the id of a ${noun} of account ' || known.account_id`,
    removals: true,
  },
  {
    column: 'account_id',
    when: 'known.id is null and feed.account_id is null',
    reason: `'is required for a new ${noun}'`,
  },
  {
    column: 'account_id',
    when: 'known.id is null and owner.id is null',
    reason: "'names account ' || feed.account_id || ', which is not known'",
  },
];

/** The feed names rows that were made in the portal, and never gives a new row such an id. */
const tiedChecks: readonly Check[] = [
  {
    column: 'portal_id',
    when: 'feed.portal_id is not null and known.id is distinct from feed.portal_id',
    reason: `'must be the id of a row made in the portal that has no other id of yours'`,
  },
  {
    column: 'id',
    when: `known.id is null and feed.id like 'portal-%' and feed.id ~ '${madeHerePattern}'`,
    reason: `'is an id that only the portal gives'`,
  },
];

/** SQL of an array of column and reason if the row is bad, otherwise null. */
function verdictOf(plan: MergePlan): string {
  const { file } = plan;
  const owned = plan.account === 'own';
  const [first, ...others] = owned ? accountChecks(file) : [];
  const checks: Check[] = [
    ...(plan.rightChecks ?? []).map((check) => ({ ...check, removals: true })),
    ...(first ? [first] : []),
    ...(isTiedFile(file) && !plan.byPerson ? tiedChecks : []),
    ...(plan.firstChecks ?? []),
    ...others,
    ...dataColumns(file)
      .filter(({ required }) => required)
      .map(({ name }) => ({
        column: name,
        when: `known.id is null and feed.${name} is null`,
        reason: `'is required for a new ${file.noun}'`,
      })),
    ...(plan.checks ?? []),
  ];
  if (checks.length === 0) return 'null::text[]';
  // a row that only removes must at least name the right account
  const cases = checks.map(
    ({ column, when, reason, removals = false }) =>
      `    when (${removals ? '' : 'feed.deleted is not true and '}${when}) then array['${column}', ${reason}]`,
  );
  return ['case', ...cases, '  end'].join('\n');
}

export interface MergeStatements {
  create: string;
  /** Compares staged rows with the record; the condition is on `feed`. */
  compare(condition: string): string;
  /** As `compare`, for rows that the record does not have: PostgreSQL does not look for them. */
  compareNew(condition: string): string;
  written: string[];
}

/**
 * Generates a plan's statements over temporary tables. For instance, `compare('feed.line > $1')` of staff:
 *
 * ```sql
 * insert into pg_temp.batch_rows
 * select feed.line,
 *   feed.id,
 *   next.account_id,
 *   known.id is null as is_new,
 *   next.name,
 *   next.staff_type,
 *   next.aliases,
 *   next.deleted,
 *   next.feed,
 *   (known.id is null or row(next.name, next.staff_type) is distinct from row(known.name, known.staff_type)) as shown_changed,
 *   verdict.bad
 * from (select * from pg_temp.feed_rows feed where feed.line > $1) feed
 * left join lateral (select *, feed ?| array['name', 'staff_type', 'aliases', 'deleted'] as is_edited from staff where id = feed.id offset 0) known on true
 * cross join lateral (
 *   select coalesce(known.account_id, feed.account_id) as account_id,
 *     case when (known.is_edited and known.feed ? 'name' and (feed.name is null or (feed.name)::text is not distinct from (known.feed->>'name'))) then known.name when known.id is null or (feed.present & 4) <> 0 then coalesce(feed.name, null) else known.name end as name,
 *     case when (known.is_edited and known.feed ? 'staff_type' and (feed.staff_type is null or (feed.staff_type)::text is not distinct from (known.feed->>'staff_type'))) then known.staff_type when known.id is null or (feed.present & 8) <> 0 then coalesce(feed.staff_type, null) else known.staff_type end as staff_type,
 *     case when (known.is_edited and known.feed ? 'aliases' and (feed.aliases is null or (feed.aliases)::text is not distinct from (known.feed->>'aliases'))) then known.aliases when known.id is null or (feed.present & 16) <> 0 then coalesce(feed.aliases, '{}') else known.aliases end as aliases,
 *     case when (known.is_edited and known.feed ? 'deleted' and (feed.deleted is null or (feed.deleted)::text is not distinct from (known.feed->>'deleted'))) then known.deleted when known.id is null or (feed.present & 32) <> 0 then coalesce(feed.deleted, false) else known.deleted end as deleted,
 *     case when known.is_edited then known.feed - array[case when coalesce(known.feed ? 'name', false) and feed.name is not null and (feed.name)::text is distinct from (known.feed->>'name') then 'name' end, case when coalesce(known.feed ? 'staff_type', false) and feed.staff_type is not null and (feed.staff_type)::text is distinct from (known.feed->>'staff_type') then 'staff_type' end, case when coalesce(known.feed ? 'aliases', false) and feed.aliases is not null and (feed.aliases)::text is distinct from (known.feed->>'aliases') then 'aliases' end, case when coalesce(known.feed ? 'deleted', false) and feed.deleted is not null and (feed.deleted)::text is distinct from (known.feed->>'deleted') then 'deleted' end]::text[] else coalesce(known.feed, '{}') end as feed
 * ) next
 * left join accounts owner on owner.id = next.account_id
 * cross join lateral (
 *   select case
 *     when (known.id is not null and feed.account_id is not null and feed.account_id <> known.account_id) then array['account_id', 'does not fit: ' || feed.id || ' is the id of a member of staff of account ' || known.account_id]
 *     when (feed.deleted is not true and known.id is null and feed.account_id is null) then array['account_id', 'is required for a new member of staff']
 *     when (feed.deleted is not true and known.id is null and owner.id is null) then array['account_id', 'names account ' || feed.account_id || ', which is not known']
 *     when (feed.deleted is not true and known.id is null and feed.name is null) then array['name', 'is required for a new member of staff']
 *   end as bad
 * ) verdict
 * where verdict.bad is not null
 *   or (known.id is null and feed.deleted is not true)
 *   or (known.id is not null
 *     and row(next.name, next.staff_type, next.aliases, next.deleted, next.feed)
 *     is distinct from row(known.name, known.staff_type, known.aliases, known.deleted, known.feed))
 * ```
 */
export function statementsOf(
  plan: MergePlan,
  { stage, batch }: { stage: string; batch: string } = { stage: stageTable, batch: batchTable },
): MergeStatements {
  const { file } = plan;
  const next = nextColumns(file, plan);
  const derived = plan.derived ?? [];
  const selected = [
    'feed.line',
    'feed.id',
    'next.account_id',
    'known.id is null as is_new',
    ...next.map(({ name }) => `next.${name}`),
    ...derived.map(({ name, sql }) => `${sql} as ${name}`),
    'verdict.bad',
  ];
  const newValues = next.map(({ name }) => `next.${name}`);
  const knownValues = next.map(({ name }) => `known.${name}`);
  for (const { sql, before } of derived) {
    if (before === undefined) continue;
    newValues.push(sql);
    knownValues.push(before);
  }
  const ofSource = plan.rowsOf ? ` and source = '${plan.rowsOf}'` : '';
  const found = `left join lateral (select ${withEdited(file)} from ${file.table} where id = feed.id${ofSource} offset 0) known on true`;
  const compare = (condition: string, known = found) =>
    [
      `select ${selected.join(',\n  ')}`,
      `from (select * from ${stage} feed where ${condition}) feed`,
      known,
      ...(plan.knownJoins ? [plan.knownJoins] : []),
      'cross join lateral (',
      `  select ${[{ name: 'account_id', sql: accountOf(plan) }, ...next].map(({ name, sql }) => `${sql} as ${name}`).join(',\n    ')}`,
      ') next',
      ...(plan.account === 'own' ? ['left join accounts owner on owner.id = next.account_id'] : []),
      ...(plan.joins ? [plan.joins] : []),
      'cross join lateral (',
      `  select ${verdictOf(plan)} as bad`,
      ') verdict',
      'where verdict.bad is not null',
      '  or (known.id is null and feed.deleted is not true)',
      '  or (known.id is not null',
      `    and row(${newValues.join(', ')})`,
      `    is distinct from row(${knownValues.join(', ')}))`,
    ].join('\n');
  return {
    create: `create table ${batch} as ${compare('false')}`,
    compare: (condition) => `insert into ${batch}\n${compare(condition)}`,
    compareNew: (condition) =>
      `insert into ${batch}\n${compare(condition, `cross join (select (null::${file.table}).*, false as is_edited) known`)}`,
    written: [
      ...next.map(({ name }) => name),
      ...derived.flatMap(({ name, stored }) => (stored ? [name] : [])),
    ],
  };
}
