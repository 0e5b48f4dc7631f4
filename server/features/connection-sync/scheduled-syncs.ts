import { atIntervals } from '../../platform/intervals.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { Turns } from '../../platform/turns.ts';
import { type Connection, countSecrets, listConnections } from '../connections/index.ts';
import { callSources } from '../vendor-apis/index.ts';
import { listProgress, type SyncKind, type SyncProgress } from './progress.ts';
import { type SyncDependencies, syncCalls, type SyncWindow } from './sync-calls.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Milliseconds between looks whether calls are to be read. */
const lookInterval = 60_000;
/** Connections that are read at a time; each takes a connection to PostgreSQL. */
const atOnce = 2;
/** Milliseconds that are read again each hour, and each night: scores come late. */
const readAgain = { hourly: 48 * hour, nightly: 30 * day } as const;
/** Hours of the day, in UTC, in which the nightly reading may begin: night in all of the United States. */
const nightHours = { from: 6, to: 10 };
/** Milliseconds after which the next nightly reading is due. */
const nightlyInterval = 20 * hour;

function isDue(kind: 'hourly' | 'nightly', before: SyncProgress | undefined, now: Date): boolean {
  const age = before ? now.getTime() - before.startedAt.getTime() : Infinity;
  if (kind === 'hourly') return age >= hour;
  const at = now.getUTCHours();
  return age >= nightlyInterval && at >= nightHours.from && at < nightHours.to;
}

/**
 * What is to be read of a connection now: what goes on, then what is due. An hourly reading begins where the one before has ended, when
 * that is longer ago than 48 hours.
 */
export function dueSyncs(progress: readonly SyncProgress[], now: Date): SyncWindow[] {
  const of = (kind: SyncKind) => progress.find((one) => one.kind === kind);
  const unfinished = progress.filter(({ endedAt }) => endedAt === null);
  const continued = unfinished.filter(({ resumeAt }) => resumeAt === null || resumeAt <= now);
  const due = (['hourly', 'nightly'] as const).flatMap((kind) => {
    const before = of(kind);
    if (before?.endedAt === null || !isDue(kind, before, now)) return [];
    const since = now.getTime() - readAgain[kind];
    return [{ kind, since: new Date(Math.min(since, before?.until.getTime() ?? since)), until: now }];
  });
  return [...continued.map(({ kind, since, until }) => ({ kind, since, until })), ...due];
}

/** Reads the calls of the connections again each hour and each night, and goes on with what was stopped, killed or refused. */
export class ScheduledSyncs {
  readonly #dependencies: SyncDependencies;
  readonly #stopping = new AbortController();
  readonly #turns = new Turns(atOnce);
  readonly #running = new Map<string, Promise<void>>();
  #end: (() => void) | undefined;

  constructor(dependencies: SyncDependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    const { log } = this.#dependencies;
    this.#end = atIntervals(
      async () => void (await this.look()),
      lookInterval,
      (error) => log.warn({ err: error }, 'the check for calls to be read failed'),
    );
  }

  /** Begins what is due, of each connection on its own. Returns what ends with the readings that run now. */
  async look(): Promise<{ ended: Promise<unknown> }> {
    for (const connection of await this.#connections()) {
      if (this.#running.has(connection.name) || this.#stopping.signal.aborted) continue;
      const running = this.#turns
        .run(() => this.#read(connection))
        .finally(() => this.#running.delete(connection.name));
      this.#running.set(connection.name, running);
    }
    return { ended: Promise.all(this.#running.values()) };
  }

  /** Connections with a key of an API that lists calls; of several to one account the first, since a key sees the whole account. */
  async #connections(): Promise<Connection[]> {
    const { database, clock } = this.#dependencies;
    const secrets = await countSecrets(database.kysely, clock.now());
    const withKey = (await listConnections(database.kysely)).filter(
      ({ name, kind, account }) => callSources[kind] && account !== null && secrets.has(`${name} api`),
    );
    const byAccount = Map.groupBy(withKey, ({ kind, account, origin }) =>
      JSON.stringify([kind, account, origin]),
    );
    return [...byAccount.values()].flatMap(([first]) => (first ? [first] : []));
  }

  async #read(connection: Connection): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    try {
      const progress = await listProgress(database.kysely, connection.name);
      for (const window of dueSyncs(progress, clock.now()))
        await syncCalls(this.#dependencies, connection, window, { signal });
    } catch (error) {
      if (signal.aborted) return;
      const { name } = connection;
      if (error instanceof OperatorProblem)
        log.warn({ connection: name, problem: error.message }, 'the calls of a connection could not be read');
      else log.error({ err: error, connection: name }, 'the calls of a connection could not be imported');
    }
  }

  /** Ends what is read now; it goes on with the next page after the next start. */
  async stop(): Promise<void> {
    this.#end?.();
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }
}
