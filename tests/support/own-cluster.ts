import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { processesIn } from '../../server/platform/postgres/lock-file.ts';
import { databaseUser, type SystemUser } from '../../server/platform/postgres/system-user.ts';
import { addressOf, cloneDistributed, ensureDistributedTemplate } from './citus-cluster.ts';
import { killPostgresIn } from './kill-processes.ts';
import { freePort, temporaryFolder } from './programs.ts';

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '50',
  max_locks_per_transaction: '256',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  // commits survive killed processes even so
  fsync: 'off',
  'citus.shard_count': '4',
  'citus.recover_2pc_interval': '1s',
};

interface OwnNode {
  readonly port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  read<Row extends pg.QueryResultRow>(database: string, statement: string): Promise<Row[]>;
}

async function read<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const urlOf = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

async function ownNode(binaries: string, user: SystemUser | null): Promise<OwnNode> {
  const folder = await temporaryFolder();
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  // without the user's home, where the nodes would look for certificates
  const run = { ...identity, cwd: '/', env: { LC_ALL: 'C', PATH: process.env['PATH'] } };
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initialize = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  await promisify(execFile)(join(binaries, 'initdb'), initialize, run);
  const port = await freePort();
  const options = Object.entries({ ...settings, port: String(port) });
  const kill = async () => {
    killPostgresIn(data);
    await expect.poll(() => processesIn(data)).toEqual([]);
  };
  onTestFinished(kill);
  return {
    port,
    kill,
    read: (database, statement) => read(urlOf(port, database), statement),
    async start() {
      const started = spawn(
        join(binaries, 'postgres'),
        ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...run, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      await once(started, 'spawn');
      started.stderr.resume();
      await expect.poll(() => read(urlOf(port, 'postgres'), 'select 1').catch(() => null)).not.toBeNull();
    },
  };
}

/** A Citus cluster for one test, with a migrated, empty database. */
export interface OwnCluster {
  readonly url: string;
  readonly database: string;
  readonly coordinator: OwnNode;
  readonly workers: readonly OwnNode[];
}

/** `installed`: URL of a local server whose PostgreSQL has Citus. */
export async function ownCluster(installed: string): Promise<OwnCluster> {
  const [found] = await read<{ folder: string }>(
    installed,
    `select setting as folder from pg_config where name = 'BINDIR'`,
  );
  const user = await databaseUser('/nowhere');
  const make = () => ownNode(found?.folder ?? '', user);
  const [coordinator, ...workers] = [await make(), await make(), await make()];
  for (const node of [coordinator, ...workers]) {
    await node.start();
    await node.read('postgres', 'create extension citus');
  }
  await coordinator.read('postgres', `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers)
    await coordinator.read('postgres', `select citus_add_node('127.0.0.1', ${port})`);
  const administered = urlOf(coordinator.port, 'postgres');
  const database = 'portal';
  await cloneDistributed(administered, await ensureDistributedTemplate(administered), database);
  return { url: addressOf(administered, database), database, coordinator, workers };
}
