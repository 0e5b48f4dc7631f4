import type { FeedColumn, FeedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import type { Reference } from './pending-references.ts';
import type { AccountVersions } from './account-versions.ts';
import { presentBit, stageTable } from './stage-rows.ts';

/** The temporary table with the rows of a batch that add or change something, or are wrong (`bad`: column and reason). */
export const batchTable = 'pg_temp.batch_rows';

/** A value besides the file's columns that a batch works out for each row. */
export interface Derived {
  name: string;
  /** SQL over `feed` (the staged row), `known` (the record's row or nulls), `next` (the row to be) and the plan's joins. */
  sql: string;
  /** SQL of what the record has, when a difference makes the row a changed one. */
  before?: string;
  /** The table has this column. */
  stored?: boolean;
}

/** Something that makes a row bad. */
export interface Check {
  column: string;
  /** SQL condition over the same as Derived. */
  when: string;
  /** SQL of the reason, completing "{column} …". */
  reason: string;
}

/** How the rows of a kind of file are merged into the record. */
export interface MergePlan {
  file: FeedFile;
  /** All rows in one transaction: their rules look at all of them. */
  together: boolean;
  /** SQL of the account of a row; null for what belongs to none. */
  account: 'own' | 'self' | null;
  /** The table's rows carry the account's version. */
  versioned: boolean;
  /** Joins over `feed`, `known`, `next`. */
  joins?: string;
  derived?: readonly Derived[];
  checks?: readonly Check[];
  references?: readonly Reference[];
  /** Before the rows are compared with the record; `$1 < line <= $2` finds the batch in the staged rows. */
  before?(run: ImportRun, lines: [after: number, last: number]): Promise<void>;
  /** Marks further bad rows, once the batch is compared. */
  validate?(run: ImportRun): Promise<void>;
  /** Takes the row locks that writing and settling need, before the clocks are moved. */
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

/** SQL of what the record is to hold. */
function nextValue(file: FeedFile, column: FeedColumn): string {
  const { has, sent, empty, known, last } = stateOf(column);
  const first = `coalesce(${sent}, ${empty})`;
  if (column.keeping === 'feed')
    return `case when known.id is null or ${has(file)} then ${first} else ${known} end`;
  const isNews = `${sent} is not null and ${sent}::text is distinct from ${last}`;
  const clears =
    column.keeping === 'unless-edited'
      ? ` when ${has(file)} and ${sent} is null and ${known}::text is not distinct from ${last} then ${empty}`
      : '';
  return `case when known.id is null then ${first} when ${isNews} then ${sent}${clears} else ${known} end`;
}

/** SQL of what the feed has sent last, for the columns that people edit. */
function nextFeed(file: FeedFile): string | null {
  const kept = file.columns.filter((column) => column.keeping !== 'feed');
  if (kept.length === 0) return null;
  const sent = `jsonb_strip_nulls(jsonb_build_object(${kept.map(({ name }) => `'${name}', feed.${name}::text`).join(', ')}))`;
  const cleared = kept
    .filter((column) => column.keeping === 'unless-edited')
    .map((column) => {
      const { has, sent: value, known, last } = stateOf(column);
      return `case when ${has(file)} and ${value} is null and ${known}::text is not distinct from ${last} then '${column.name}' end`;
    });
  const before =
    cleared.length > 0
      ? `coalesce(known.feed, '{}') - array[${cleared.join(', ')}]::text[]`
      : `coalesce(known.feed, '{}')`;
  // Most rows have none of these: they spare the building of an object.
  return `case when coalesce(${kept.map(({ name }) => `feed.${name}::text`).join(', ')}) is null ${
    cleared.length > 0 ? "and coalesce(known.feed, '{}') = '{}'" : ''
  } then coalesce(known.feed, '{}') else (${before}) || ${sent} end`;
}

/** The statements of a plan. */
export interface MergeStatements {
  /** Makes the table of the batch's rows, empty. */
  create: string;
  /** Compares staged rows with the record; the condition is on `feed`. */
  compare(condition: string): string;
  /** Columns of the record's table that are written. */
  written: string[];
}

/** Writes the statements of a plan. */
export function statementsOf(plan: MergePlan): MergeStatements {
  const { file } = plan;
  const owned = plan.account === 'own';
  const data = file.columns.filter(({ name, stored }) => stored && name !== 'id' && name !== 'account_id');
  const account =
    plan.account === 'own'
      ? 'coalesce(known.account_id, feed.account_id)'
      : plan.account === 'self'
        ? 'feed.id'
        : "''::text";
  const feed = nextFeed(file);
  const next = [
    `${account} as account_id`,
    ...data.map((column) => `${nextValue(file, column)} as ${column.target}`),
    ...(feed ? [`${feed} as feed`] : []),
  ];
  const derived = plan.derived ?? [];
  const nextNames = [...data.map(({ target }) => target), ...(feed ? ['feed'] : [])];
  const compared: [next: string, known: string][] = [
    ...nextNames.map((name): [string, string] => [`next.${name}`, `known.${name}`]),
    ...derived.flatMap(({ sql, before }): [string, string][] =>
      before === undefined ? [] : [[sql, before]],
    ),
  ];
  const checks: Check[] = [
    ...(owned
      ? [
          {
            column: 'account_id',
            when: 'known.id is not null and feed.account_id is not null and feed.account_id <> known.account_id',
            reason: `'does not fit: ' || feed.id || ' is the id of a ${file.noun} of account ' || known.account_id`,
          },
          {
            column: 'account_id',
            when: 'known.id is null and feed.account_id is null',
            reason: `'is required for a new ${file.noun}'`,
          },
          {
            column: 'account_id',
            when: 'known.id is null and owner.id is null',
            reason: "'names account ' || feed.account_id || ', which is not known'",
          },
        ]
      : []),
    ...data
      .filter(({ required }) => required)
      .map(({ name }) => ({
        column: name,
        when: `known.id is null and feed.${name} is null`,
        reason: `'is required for a new ${file.noun}'`,
      })),
    ...(plan.checks ?? []),
  ];
  // A row that removes needs no more than to name the right account.
  const bad = `case ${checks
    .map(
      ({ column, when, reason }, index) =>
        `when (${index === 0 && owned ? '' : 'feed.deleted is not true and '}${when}) then array['${column}', ${reason}]`,
    )
    .join(' ')} end`;

  const compare = (condition: string) => `
    select feed.line, feed.id, next.account_id, known.id is null as is_new,
      ${[...nextNames.map((name) => `next.${name}`), ...derived.map(({ name, sql }) => `${sql} as ${name}`), 'verdict.bad'].join(', ')}
    from (select * from ${stageTable} feed where ${condition}) feed
    left join lateral (select * from ${file.table} where id = feed.id offset 0) known on true
    cross join lateral (select ${next.join(', ')}) next
    ${owned ? 'left join accounts owner on owner.id = next.account_id' : ''}
    ${plan.joins ?? ''}
    cross join lateral (select ${checks.length > 0 ? bad : 'null::text[]'} as bad) verdict
    where verdict.bad is not null
      or (known.id is null and feed.deleted is not true)
      or (known.id is not null and row(${compared.map(([value]) => value).join(', ')}) is distinct from row(${compared.map(([, value]) => value).join(', ')}))`;

  return {
    create: `create temp table batch_rows as ${compare('false')}`,
    compare: (condition) => `insert into ${batchTable} ${compare(condition)}`,
    written: [...nextNames, ...derived.flatMap(({ name, stored }) => (stored ? [name] : []))],
  };
}
