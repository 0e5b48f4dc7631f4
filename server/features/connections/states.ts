import type { Queryable } from '../../platform/database.ts';
import { type Connection, listConnections } from './connections.ts';
import type { EventCounts, KindHandler } from './kinds.ts';
import { listParked } from './parked.ts';
import { countSecrets } from './secrets.ts';

/** A connection and what is in it. */
export interface ConnectionState extends Connection, EventCounts {
  /** Its valid secrets, such as `webhook` and `api (2)` while one takes the place of another. */
  secrets: string[];
  /** How many calls or events of it name nothing that is known. */
  parked: number;
}

const nothing: EventCounts = { waiting: 0, oldestAt: null, problem: null, failed: 0, leftOut: 0 };

/** The connections with their secrets, and how much waits, failed or is parked; without those that were removed unless they are wanted. */
export async function connectionStates(
  database: Queryable,
  handlers: readonly KindHandler[],
  now: Date,
  options: { removed?: boolean } = {},
): Promise<ConnectionState[]> {
  const connections = await listConnections(database, options);
  const secrets = await countSecrets(database, now);
  const parked = Map.groupBy(await listParked(database), ({ connection }) => connection);
  const counts = new Map<string, EventCounts>();
  for (const handler of handlers)
    for (const [name, count] of (await handler.countEvents?.(database)) ?? []) counts.set(name, count);
  return connections.map((connection) => ({
    ...connection,
    ...(counts.get(connection.name) ?? nothing),
    parked: (parked.get(connection.name) ?? []).reduce((sum, { count }) => sum + count, 0),
    secrets: ['webhook', 'api'].flatMap((purpose) => {
      const count = secrets.get(`${connection.name} ${purpose}`) ?? 0;
      return count === 0 ? [] : [count === 1 ? purpose : `${purpose} (${count})`];
    }),
  }));
}

/** Milliseconds that an event may wait before an operator is told. */
const lateAfter = 60 * 60_000;

const events = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'event' : 'events'}`;

/** Warnings for `/health`: what waits for long or could not be imported, and connections without secrets. */
export async function connectionWarnings(
  database: Queryable,
  handlers: readonly KindHandler[],
  now: Date,
): Promise<string[]> {
  const states = await connectionStates(database, handlers, now);
  return states.flatMap(({ name, secrets, waiting, oldestAt, problem, failed }) => [
    ...(secrets.length > 0
      ? []
      : [
          `The connection ${name} has no secrets, so that nothing comes by it: npm run cli -- connections rotate ${name}`,
        ]),
    ...(waiting > 0 && oldestAt !== null && now.getTime() - oldestAt.getTime() > lateAfter
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
