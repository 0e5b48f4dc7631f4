import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { distribute } from '../../server/platform/distribution/distribute.ts';
import { databaseOver } from '../../server/platform/database.ts';
import { installJobs } from '../../server/platform/jobs.ts';
import { migrate, readMigrations } from '../../server/platform/migrate.ts';

type Address = string;

export function addressOf(url: Address, database: string, node?: { host: string; port: number }): Address {
  const address = new URL(url);
  address.pathname = `/${database}`;
  if (node) [address.hostname, address.port] = [node.host, String(node.port)];
  return address.href;
}

async function run<Row extends pg.QueryResultRow>(url: Address, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function nodesOf(url: Address): Promise<{ host: string; port: number; coordinator: boolean }[]> {
  return run(
    url,
    `select nodename as host, nodeport as port, groupid = 0 as coordinator from pg_dist_node order by groupid`,
  );
}

async function onEachNode(url: Address, ...statements: string[]): Promise<void> {
  await Promise.all(
    (await nodesOf(url)).map(({ host, port }) =>
      run(addressOf(url, 'postgres', { host, port }), ...statements),
    ),
  );
}

/** Allows cloning: PostgreSQL refuses to clone a database with connections, and Citus keeps one open. */
const released = (name: string) => [
  `alter database ${name} with allow_connections false`,
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
];

async function digestOfMigrations(): Promise<string> {
  const migrations = await readMigrations(resolve(import.meta.dirname, '../../server/migrations'));
  return createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
}

export async function ensureDistributedTemplate(url: Address): Promise<string> {
  const name = `template_${await digestOfMigrations()}`;
  const there = await run(url, `select from pg_database where datname = '${name}' and not datallowconn`);
  if (there.length > 0) return name;
  await onEachNode(url, `drop database if exists ${name} with (force)`, `create database ${name}`);
  const nodes = await nodesOf(url);
  for (const node of nodes) await run(addressOf(url, name, node), 'create extension citus');
  const template = addressOf(url, name);
  for (const { host, port, coordinator } of nodes)
    await run(
      template,
      coordinator
        ? `select citus_set_coordinator_host('${host}', ${port})`
        : `select citus_add_node('${host}', ${port})`,
    );
  const pool = new pg.Pool({ connectionString: template, max: 3 });
  const database = databaseOver(pool, { embedded: false });
  try {
    await migrate(pool);
    await installJobs(pool);
    await distribute(database, () => {});
  } finally {
    await database.close();
  }
  await onEachNode(url, ...released(name));
  return name;
}

export async function cloneDistributed(url: Address, template: string, name: string): Promise<void> {
  await onEachNode(
    url,
    ...released(template),
    `create database ${name} template ${template} strategy file_copy`,
  );
}

/** PostgreSQL error code `object_in_use`: the database still has connections. */
const inUse = '55006';

export async function dropDistributed(url: Address, name: string, attempts = 5): Promise<void> {
  try {
    await onEachNode(
      url,
      // Citus's daemon would reconnect during the drop; after a failed attempt some nodes no longer have the database
      `update pg_database set datallowconn = false where datname = '${name}'`,
      `drop database if exists ${name} with (force)`,
    );
  } catch (error) {
    // on a busy machine a process may need longer to end than PostgreSQL waits
    if (attempts <= 1 || (error as { code?: string }).code !== inUse) throw error;
    await dropDistributed(url, name, attempts - 1);
  }
}
