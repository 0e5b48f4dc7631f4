import type { FeedColumn, FeedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import type { Reference } from './pending-references.ts';
import type { ScoreSource } from '../calls/index.ts';
import type { AccountVersions } from '../changes/index.ts';
import type { NeededRows } from '../../platform/distribution/record-rows.ts';
import type { Queryable } from '../../platform/database.ts';
import { presentBit, stageTable } from './stage-rows.ts';

/** The temporary table with the rows of a batch that add or change something, or are wrong (`bad`: column and reason). */
export const batchTable = 'pg_temp.batch_rows';

/** A value that a batch computes for each row, in addition to the file's columns. */
export interface Derived {
  name: string;
  /** SQL over `feed` (the staged row), `known` (the record's row, or nulls), `next` (the new row) and the plan's joins. */
  sql: string;
  /** SQL of the record's value, when a difference from it makes the row a changed one. */
  before?: string;
  /** Whether the table has this column. */
  stored?: boolean;
}

/** A condition that makes a row bad. */
export interface Check {
  column: string;
  /** SQL condition over the same tables as `Derived.sql`. */
  when: string;
  /** SQL of the reason, completing "{column} …". */
  reason: string;
  /** Whether it does not concern rows of the portal's own work. */
  feedOnly?: boolean;
}

/** Tables and locks of rows that people can make in the portal. */
export interface PortalRows {
  /** The columns that name such a row. */
  namedBy: readonly { table: string; column: string }[];
  /**
   * Locks that commands take before they change such rows: rows of a table, and SQL of a query for their ids, over
   * `taken_over_rows`.
   */
  locks: { table: string; ids: string };
  /** Removes what belongs to the rows that the feed had under the new ids. */
  removeDoubles?(run: ImportRun): Promise<void>;
  /** After the rows have their new ids. */
  after?(database: Queryable): Promise<void>;
}

/** How the rows of a kind of file are merged into the record. */
export interface MergePlan {
  file: FeedFile;
  /** Whether all rows are merged in one transaction, because their rules compare them with each other. */
  together: boolean;
  /** Whether rows may be merged while later ones are read: nothing compares rows of the file with each other. */
  streamed?: boolean;
  /** The account of a row: its column account_id, the row itself, or null for rows that belong to no account. */
  account: 'own' | 'self' | null;
  /** Whether the table's rows carry the account's version. */
  versioned: boolean;
  /** Of a table in which each source has rows of its own under the same ids: the source of these rows. */
  rowsOf?: ScoreSource;
  /** SQL joins over `feed`, `known` and `next`. */
  joins?: string;
  derived?: readonly Derived[];
  /** Checks that come before the one whether the account is known, which depends on what they look at. */
  firstChecks?: readonly Check[];
  checks?: readonly Check[];
  references?: readonly Reference[];
  /** Follow-up when a row that was made in the portal takes the id under which the feed sends it back. */
  portalRows?: PortalRows;
  /** The columns that name rows which can have been made in the portal, with their tables. */
  names?: readonly { column: string; table: string }[];
  /**
   * Rows of the record that its statements read, besides those with the ids and portal_ids of the batch and those that its columns name.
   * @param sent SQL of a query for the values of a column in the batch, or of an expression of it
   */
  reads?(sent: (column: string, expression?: string) => string): readonly NeededRows[];
  /** Before the rows are compared with the record; `$1 < line <= $2` finds the batch in the staged rows. */
  before?(run: ImportRun, lines: [after: number, last: number]): Promise<void>;
  /** Marks more bad rows, after the batch is compared. */
  validate?(run: ImportRun): Promise<void>;
  /** Locks the rows that writing and recomputing need, before the versions are raised. */
  lock?(run: ImportRun): Promise<void>;
  /** Before known rows are updated. */
  makeRoom?(run: ImportRun): Promise<void>;
  /** After the rows are written. */
  after?(run: ImportRun, versions: AccountVersions): Promise<void>;
}

const stateOf = (column: FeedColumn) => ({
  has: (file: FeedFile) => `(feed.present & ${presentBit(file, column.name)}) <> 0`,
  sent: `feed.${column.name}`,
  empty: column.otherwise ?? 'null',
  known: `known.${column.target}`,
  last:
    column.name === 'deleted'
      ? `coalesce(known.feed->>'deleted', 'false')`
      : `(known.feed->>'${column.name}')`,
});

/** SQL of a column's new value in the record. */
function nextValue(file: FeedFile, column: FeedColumn): string {
  const { has, sent, empty, known, last } = stateOf(column);
  const first = `coalesce(${sent}, ${empty})`;
  if (column.keptIf !== null) {
    // the feed can remove such a row, and not bring it back
    const kept = column.name === 'deleted' ? `${known} or coalesce(${sent}, false)` : known;
    return `case when ${column.keptIf} then ${kept} when known.id is null or ${has(file)} then ${first} else ${known} end`;
  }
  if (column.keeping === 'feed')
    return `case when known.id is null or ${has(file)} then ${first} else ${known} end`;
  const isUpdate = `${sent} is not null and ${sent}::text is distinct from ${last}`;
  const clears =
    column.keeping === 'unless-edited'
      ? ` when ${has(file)} and ${sent} is null and ${known}::text is not distinct from ${last} then ${empty}`
      : '';
  return `case when known.id is null then ${first} when ${isUpdate} then ${sent}${clears} else ${known} end`;
}

/** SQL of the values that the feed has sent last, for the columns that people edit; null if there are no such columns. */
function nextFeed(file: FeedFile): string | null {
  const edited = file.columns.filter((column) => column.keeping !== 'feed');
  if (edited.length === 0) return null;
  const sent = `jsonb_strip_nulls(jsonb_build_object(${edited.map(({ name }) => `'${name}', feed.${name}::text`).join(', ')}))`;
  const cleared = edited
    .filter((column) => column.keeping === 'unless-edited')
    .map((column) => {
      const { has, sent: value, known, last } = stateOf(column);
      return `case when ${has(file)} and ${value} is null and ${known}::text is not distinct from ${last} then '${column.name}' end`;
    });
  const before =
    cleared.length > 0
      ? `coalesce(known.feed, '{}') - array[${cleared.join(', ')}]::text[]`
      : `coalesce(known.feed, '{}')`;
  // Most rows have none of these values, so that no object has to be built for them.
  return `case when coalesce(${edited.map(({ name }) => `feed.${name}::text`).join(', ')}) is null ${
    cleared.length > 0 ? "and coalesce(known.feed, '{}') = '{}'" : ''
  } then coalesce(known.feed, '{}') else (${before}) || ${sent} end`;
}

/** The columns of the file that the table has, besides those that identify the row. */
const dataColumns = (file: FeedFile) =>
  file.columns.filter(({ name, stored }) => stored && name !== 'id' && name !== 'account_id');

/** The columns of `next` that are written, with their SQL. */
function nextColumns(file: FeedFile): { name: string; sql: string }[] {
  const feed = nextFeed(file);
  return [
    ...dataColumns(file).map((column) => ({ name: column.target, sql: nextValue(file, column) })),
    ...(feed ? [{ name: 'feed', sql: feed }] : []),
  ];
}

/** SQL of a row's account in `next`. */
function accountOf(plan: MergePlan): string {
  if (plan.account === 'own') return 'coalesce(known.account_id, feed.account_id)';
  return plan.account === 'self' ? 'feed.id' : "''::text";
}

/** Why a row of an account is rejected, in every file. */
const accountChecks = ({ noun }: FeedFile): Check[] => [
  {
    column: 'account_id',
    when: 'known.id is not null and feed.account_id is not null and feed.account_id <> known.account_id',
    reason: `'does not fit: ' || feed.id || ' is the id of a ${noun} of account ' || known.account_id`,
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

/** SQL of why a row is bad: an array of column and reason, or null. */
function verdictOf(plan: MergePlan): string {
  const { file } = plan;
  const owned = plan.account === 'own';
  const [first, ...others] = owned ? accountChecks(file) : [];
  const checks: Check[] = [
    ...(first ? [first] : []),
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
  // A row that removes only has to name the right account.
  const cases = checks.map(
    ({ column, when, reason }, index) =>
      `    when (${index === 0 && owned ? '' : 'feed.deleted is not true and '}${when}) then array['${column}', ${reason}]`,
  );
  return ['case', ...cases, '  end'].join('\n');
}

/** The statements of a plan. */
export interface MergeStatements {
  /** Creates the table of the batch's rows, empty. */
  create: string;
  /** Compares staged rows with the record; the condition is on `feed`. */
  compare(condition: string): string;
  /** The same for staged rows of which the record has none: PostgreSQL leaves out everything about the known row. */
  compareNew(condition: string): string;
  /** Columns of the record's table that are written. */
  written: string[];
}

/**
 * Generates the statements of a plan, over the usual temporary tables if no others are given. One of them, to read the generator by: `compare('feed.line > $1')` of staff,
 * which inserts into the batch the rows that add or change a member of staff, or that are bad.
 *
 * ```sql
 * insert into pg_temp.batch_rows
 * select feed.line,
 *   feed.id,
 *   next.account_id,
 *   known.id is null as is_new,
 *   next.name,
 *   next.staff_type,
 *   next.deleted,
 *   (known.id is null or row(next.name, next.staff_type) is distinct from row(known.name, known.staff_type)) as shown_changed,
 *   verdict.bad
 * from (select * from pg_temp.feed_rows feed where feed.line > $1) feed
 * left join lateral (select * from staff where id = feed.id offset 0) known on true
 * cross join lateral (
 *   select coalesce(known.account_id, feed.account_id) as account_id,
 *     case when known.id is null or (feed.present & 4) <> 0 then coalesce(feed.name, null) else known.name end as name,
 *     case when known.id is null or (feed.present & 8) <> 0 then coalesce(feed.staff_type, null) else known.staff_type end as staff_type,
 *     case when known.id is null or (feed.present & 16) <> 0 then coalesce(feed.deleted, false) else known.deleted end as deleted
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
 *     and row(next.name, next.staff_type, next.deleted)
 *     is distinct from row(known.name, known.staff_type, known.deleted))
 * ```
 */
export function statementsOf(
  plan: MergePlan,
  { stage, batch }: { stage: string; batch: string } = { stage: stageTable, batch: batchTable },
): MergeStatements {
  const { file } = plan;
  const next = nextColumns(file);
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
  const found = `left join lateral (select * from ${file.table} where id = feed.id${ofSource} offset 0) known on true`;
  const compare = (condition: string, known = found) =>
    [
      `select ${selected.join(',\n  ')}`,
      `from (select * from ${stage} feed where ${condition}) feed`,
      known,
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
      `insert into ${batch}\n${compare(condition, `cross join (select (null::${file.table}).*) known`)}`,
    written: [
      ...next.map(({ name }) => name),
      ...derived.flatMap(({ name, stored }) => (stored ? [name] : [])),
    ],
  };
}
