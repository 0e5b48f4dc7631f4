import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { runStatement } from '../../platform/duckdb/connections.ts';
import {
  campaignDigests,
  type CopiedTable,
  copiedCalls,
  type ReadAccounts,
  readType,
} from './copied-tables.ts';
import type { AccountPosition } from './record-position.ts';

export interface StaleAccount {
  accountId: string;
  /** Null to read the whole account. */
  version: number | null;
  next: AccountPosition;
}

export interface CopyRun {
  record: pg.PoolClient;
  copy: DuckDBConnection;
  /** Other users cannot read it. */
  file: string;
  signal: AbortSignal;
}

/** From a values list PostgreSQL knows the number of accounts and uses an index for few changes. */
export const staleTable = (accounts: readonly StaleAccount[]) => {
  const rows = accounts.map(
    ({ accountId, version }) => `(${pg.escapeLiteral(accountId)}, cast(${version ?? -1} as bigint))`,
  );
  return `(values ${rows.join(', ')}) as stale (account_id, version)`;
};

const readAccounts = (accounts: readonly StaleAccount[]): ReadAccounts => {
  const tableOf = (some: readonly StaleAccount[]) => (some.length > 0 ? staleTable(some) : null);
  return {
    all: staleTable(accounts),
    whole: tableOf(accounts.filter(({ version }) => version === null)),
    behind: tableOf(accounts.filter(({ version }) => version !== null)),
  };
};

export const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

export const readName = ({ name }: CopiedTable) => `read_${name}`;

export class RowCopy {
  readonly #run: CopyRun;
  readonly #accounts: readonly StaleAccount[];

  constructor(run: CopyRun, accounts: readonly StaleAccount[]) {
    this.#run = run;
    this.#accounts = accounts;
  }

  execute(statement: string): Promise<object[]> {
    return runStatement(this.#run.copy, { text: statement, values: [] }, { signal: this.#run.signal });
  }

  /** Reads record rows into a temporary DuckDB table, with ids as texts. @returns whether there are rows; otherwise there is no table */
  async read(table: CopiedTable, accounts = this.#accounts): Promise<boolean> {
    const { record, file, signal } = this.#run;
    const rows = record.query(
      copyTo(`copy (${table.rowsOf(readAccounts(accounts))}) to stdout (format csv)`),
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

  /** Digests in the record, and accounts whose campaigns in the copy differ. */
  async changedCampaigns(): Promise<{ digests: ReadonlyMap<string, string>; changed: StaleAccount[] }> {
    const { rows } = await this.#run.record.query<{ id: string; digest: string }>(
      campaignDigests(staleTable(this.#accounts)),
    );
    const ids = this.#accounts.map(({ accountId }) => text(accountId)).join(', ');
    const known = (await this.execute(`
      select ids.id, account_version.campaigns as digest from account_version
      join ids on ids.kind = 'account' and ids.code = account_version.account_id where ids.id in (${ids})`)) as typeof rows;
    const copied = new Map(known.map(({ id, digest }) => [id, digest]));
    const digests = new Map(rows.map(({ id, digest }) => [id, digest]));
    const changed = this.#accounts.filter(({ accountId: id }) => digests.get(id) !== copied.get(id));
    return { digests, changed };
  }

  /** Columns in order, and tables, with numbers instead of ids. */
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

  async accountCodes(): Promise<ReadonlyMap<string, number>> {
    const ids = this.#accounts.map(({ accountId }) => text(accountId)).join(', ');
    const rows = await this.execute(`select id, code from ids where kind = 'account' and id in (${ids})`);
    return new Map((rows as { id: string; code: number }[]).map(({ id, code }) => [id, code]));
  }
}
