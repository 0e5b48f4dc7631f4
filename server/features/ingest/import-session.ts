import type { Pool, PoolClient } from 'pg';
import { type Queryable, queryableOn } from '../../platform/database.ts';
import { importLock, lockTimeoutState, secondConnectionLock } from '../../platform/import-lock.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { DimensionCodes } from './dimension-codes.ts';
import type { RecordRows } from '../../platform/distribution/record-rows.ts';
import { executeSql } from './execute-sql.ts';
import { recordRows } from './record-rows.ts';
import { TemporaryTables } from './temporary-tables.ts';

export class ImportRunning extends OperatorProblem {
  constructor() {
    super('Another import is running on this database. Run this one again when it has ended.');
  }
}

/** Text format of values, memory for temporary tables, predictable plans. */
const sessionSettings = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO, YMD'`,
  `set extra_float_digits = 1`,
  `set statement_timeout = 0`,
  `set idle_in_transaction_session_timeout = 0`,
  `set jit = off`,
  `set random_page_cost = 1.1`,
  `set temp_buffers = '64MB'`,
  `set work_mem = '64MB'`,
  // makes a killed import's statement end, and with it the lock
  `set client_connection_check_interval = '1s'`,
];

/** Share of a table's rows that a session writes before its statistics are refreshed. */
const refreshedShare = 0.2;

export class ImportSession {
  readonly client: PoolClient;
  readonly pool: Pool;
  readonly database: Queryable;
  readonly tables: TemporaryTables;
  #lost = false;
  #second: ImportSession | null = null;
  #prepared = false;
  #recordTimeout = 0;
  #codes: DimensionCodes | null = null;
  #record: RecordRows | null = null;
  readonly #written = new Map<string, number>();

  private constructor(pool: Pool, client: PoolClient) {
    this.pool = pool;
    this.client = client;
    this.database = queryableOn(client);
    this.tables = new TemporaryTables(this.database);
    // the lost connection's statement fails anyway; without a listener the process would end, too
    client.on('error', () => {
      this.#lost = true;
    });
  }

  static async open(pool: Pool): Promise<ImportSession> {
    return new ImportSession(pool, await pool.connect());
  }

  get lost(): boolean {
    return this.#lost || this.#second?.lost === true;
  }

  /** One import of all processes runs at a time. Waits `timeout` ms for it, `recordTimeout` ms for locks. Throws {@link ImportRunning}. */
  async begin(timeout: number, recordTimeout: number): Promise<void> {
    await this.#prepare();
    await executeSql(this.database, `set lock_timeout = ${timeout}`);
    try {
      await executeSql(this.database, 'select pg_advisory_lock($1)', [importLock]);
      // the second connection of a killed import can outlive the first
      await executeSql(this.database, 'select pg_advisory_lock($1), pg_advisory_unlock($1)', [
        secondConnectionLock,
      ]);
    } catch (error) {
      if ((error as { code?: string }).code === lockTimeoutState) throw new ImportRunning();
      throw error;
    }
    await executeSql(this.database, `set lock_timeout = ${recordTimeout}`);
    this.#recordTimeout = recordTimeout;
  }

  /** Beside imports: for the rows of one person. Waits `recordTimeout` ms for locks. */
  async beginBeside(recordTimeout: number): Promise<void> {
    await this.#prepare();
    await executeSql(this.database, `set lock_timeout = ${recordTimeout}; set statement_timeout = '1min'`);
  }

  /** Close it before this one. Null if it would take the pool's last connection, or PostgreSQL allows no more. */
  async openSecond(): Promise<ImportSession | null> {
    const { idleCount, options, totalCount, waitingCount } = this.pool;
    if (waitingCount > 0 || totalCount - idleCount + 1 >= options.max) return null;
    const second = await ImportSession.open(this.pool).catch(() => null);
    if (!second) return null;
    this.#second = second;
    try {
      await second.#prepare();
      await executeSql(second.database, 'select pg_advisory_lock($1)', [secondConnectionLock]);
      await executeSql(second.database, `set lock_timeout = ${this.#recordTimeout}`);
      return second;
    } catch (error) {
      second.close();
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    if (!this.#prepared) await executeSql(this.database, sessionSettings.join('; '));
    this.#prepared = true;
  }

  async end(): Promise<void> {
    await executeSql(this.database, 'select pg_advisory_unlock($1)', [importLock]);
  }

  async codes(): Promise<DimensionCodes> {
    this.#codes ??= await DimensionCodes.read(this.database);
    return this.#codes;
  }

  async record(): Promise<RecordRows> {
    this.#record ??= await recordRows(this.database, this.tables);
    return this.#record;
  }

  /** PostgreSQL handles small changes itself; analyzing can outlast a small import. Index-only queries need `vacuum`. */
  async refreshWritten(rows: ReadonlyMap<string, number>, { vacuum }: { vacuum: boolean }): Promise<void> {
    for (const [table, count] of rows) this.#written.set(table, (this.#written.get(table) ?? 0) + count);
    const names = [...this.#written.keys()];
    if (names.length === 0) return;
    const { rows: due } = await executeSql<{ name: string }>(
      this.database,
      `select given.name from unnest($1::text[], $2::float8[]) as given (name, written)
       where given.written > ${refreshedShare} * (select greatest(reltuples, 0) from pg_class where oid = given.name::regclass)`,
      [names, [...this.#written.values()]],
    );
    for (const { name } of due) this.#written.delete(name);
    const command = vacuum ? 'vacuum (analyze)' : 'analyze';
    if (due.length > 0)
      await executeSql(this.database, `${command} ${due.map(({ name }) => name).join(', ')}`);
  }

  /** Also ends the lock, the temporary tables and an unfinished transaction. */
  close(): void {
    this.client.release(true);
  }
}
