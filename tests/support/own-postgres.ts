import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type EmbeddedPostgres, useEmbeddedPostgres } from '../../server/platform/postgres/index.ts';
import { processesIn } from '../../server/platform/postgres/lock-file.ts';
import { migratedDataFolder } from './data-folder.ts';

/** A PostgreSQL of the test's own, with a migrated and empty database, that can be stopped, frozen and killed. */
export interface OwnPostgres {
  /** The address of the database, which stays the same. */
  readonly url: string;
  /** The number of its first process. */
  pid(): number;
  /** The numbers of all of its processes, lowest first. */
  processes(): number[];
  /** Runs one statement on a connection of its own. */
  run(statement: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops every process with SIGSTOP; returns how many there are. */
  freeze(): number;
  thaw(): void;
}

/**
 * Starts a PostgreSQL of the test's own. One that is killed is started again after about a second, as a service manager does.
 * @param options.durable what was committed stays when it is killed; off by default
 */
export async function ownPostgres(options: { durable?: boolean } = {}): Promise<OwnPostgres> {
  const durable = options.durable ?? false;
  const folder = await migratedDataFolder();
  const open = () => useEmbeddedPostgres(folder, { durable, startTimeout: 60_000 });
  let cluster: EmbeddedPostgres | null = await open();
  const url = cluster.url('mailcall');
  const processes = () =>
    processesIn(`${folder}/postgres/data`)
      .map(({ pid }) => pid)
      .sort((one, other) => one - other);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    const numbers = processes();
    // the first process first: it would start others
    for (const pid of numbers) process.kill(pid, name);
    return numbers.length;
  };
  onTestFinished(async () => {
    signal('SIGCONT');
    await cluster?.close();
  });
  return {
    url,
    pid: () => cluster?.pid ?? 0,
    processes,
    async run(statement) {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(statement).finally(() => client.end());
    },
    async stop() {
      await cluster?.close();
      cluster = null;
    },
    async start() {
      cluster = await open();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
  };
}
