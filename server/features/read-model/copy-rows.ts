import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { runStatement } from '../../platform/duckdb/connections.ts';
import {
  type CopiedTable,
  copiedAccounts,
  copiedAppointments,
  copiedCalls,
  copiedInquiries,
  copiedStaff,
  copiedValues,
  type ReadAccounts,
  readType,
} from './copied-tables.ts';
import type { AccountPosition } from './record-position.ts';

/** An account to read, and how far its copy is. */
export interface StaleAccount {
  accountId: string;
  /** The version that the copy has; null to read all of the account. */
  version: number | null;
  /** What the copy has afterwards. */
  next: AccountPosition;
}

/** The two ends between which rows are copied. */
export interface CopyRun {
  /** A transaction in PostgreSQL, whose snapshot is read. */
  record: pg.PoolClient;
  /** A transaction in DuckDB. */
  copy: DuckDBConnection;
  /** A file for rows on their way, which other users cannot read. */
  file: string;
  signal: AbortSignal;
}

/** SQL of accounts as a table. From a list of values PostgreSQL knows how many they are, and finds few changes by an index. */
const staleTable = (accounts: readonly StaleAccount[]) => {
  const rows = accounts.map(
    ({ accountId, version }) => `(${pg.escapeLiteral(accountId)}, cast(${version ?? -1} as bigint))`,
  );
  return `(values ${rows.join(', ')}) as stale (account_id, version)`;
};

/** The accounts as {@link CopiedTable.rowsOf} reads them. */
const readAccounts = (accounts: readonly StaleAccount[]): ReadAccounts => {
  const tableOf = (some: readonly StaleAccount[]) => (some.length > 0 ? staleTable(some) : null);
  return {
    all: staleTable(accounts),
    whole: tableOf(accounts.filter(({ version }) => version === null)),
    behind: tableOf(accounts.filter(({ version }) => version !== null)),
  };
};

/** How many changed or new rows the accounts have, but not more than the limit and one. */
export async function countStaleRows(
  record: pg.PoolClient,
  accounts: readonly StaleAccount[],
  limit: number,
): Promise<number> {
  const stale = staleTable(accounts);
  const rowsOf = (table: string) =>
    `select from ${stale} join ${table} on ${table}.account_id = stale.account_id and ${table}.version > stale.version`;
  const { rows } = await record.query<{ count: number }>(
    `select cast(count(*) as integer) as count from (${['calls', 'inquiries', 'appointments'].map(rowsOf).join(' union all ')} limit $1) as changed`,
    [limit + 1],
  );
  return rows[0]?.count ?? 0;
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** What one table of rows on their way is called in DuckDB. */
const readName = ({ name }: CopiedTable) => `read_${name}`;

class RowCopy {
  readonly #run: CopyRun;
  readonly #accounts: readonly StaleAccount[];

  constructor(run: CopyRun, accounts: readonly StaleAccount[]) {
    this.#run = run;
    this.#accounts = accounts;
  }

  execute(statement: string): Promise<object[]> {
    return runStatement(this.#run.copy, { text: statement, values: [] }, { signal: this.#run.signal });
  }

  /**
   * Reads rows of the record into a temporary table of DuckDB, with ids as texts.
   * @returns whether there are any; otherwise there is no table
   */
  async read(table: CopiedTable): Promise<boolean> {
    const { record, file, signal } = this.#run;
    const rows = record.query(
      copyTo(`copy (${table.rowsOf(readAccounts(this.#accounts))}) to stdout (format csv)`),
    );
    const written = createWriteStream(file, { mode: 0o600 });
    await pipeline(rows, written, { signal });
    if (written.bytesWritten === 0) return false;
    const columns = table.columns.map((column) => `${text(column.name)}: ${text(readType(column))}`);
    await this.execute(`create or replace temp table ${readName(table)} as select * from read_csv(${text(file)},
      auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false,
      parallel = ${table === copiedCalls}, columns = {${columns.join(', ')}})`);
    return true;
  }

  /** Gives numbers to ids that have none: those of the accounts, and those in the read tables. */
  async numberIds(tables: readonly CopiedTable[]): Promise<void> {
    const accounts = this.#accounts.map(({ accountId }) => `('account', ${text(accountId)})`);
    const found = tables.flatMap((table) =>
      table.columns.flatMap(({ name, type }) =>
        typeof type === 'object' ? [`select ${text(type.code)}, ${name} from ${readName(table)}`] : [],
      ),
    );
    await this.execute(`
      insert into ids
      with given (kind, id) as (${[`values ${accounts.join(', ')}`, ...found].join(' union ')})
      select given.kind, coalesce(known.code, 0) + row_number() over (partition by given.kind order by given.id), given.id
      from given left join (select kind, max(code) as code from ids group by kind) as known on known.kind = given.kind
      where given.id is not null and not exists (select 1 from ids where ids.kind = given.kind and ids.id = given.id)`);
  }

  /** SQL of the read rows with numbers in place of ids: the columns in their order, and the tables. */
  coded(table: CopiedTable): { columns: string; from: string } {
    const from = [readName(table)];
    const columns = table.columns.map(({ name, type }) => {
      if (typeof type === 'string') return `${readName(table)}.${name}`;
      const codes = `${name}_codes`;
      from.push(
        `left join ids as ${codes} on ${codes}.kind = ${text(type.code)} and ${codes}.id = ${readName(table)}.${name}`,
      );
      return `${codes}.code as ${name}`;
    });
    return { columns: columns.join(', '), from: from.join(' ') };
  }

  /** The numbers of the accounts. */
  async accountCodes(): Promise<ReadonlyMap<string, number>> {
    const ids = this.#accounts.map(({ accountId }) => text(accountId)).join(', ');
    const rows = await this.execute(`select id, code from ids where kind = 'account' and id in (${ids})`);
    return new Map((rows as { id: string; code: number }[]).map(({ id, code }) => [id, code]));
  }
}

/** Numbers of accounts, as a list in SQL. */
const codeList = (accounts: readonly StaleAccount[], codes: ReadonlyMap<string, number>) =>
  accounts.map(({ accountId }) => codes.get(accountId)).join(', ');

/** Tables of the copy whose rows are replaced: the column with the call's id, and where the read rows are. */
const replacedTables = [
  { name: 'copied_inquiries', callId: 'call_id', read: copiedInquiries },
  { name: 'appointments', callId: 'call_id', read: copiedAppointments },
  { name: 'calls', callId: 'id', read: copiedCalls },
] as const;

/**
 * Removes what is replaced: every row of whole accounts, otherwise the rows of the calls that were read, and the read rows where
 * they belonged to another call before.
 * @param found the tables of which rows were read
 */
async function removeReplaced(
  rows: RowCopy,
  { whole, behind }: { whole: string; behind: string },
  found: ReadonlySet<CopiedTable>,
): Promise<void> {
  for (const { name, callId, read } of replacedTables) {
    const ofCalls = found.has(copiedCalls) ? [`${callId} in (select id from read_calls)`] : [];
    const moved = callId !== 'id' && found.has(read) ? [`id in (select id from ${readName(read)})`] : [];
    const replaced = [...ofCalls, ...moved].join(' or ');
    const conditions = [
      ...(whole ? [`account_id in (${whole})`] : []),
      ...(behind && replaced ? [`account_id in (${behind}) and (${replaced})`] : []),
    ];
    if (conditions.length > 0) await rows.execute(`delete from ${name} where ${conditions.join(' or ')}`);
  }
}

/** Adds the rows that were read, in the order in which queries read them: by account, and by time. */
async function addRead(rows: RowCopy, accountCodes: string, found: ReadonlySet<CopiedTable>): Promise<void> {
  if (found.has(copiedCalls)) {
    const calls = rows.coded(copiedCalls);
    await rows.execute(`
      insert into calls select *, cast(nextval('call_numbers') as integer) from (
        select ${calls.columns} from ${calls.from} where not read_calls.deleted order by account_id, call_date_time) as read`);
  }
  if (found.has(copiedInquiries)) {
    const inquiries = rows.coded(copiedInquiries);
    await rows.execute(`
      insert into copied_inquiries
      select calls.account_id, calls.call_number, calls.call_date_time, calls.local_day, calls.campaign_id, calls.campaign_type,
        read.id, read.kind, read.item_id, read.item_name, read.call_id, false
      from (select ${inquiries.columns} from ${inquiries.from} where not read_inquiries.deleted) as read
      join calls on calls.account_id = read.account_id and calls.id = read.call_id and calls.account_id in (${accountCodes})
      order by calls.account_id, calls.call_date_time`);
  }
  if (found.has(copiedAppointments)) {
    const appointments = rows.coded(copiedAppointments);
    await rows.execute(`
      insert into appointments select ${appointments.columns} from ${appointments.from}
      where not read_appointments.deleted order by account_id`);
  }
}

/** Replaces all rows of the accounts in a small table. */
async function replaceAll(
  rows: RowCopy,
  table: CopiedTable,
  { key, accountCodes, isFound }: { key: string; accountCodes: string; isFound: boolean },
): Promise<void> {
  const { columns, from } = rows.coded(table);
  await rows.execute(`delete from ${table.name} where ${key} in (${accountCodes})`);
  if (isFound) await rows.execute(`insert into ${table.name} select ${columns} from ${from}`);
}

const accountTables = [copiedCalls, copiedInquiries, copiedAppointments, copiedStaff, copiedAccounts];

/** Copies the accounts from the snapshot of the record. The caller commits. */
export async function copyAccounts(run: CopyRun, accounts: readonly StaleAccount[]): Promise<void> {
  const rows = new RowCopy(run, accounts);
  const found = new Set<CopiedTable>();
  try {
    for (const table of accountTables) if (await rows.read(table)) found.add(table);
    await rows.numberIds([...found]);
    const codes = await rows.accountCodes();
    const listOf = (some: readonly StaleAccount[]) => codeList(some, codes);
    const all = listOf(accounts);
    const whole = listOf(accounts.filter(({ version }) => version === null));
    const behind = listOf(accounts.filter(({ version }) => version !== null));
    await removeReplaced(rows, { whole, behind }, found);
    await addRead(rows, all, found);
    for (const [table, key] of [
      [copiedStaff, 'account_id'],
      [copiedAccounts, 'id'],
    ] as const)
      await replaceAll(rows, table, { key, accountCodes: all, isFound: found.has(table) });
    const positions = accounts.map(
      ({ accountId, next }) => `(${codes.get(accountId)}, ${next.version}, ${next.epoch})`,
    );
    await rows.execute(`delete from account_version where account_id in (${all})`);
    await rows.execute(`
      insert into account_version
      select position.code, position.version, position.epoch, coalesce(counted.calls, 0)
      from (values ${positions.join(', ')}) as position (code, version, epoch)
      left join (select account_id, count(*) as calls from calls where account_id in (${all}) group by account_id) as counted
        on counted.account_id = position.code`);
  } finally {
    await rm(run.file, { force: true });
  }
}

/** Copies all values of dimensions. The caller commits. */
export async function copyDimensionValues(run: CopyRun): Promise<void> {
  const rows = new RowCopy(run, []);
  try {
    const isFound = await rows.read(copiedValues);
    await rows.execute('delete from dimension_values');
    if (isFound) await rows.execute('insert into dimension_values select * from read_dimension_values');
  } finally {
    await rm(run.file, { force: true });
  }
}
