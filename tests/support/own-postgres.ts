import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type EmbeddedPostgres, useEmbeddedPostgres } from '../../server/platform/postgres/index.ts';
import { processesIn } from '../../server/platform/postgres/lock-file.ts';
import { migratedDataFolder } from './data-folder.ts';

/** A PostgreSQL for one test, with a migrated, empty database. A test can stop, freeze and kill it. */
export interface OwnPostgres {
  /** Database URL; stays the same after a restart. */
  readonly url: string;
  pid(): number;
  processes(): number[];
  run(statement: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Sends SIGSTOP to every process; returns their number. */
  freeze(): number;
  thaw(): void;
}

/** After a kill it restarts within about a second, as under a service manager. With `durable`, commits survive a kill. */
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
    // the postmaster first: it would start new processes
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
