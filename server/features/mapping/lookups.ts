import { thousands } from '@mailcall/contract/rules/rates.ts';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { queryableOn } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { type FeedSource, textOfJson, UnreadableFile } from '../ingest/index.ts';
import type { MappedLookup } from './mapping.ts';
import { readTheirRows, type TheirRow } from './their-rows.ts';

/** Rows of a lookup in memory; more go to a temporary table. */
const maxInMemory = 200_000;
const sentAtOnce = 5_000;
/** Connections that the import itself takes. */
const importConnections = 2;

/** Cells are in the order of the taken columns. */
interface KeptRow {
  line: number;
  cells: string[];
}

/** Finds rows of another file of the export by key. */
export interface Lookup {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  holdsConnection: boolean;
  close(): void;
}

interface LookupOptions {
  pool: Pool;
  heldConnections: number;
  /** 200,000 by default. */
  inMemory?: number | undefined;
}

const problemOf = ({ place, from, name }: MappedLookup, line: number, reason: string) =>
  new OperatorProblem(`${place}: the lookup ${name} cannot be read: ${from}:${line} ${reason}.`);

function textOf(lookup: MappedLookup, { line, object }: TheirRow, column: string): string {
  const text = textOfJson(object[column], false);
  if (text === null)
    throw problemOf(lookup, line, `has a ${column} that is not a text, a number, true or false`);
  return text.trim();
}

async function* keyedRows(
  lookup: MappedLookup,
  source: FeedSource,
): AsyncGenerator<[key: string, row: KeptRow]> {
  const stream = await source.open(lookup.from);
  const onHeader = (names: readonly string[]) => {
    const missing = [lookup.key, ...lookup.take].find((column) => !names.includes(column));
    if (missing !== undefined) throw problemOf(lookup, 1, `has no column ${JSON.stringify(missing)}`);
  };
  try {
    for await (const rows of readTheirRows(lookup.from, stream, onHeader)) {
      for (const row of rows) {
        if (row.problem) throw problemOf(lookup, row.line, row.problem);
        const key = textOf(lookup, row, lookup.key);
        if (key !== '')
          yield [key, { line: row.line, cells: lookup.take.map((column) => textOf(lookup, row, column)) }];
      }
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? problemOf(lookup, 1, error.message) : error;
  } finally {
    stream.destroy();
  }
}

const twice = (lookup: MappedLookup, line: number, earlier: number) =>
  problemOf(lookup, line, `has the same ${lookup.key} as row ${earlier}; a key must lead to one row`);

class LookupTable implements Lookup {
  readonly holdsConnection = true;
  readonly #client: PoolClient;
  readonly #waiting: [key: string, row: KeptRow][] = [];
  /** The previous search: files that are imported at the same time share the connection. */
  #search: Promise<unknown> = Promise.resolve();

  private constructor(client: PoolClient) {
    this.#client = client;
  }

  static async create(lookup: MappedLookup, { pool, heldConnections }: LookupOptions): Promise<LookupTable> {
    const leastConnections = importConnections + heldConnections + 1;
    if (pool.options.max < leastConnections)
      throw new OperatorProblem(
        `${lookup.place}: the lookup ${lookup.name} has more than ${thousands(maxInMemory)} rows and needs a connection of its own: set DATABASE_CONNECTIONS to at least ${leastConnections}.`,
      );
    const client = await pool.connect();
    // the next query on a lost connection fails
    client.on('error', () => {});
    const table = new LookupTable(client);
    await sql`set statement_timeout = 0`.execute(table.#database);
    await sql`create temp table mapping_lookup (line bigint, key text, cells text)`.execute(table.#database);
    return table;
  }

  get #database() {
    return queryableOn(this.#client);
  }

  async add(entry: [key: string, row: KeptRow]): Promise<void> {
    if (this.#waiting.push(entry) >= sentAtOnce) await this.#send();
  }

  async #send(): Promise<void> {
    const rows = this.#waiting.splice(0);
    if (rows.length === 0) return;
    await sql`insert into pg_temp.mapping_lookup select * from unnest(
      ${rows.map(([, { line }]) => line)}::bigint[], ${rows.map(([key]) => key)}::text[],
      ${rows.map(([, { cells }]) => JSON.stringify(cells))}::text[])`.execute(this.#database);
  }

  /** @throws {OperatorProblem} if two rows have the same key */
  async finish(lookup: MappedLookup): Promise<void> {
    await this.#send();
    await sql`create index on pg_temp.mapping_lookup (key)`.execute(this.#database);
    await sql`analyze pg_temp.mapping_lookup`.execute(this.#database);
    const { rows } = await sql<{ first: number; second: number }>`
      select min(line)::int as first, max(line)::int as second from pg_temp.mapping_lookup
      group by key having count(*) > 1 limit 1`.execute(this.#database);
    const [found] = rows;
    if (found) throw twice(lookup, found.second, found.first);
  }

  find(keys: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = this.#search.then(() => this.#find(keys));
    this.#search = found.catch(() => {});
    return found;
  }

  async #find(keys: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows } = await sql<{ key: string; cells: string }>`
      select key, cells from pg_temp.mapping_lookup where key = any(${[...keys]}::text[])`.execute(
      this.#database,
    );
    return new Map(rows.map(({ key, cells }) => [key, JSON.parse(cells) as string[]]));
  }

  close(): void {
    this.#client.release(true);
  }
}

/** In memory, or above 200,000 rows in a temporary table. @throws {OperatorProblem} for an unreadable file, or a repeated key */
export async function openLookup(
  lookup: MappedLookup,
  source: FeedSource,
  options: LookupOptions,
): Promise<Lookup> {
  const { inMemory = maxInMemory } = options;
  const kept = new Map<string, KeptRow>();
  let table: LookupTable | null = null;
  try {
    for await (const [key, row] of keyedRows(lookup, source)) {
      if (table) {
        await table.add([key, row]);
        continue;
      }
      const earlier = kept.get(key);
      if (earlier) throw twice(lookup, row.line, earlier.line);
      kept.set(key, row);
      if (kept.size <= inMemory) continue;
      table = await LookupTable.create(lookup, options);
      for (const entry of kept) await table.add(entry);
      kept.clear();
    }
    await table?.finish(lookup);
  } catch (error) {
    table?.close();
    throw error;
  }
  if (table) return table;
  return {
    holdsConnection: false,
    find: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const row = kept.get(key);
          return row ? [[key, row.cells] as const] : [];
        }),
      ),
    close: () => kept.clear(),
  };
}
