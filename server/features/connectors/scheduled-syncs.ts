import { atIntervals } from '../../platform/intervals.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { Turns } from '../../platform/turns.ts';
import { readCompaniesOf } from './companies.ts';
import { type Connection, listConnections } from './connections.ts';
import { updateCompanies } from './list-companies.ts';
import { connectionsWithApiKey } from './secrets.ts';
import { listProgress, type SyncKind, type SyncProgress } from './sync-progress.ts';
import { syncConnection, type SyncWindow } from './sync-connection.ts';
import { findSyncSource, type SyncDependencies, type SyncSource } from './sync-sources.ts';
import { hours, minutes } from '@mailcall/contract/time/durations.ts';

const hour = hours(1);

const lookInterval = minutes(1);
/** Maximum parallel readings; each takes a connection to PostgreSQL. */
const atOnce = 2;
/** UTC hours in which a nightly reading may begin: night in all of the United States. */
const nightHours = { from: 6, to: 10 };
const nightlyInterval = 20 * hour;
/** Milliseconds after which it is due at any hour, unless it must be at night: a new connection, or a portal that was off. */
const overdue = 28 * hour;

function isDue(
  kind: 'hourly' | 'nightly',
  before: SyncProgress | undefined,
  onlyAtNight: boolean,
  now: Date,
): boolean {
  const age = before ? now.getTime() - before.startedAt.getTime() : Infinity;
  if (kind === 'hourly') return age >= hour;
  if (!onlyAtNight && age >= overdue) return true;
  const at = now.getUTCHours();
  return age >= nightlyInterval && at >= nightHours.from && at < nightHours.to;
}

/** First interrupted readings, then new ones. An hourly one begins where the previous one ended, if that is longer ago than 48 hours. */
export function dueSyncs(
  progress: readonly SyncProgress[],
  { again, onlyAtNight }: Pick<SyncSource, 'onlyAtNight'> & { again: Partial<SyncSource['again']> },
  now: Date,
): SyncWindow[] {
  const of = (kind: SyncKind) => progress.find((one) => one.kind === kind);
  const unfinished = progress.filter(({ endedAt }) => endedAt === null);
  const continued = unfinished.filter(({ resumeAt }) => resumeAt === null || resumeAt <= now);
  const due = (['hourly', 'nightly'] as const).flatMap((kind) => {
    const before = of(kind);
    const length = again[kind];
    if (length === undefined || before?.endedAt === null || !isDue(kind, before, onlyAtNight, now)) return [];
    const since = now.getTime() - length;
    return [{ kind, since: new Date(Math.min(since, before?.until.getTime() ?? since)), until: now }];
  });
  return [...continued.map(({ kind, since, until }) => ({ kind, since, until })), ...due];
}

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
      (error) => log.warn({ err: error }, 'the check for what is to be read failed'),
    );
  }

  /** `ended` resolves with the readings that run now. */
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

  /** Connections with an API key. A call system's key sees the whole account, so only the first connection to an account counts. */
  async #connections(): Promise<Connection[]> {
    const { database, clock } = this.#dependencies;
    const withApiKey = await connectionsWithApiKey(database.kysely, clock.now());
    const withKey = (await listConnections(database.kysely)).flatMap((connection) => {
      const { name, account, isAgency, agency, pausedAt } = connection;
      const items = findSyncSource(connection.kind)?.items;
      const isComplete = items === 'pieces' || (items === 'calls' && (account !== null || isAgency));
      const isRead = isComplete && pausedAt === null && withApiKey.has(agency ?? name);
      return isRead ? [{ connection, items }] : [];
    });
    const byAccount = Map.groupBy(
      withKey,
      ({ connection: { name, kind, account, origin, isAgency, agency }, items }) =>
        JSON.stringify(items === 'calls' && !isAgency && agency === null ? [kind, account, origin] : name),
    );
    return [...byAccount.values()].flatMap(([first]) => (first ? [first.connection] : []));
  }

  async #read(connection: Connection): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    const { signal } = this.#stopping;
    const source = findSyncSource(connection.kind);
    if (signal.aborted || !source) return;
    try {
      const progress = await listProgress(database.kysely, connection.name);
      if (connection.isAgency && !(await this.#isAnyConfirmed(connection))) return;
      // one that joined an agency ends what it has begun
      const again = connection.agency === null ? source : { ...source, again: {} };
      for (const window of dueSyncs(progress, again, clock.now()))
        await syncConnection(this.#dependencies, connection, window, { signal });
    } catch (error) {
      if (signal.aborted) return;
      const { name } = connection;
      if (error instanceof OperatorProblem)
        log.warn({ connection: name, problem: error.message }, 'a connection could not be read');
      else log.error({ err: error, connection: name }, 'what was read of a connection could not be imported');
    }
  }

  /** Lists the companies each hour: also before any is confirmed. */
  async #isAnyConfirmed(connection: Connection): Promise<boolean> {
    const { database, clock } = this.#dependencies;
    const listed = connection.companiesListedAt?.getTime() ?? 0;
    if (clock.now().getTime() - listed >= hour)
      await updateCompanies(this.#dependencies, connection, this.#stopping.signal);
    return (await readCompaniesOf(database.kysely, connection)).size > 0;
  }

  /** Readings continue with the next page after the next start. */
  async stop(): Promise<void> {
    this.#end?.();
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }
}
