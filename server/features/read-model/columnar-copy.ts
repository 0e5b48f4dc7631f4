import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import { compileForDuckDb, type DuckDbStatement } from '../../platform/duckdb/compile-statement.ts';
import { DuckDbConnections } from '../../platform/duckdb/connections.ts';
import { type DuckDbFile, restrictModes } from '../../platform/duckdb/open-file.ts';
import { copyTables, idColumns, layoutVersion } from './copied-tables.ts';
import { copyAccounts, copyDimensionValues, countStaleRows, portionsOf } from './copy-rows.ts';
import type { CopyRun, StaleAccount } from './row-copy.ts';
import { SharedAnswers } from '../figures/index.ts';
import type { AccountPosition, ReadPosition, RecordPosition } from './record-position.ts';

export class TooManyChanges extends Error {}

/** The file belongs to another database or another state of it, or contains deleted rows. */
export class OtherRecord extends Error {}

interface CopiedAccount extends AccountPosition {
  calls: number;
}

/** Undefined for missing accounts. */
type CopiedPositions = ReadonlyMap<string, AccountPosition | undefined>;

const connections = 8;

export class ColumnarCopy {
  readonly #file: DuckDbFile;
  readonly #connections: DuckDbConnections;
  readonly shared = new SharedAnswers();
  #origin = '';
  #dimensionValues = -1;
  readonly #accounts = new Map<string, CopiedAccount>();
  /** A number never changes its meaning. */
  readonly #codes = new Map<string, Map<string, number>>();
  readonly #ids = new Map<string, string[]>();

  private constructor(file: DuckDbFile) {
    this.#file = file;
    this.#connections = new DuckDbConnections(file.instance, connections);
  }

  /** @throws {OtherRecord} if the file is empty or has another database or layout */
  static async read(file: DuckDbFile, origin: string): Promise<ColumnarCopy> {
    const copy = new ColumnarCopy(file);
    try {
      await copy.#readFile(origin);
    } catch (error) {
      // an open connection would keep the file open
      await copy.#connections.close();
      throw error;
    }
    return copy;
  }

  async #readFile(origin: string): Promise<void> {
    const tables = await this.#all<{ name: string }>('select table_name as name from duckdb_tables()');
    if (!tables.some(({ name }) => name === 'origin')) throw new OtherRecord('The file is empty.');
    const [found] = await this.#all<{ layout: number; origin: string }>('select layout, origin from origin');
    if (found?.layout !== layoutVersion || found.origin !== origin)
      throw new OtherRecord('The file is a copy of another database.');
    this.#origin = origin;
    await this.#readState();
  }

  static async create(file: DuckDbFile, origin: string): Promise<ColumnarCopy> {
    const connection = await file.instance.connect();
    try {
      for (const table of copyTables) await connection.run(table);
      await connection.run('insert into origin values ($1, $2)', [layoutVersion, origin]);
    } finally {
      connection.closeSync();
    }
    return ColumnarCopy.read(file, origin);
  }

  hasReached(position: RecordPosition, accountIds: readonly string[]): boolean {
    return (
      this.#dimensionValues >= position.dimensionValues &&
      accountIds.every((id) => {
        const [copied, known] = [this.#accounts.get(id), position.accounts.get(id)];
        if (!copied || !known) return copied && isSame(copied, noData);
        return (
          copied.epoch > known.epoch || (copied.epoch === known.epoch && copied.version >= known.version)
        );
      })
    );
  }

  positionsOf(accountIds: readonly string[]): CopiedPositions {
    return new Map(accountIds.map((id) => [id, this.#accounts.get(id)]));
  }

  /** Whether it can be of the same database, not earlier than the copied state. */
  isOf({ origin, accounts }: RecordPosition, before: CopiedPositions): boolean {
    if (origin !== this.#origin) return false;
    for (const [id, copied] of before) {
      const known = accounts.get(id);
      if (!copied || !known) continue;
      if (copied.epoch > known.epoch || (copied.epoch === known.epoch && copied.version > known.version))
        return false;
    }
    return true;
  }

  positions(): CopiedPositions {
    return new Map(this.#accounts);
  }

  hasEveryRow({ origin, accounts }: RecordPosition, before: CopiedPositions): boolean {
    return (
      origin === this.#origin &&
      [...before].every(([id, copied]) => copied?.epoch === (accounts.get(id) ?? noData).epoch)
    );
  }

  hasAll(accountIds: readonly string[]): boolean {
    return accountIds.every((id) => this.#accounts.has(id));
  }

  callsOf(accountIds: readonly string[]): number {
    return accountIds.reduce((sum, id) => sum + (this.#accounts.get(id)?.calls ?? 0), 0);
  }

  versionOf(accountIds: readonly string[]): number {
    return accountIds.reduce((sum, id) => sum + (this.#accounts.get(id)?.version ?? 0), 0);
  }

  prepare(statement: RawBuilder<unknown>): DuckDbStatement {
    return compileForDuckDb(statement, (kind, ids) => {
      const codes = this.#codes.get(kind);
      return ids.flatMap((id) => codes?.get(id) ?? []);
    });
  }

  /** Replaces numbers in the rows by ids. */
  async run<Row extends object>(statement: DuckDbStatement, signal: AbortSignal | undefined): Promise<Row[]> {
    const rows = await this.#connections.run<Row>(statement, { signal });
    const coded = Object.keys(rows[0] ?? {}).filter((name) => idColumns[name] !== undefined);
    const idOf = (name: string, code: number) => this.#ids.get(idColumns[name] as string)?.[code];
    const found = rows as Record<string, unknown>[];
    const isUnknown = (row: Record<string, unknown>, name: string) =>
      typeof row[name] === 'number' && idOf(name, row[name]) === undefined;
    // rows copied meanwhile may have numbers that are not known here yet
    if (found.some((row) => coded.some((name) => isUnknown(row, name)))) await this.#readIds();
    for (const row of found)
      for (const name of coded) {
        const code = row[name];
        if (typeof code !== 'number') continue;
        const id = idOf(name, code);
        if (id === undefined) throw new Error(`A number in the column ${name} has no id.`);
        row[name] = id;
      }
    return rows;
  }

  /** One call at a time. Without `limit`, commits about `callsAtOnce` at once. @throws {TooManyChanges} above it; {@link OtherRecord} */
  async catchUp(
    pool: pg.Pool,
    options: {
      readPosition: ReadPosition;
      accountIds: readonly string[] | 'all';
      limit: number;
      callsAtOnce: number;
      signal: AbortSignal;
    },
  ): Promise<void> {
    const { readPosition, accountIds, limit, callsAtOnce, signal } = options;
    const record = await pool.connect();
    let failure: Error | undefined;
    try {
      await record.query('begin isolation level repeatable read read only');
      await record.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'`);
      if (limit === Number.POSITIVE_INFINITY) await record.query('set local statement_timeout = 0');
      const position = await readPosition(
        async <Row extends object>(text: string, values: readonly unknown[]) =>
          (await record.query<Row & pg.QueryResultRow>(text, [...values])).rows,
        accountIds,
      );
      const requested =
        accountIds === 'all'
          ? [...new Set([...position.accounts.keys(), ...this.#accounts.keys()])]
          : accountIds;
      if (!this.isOf(position, this.positionsOf(requested)))
        throw new OtherRecord('The database was replaced.');
      const stale = this.#staleAccounts(position, requested);
      const isLimited = limit < Number.POSITIVE_INFINITY;
      if (isLimited && (await countStaleRows(record, stale, limit)) > limit) throw new TooManyChanges();
      const portions = isLimited ? [stale] : await portionsOf(record, stale, callsAtOnce);
      // values are only added, always before their rows, so copied rows have all of theirs
      if (position.dimensionValues !== this.#dimensionValues)
        await this.#commit({ record, signal }, [], copyDimensionValues);
      for (const accounts of portions)
        if (accounts.length > 0)
          await this.#commit({ record, signal }, accounts, (run) => copyAccounts(run, accounts));
      await record.query('commit');
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // after a failure rows may still be in transit, so the connection is closed
      record.release(failure);
    }
  }

  async close(): Promise<void> {
    await this.#connections.close();
    this.#file.close();
  }

  #staleAccounts(position: RecordPosition, accountIds: readonly string[]): StaleAccount[] {
    const stale: StaleAccount[] = [];
    for (const accountId of accountIds) {
      const next = position.accounts.get(accountId) ?? noData;
      const copied = this.#accounts.get(accountId);
      if (copied && isSame(copied, next)) continue;
      // a rebuild also removes deleted rows from the file
      if (copied && copied.epoch !== next.epoch) throw new OtherRecord('Rows were deleted.');
      stale.push({ accountId, version: copied?.version ?? null, next });
    }
    return stale;
  }

  async #commit(
    ends: Pick<CopyRun, 'record' | 'signal'>,
    accounts: readonly StaleAccount[],
    work: (run: CopyRun) => Promise<void>,
  ): Promise<void> {
    const copy = await this.#file.instance.connect();
    try {
      await copy.run('begin');
      await work({ ...ends, copy, file: `${this.#file.path}.csv` });
      await copy.run('commit');
    } finally {
      // rolls back an open transaction and drops the temporary tables
      copy.closeSync();
    }
    await restrictModes(this.#file.path);
    await this.#readState(accounts.map(({ accountId }) => accountId));
  }

  /** Reads ids first, so that every known account has a code. Without `changed` it reads all accounts. */
  async #readState(changed?: readonly string[]): Promise<void> {
    await this.#readIds();
    const codes = (changed ?? []).flatMap((id) => this.#codes.get('account')?.get(id) ?? []);
    const accounts = await this.#all<{ id: string; version: bigint; epoch: bigint; calls: number }>(
      `select ids.id, version, epoch, calls from account_version
      join ids on ids.kind = 'account' and ids.code = account_version.account_id
      ${changed ? `where account_version.account_id in (${codes.join(', ') || 'null'})` : ''}`,
    );
    const [values] = await this.#all<{ count: number }>(
      'select cast(count(*) as integer) as count from dimension_values',
    );
    this.#dimensionValues = values?.count ?? 0;
    for (const { id, version, epoch, calls } of accounts)
      this.#accounts.set(id, { version: Number(version), epoch: Number(epoch), calls });
  }

  async #readIds(): Promise<void> {
    const known = [...this.#ids].map(([kind, ids]) => `(kind = '${kind}' and code >= ${ids.length})`);
    const others = `kind not in ('${[...this.#ids.keys()].join("', '")}')`;
    const added = await this.#all<{ kind: string; code: number; id: string }>(
      `select kind, code, id from ids where ${[...known, others].join(' or ')}`,
    );
    for (const { kind, code, id } of added) {
      const codes = this.#codes.get(kind) ?? new Map<string, number>();
      const ids = this.#ids.get(kind) ?? [];
      codes.set(id, code);
      ids[code] = id;
      this.#codes.set(kind, codes);
      this.#ids.set(kind, ids);
    }
  }

  async #all<Row extends object>(text: string): Promise<Row[]> {
    return this.#connections.run<Row>({ text, values: [] });
  }
}

const noData: AccountPosition = { version: 0, epoch: 0 };

const isSame = (one: AccountPosition, other: AccountPosition) =>
  one.version === other.version && one.epoch === other.epoch;
