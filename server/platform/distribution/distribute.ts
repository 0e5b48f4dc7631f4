import { sql } from 'kysely';
import type { Database, Queryable } from '../database.ts';
import { noImportRuns } from '../import-lock.ts';
import { OperatorProblem } from '../operator-problem.ts';
import { placedTables } from './placed-tables.ts';
import { placements } from './placement.ts';

interface Distribution {
  distributed: number;
  reference: number;
  nodes: number;
}

const countPlaced = (wanted: 'distributed' | 'reference') =>
  [...placements.values()].filter((placement) => placement === wanted).length;

async function countNodes(database: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

async function checkCluster(database: Pick<Database, 'kysely' | 'embedded'>): Promise<void> {
  if (database.embedded)
    throw new OperatorProblem(
      'The embedded PostgreSQL is one machine. Set DATABASE_URL to the coordinator of a Citus cluster.',
    );
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(database.kysely);
  if (rows.length === 0)
    throw new OperatorProblem(
      'The database has no extension citus. As a superuser, in the database of each machine: create extension citus',
    );
}

async function findLeft(database: Queryable): Promise<string[]> {
  const placed = await placedTables(database);
  return [...placements]
    .filter(([table, placement]) => placement !== 'coordinator' && !placed.has(table))
    .map(([table]) => table);
}

/** Machines do not know each other's rows, so unique indexes over all accounts become plain ones. The import checks uniqueness. */
async function dropUniqueAmongAccounts(transaction: Queryable, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; constraint: boolean; definition: string }>`
    select index.relname as name, con.oid is not null as constraint, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class index on index.oid = indexrelid
    left join pg_constraint con on con.conindid = indexrelid and con.contype in ('p', 'u')
    where indrelid = ${table}::regclass and indisunique and not exists (
      select 1 from pg_attribute where attrelid = indrelid and attname = 'account_id' and attnum = any(indkey))
    order by 1`.execute(transaction);
  for (const { name, constraint, definition } of rows) {
    await (constraint
      ? sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`
      : sql`drop index ${sql.ref(name)}`
    ).execute(transaction);
    await sql.raw(definition.replace(/^CREATE UNIQUE INDEX/, 'CREATE INDEX')).execute(transaction);
  }
}

async function place(transaction: Queryable, table: string): Promise<void> {
  if (placements.get(table) === 'reference') {
    await sql`select create_reference_table(${table}::text)`.execute(transaction);
    return;
  }
  await dropUniqueAmongAccounts(transaction, table);
  const together = table === 'account_version' ? 'none' : 'account_version';
  await sql`select create_distributed_table(${table}::text, 'account_id', colocate_with => ${together}::text)`.execute(
    transaction,
  );
}

/** No import begins until the transaction ends. Throws OperatorProblem while one runs. */
async function checkImports(transaction: Queryable): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`select ${noImportRuns} as free`.execute(transaction);
  if (!rows[0]?.free) throw new OperatorProblem('An import is running. Run this again when it has ended.');
}

/** For Citus. Run it again after interruptions and for new tables. @throws {OperatorProblem} if not distributable, or during an import */
export async function distribute(
  database: Pick<Database, 'kysely' | 'embedded' | 'transaction' | 'exclusively'>,
  say: (line: string) => void,
): Promise<Distribution> {
  await checkCluster(database);
  return database.exclusively('distribute', async () => {
    const nodes = await countNodes(database.kysely);
    if (nodes === 0)
      throw new OperatorProblem(
        "No machine of the cluster takes rows. As a superuser: select citus_add_node('worker.internal', 5432)",
      );
    await database.transaction(checkImports);
    for (const table of await findLeft(database.kysely)) {
      await database.transaction(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        await checkImports(transaction);
        await place(transaction, table);
      });
      say(`${table}: ${placements.get(table)}`);
    }
    return { distributed: countPlaced('distributed'), reference: countPlaced('reference'), nodes };
  });
}
