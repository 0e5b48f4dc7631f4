import { counted } from '@mailcall/contract/rules/rates.ts';
import type { Queryable } from '../../platform/database.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';
import { countCompanies } from './companies.ts';
import { type Connection, listConnections } from './connections.ts';
import type { EventCounts, KindHandler } from './kind-handler.ts';
import { connectionsWithOwnMapping } from './mappings.ts';
import { listParked } from './parked.ts';
import { countOpenedSecrets, type SecretPurpose, unopenedSecret } from './secrets.ts';
import { listProgress } from './sync-progress.ts';
import { days, hours } from '@mailcall/contract/time/durations.ts';

interface StateDependencies {
  database: Queryable;
  sealedTexts: SealedTexts;
}

export interface ConnectionState extends Connection, EventCounts {
  /** Such as `webhook`, `api (2)` during a rotation, and `webhook (cannot be opened)`. */
  secrets: string[];
  /** Purposes whose secrets can all not be opened. */
  unopened: SecretPurpose[];
  hasOwnMapping: boolean;
  /** Calls or events that name nothing known. */
  parked: number;
  /** Why companies could not be listed, or calls or pieces not be read, last. */
  failure: string | null;
  /** End of the newest complete reading. */
  lastReadAt: Date | null;
}

const purposes: readonly SecretPurpose[] = ['webhook', 'api'];

const nothing: EventCounts = { waiting: 0, oldestAt: null, problem: null, failed: 0, gone: 0, leftOut: 0 };

async function readings(database: Queryable) {
  const byConnection = Map.groupBy(await listProgress(database), ({ connection }) => connection);
  return ({ name, companiesProblem }: Connection) => {
    const all = byConnection.get(name) ?? [];
    const ends = all.flatMap(({ endedAt }) => (endedAt ? [endedAt.getTime()] : []));
    const stopped = all.find(({ endedAt, failure }) => endedAt === null && failure !== null);
    return {
      failure: companiesProblem ?? stopped?.failure ?? null,
      lastReadAt: ends.length > 0 ? new Date(Math.max(...ends)) : null,
    };
  };
}

export async function connectionStates(
  { database, sealedTexts }: StateDependencies,
  handlers: readonly KindHandler[],
  now: Date,
  options: { removed?: boolean } = {},
): Promise<ConnectionState[]> {
  const connections = await listConnections(database, options);
  const secrets = await countOpenedSecrets(database, sealedTexts, now);
  const parked = Map.groupBy(await listParked(database), ({ connection }) => connection);
  const readingOf = await readings(database);
  const withOwnMapping = await connectionsWithOwnMapping(database);
  const counts = new Map<string, EventCounts>();
  for (const handler of handlers)
    for (const [name, count] of (await handler.countEvents?.(database)) ?? []) counts.set(name, count);
  return connections.map((connection) => {
    const secretsFor = (purpose: SecretPurpose) => secrets.get(`${connection.name} ${purpose}`);
    return {
      ...connection,
      ...(counts.get(connection.name) ?? nothing),
      ...readingOf(connection),
      hasOwnMapping: withOwnMapping.has(connection.name),
      parked: (parked.get(connection.name) ?? []).reduce((sum, { count }) => sum + count, 0),
      secrets: purposes.flatMap((purpose) => {
        const count = secretsFor(purpose);
        if (!count) return [];
        if (count.opened === 0) return [`${purpose} (cannot be opened)`];
        return [count.opened === 1 ? purpose : `${purpose} (${count.opened})`];
      }),
      unopened: purposes.filter((purpose) => secretsFor(purpose)?.opened === 0),
    };
  });
}

const lateAfter = hours(1);
const pausedTooLong = days(7);

const events = (count: number) => counted(count, 'event');

/** For `/health`: late or failed events, and connections without usable secrets. */
export async function connectionWarnings(
  dependencies: StateDependencies,
  handlers: readonly KindHandler[],
  now: Date,
): Promise<string[]> {
  const states = await connectionStates(dependencies, handlers, now);
  const companies = await countCompanies(dependencies.database);
  return states.flatMap(({ name, secrets, unopened, waiting, oldestAt, problem, failed, pausedAt }) => [
    ...((companies.get(name)?.waiting ?? 0) > 0
      ? [
          `Companies of the connection ${name} wait for a decision: npm run cli -- connections companies ${name}`,
        ]
      : []),
    ...(pausedAt !== null && now.getTime() - pausedAt.getTime() > pausedTooLong
      ? [
          `The connection ${name} is paused since ${pausedAt.toISOString().slice(0, 10)}, and events are kept for 30 days: npm run cli -- connections resume ${name}`,
        ]
      : []),
    ...(secrets.length > 0
      ? []
      : [
          `The connection ${name} has no secrets, so that nothing comes by it: npm run cli -- connections rotate ${name}`,
        ]),
    ...unopened.map((purpose) => unopenedSecret(name, purpose)),
    ...(pausedAt === null &&
    waiting > 0 &&
    oldestAt !== null &&
    now.getTime() - oldestAt.getTime() > lateAfter
      ? [
          `${events(waiting)} of the connection ${name} ${waiting === 1 ? 'waits' : 'wait'} for more than an hour${problem ? `: ${problem}` : ''}`,
        ]
      : []),
    ...(failed > 0
      ? [
          `${events(failed)} of the connection ${name} could not be imported: npm run cli -- connections failed ${name}`,
        ]
      : []),
  ]);
}
