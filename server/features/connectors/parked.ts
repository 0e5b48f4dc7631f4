import { readPhone } from '@mailcall/contract/rules/phone.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { deskChanged } from '../changes/index.ts';
import { type Connection, listConnections } from './connections.ts';
import { type KindHandler, requireKind } from './kind-handler.ts';

const keptDays = 30;

/** Calls or events that name nothing known, by the reference that they name instead. */
export interface ParkedReference {
  connection: string;
  /** A called number, or what an event of the mail says of its mailing. */
  reference: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** An already parked one does not change. */
export async function park(
  transaction: Queryable,
  { connection, items }: { connection: string; items: readonly { reference: string; item: string }[] },
  now: Date,
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into connection_parked (connection, reference, item, parked_at)
    select ${connection}, reference, item, ${now}::timestamptz
    from unnest(${items.map(({ reference }) => reference.slice(0, 200))}::text[], ${items.map(({ item }) => item)}::text[])
      as parked (reference, item)
    on conflict do nothing`.execute(transaction);
  await deskChanged(transaction, 'inbox', null);
}

export async function unpark(
  transaction: Queryable,
  { connection, items }: { connection: string; items: readonly string[] },
): Promise<void> {
  await sql`
    delete from connection_parked where connection = ${connection} and item = any(${[...items]}::text[])`.execute(
    transaction,
  );
}

async function unparkReference(
  transaction: Queryable,
  { connection, reference }: { connection: string; reference: string },
): Promise<void> {
  await sql`delete from connection_parked where connection = ${connection} and reference = ${reference}`.execute(
    transaction,
  );
}

/** Latest first; of one connection, or of all that were not removed. */
export async function listParked(database: Queryable, connection?: string): Promise<ParkedReference[]> {
  const { rows } = await sql<ParkedReference>`
    select connection, reference, count(*)::int as count, min(parked_at) as "firstAt", max(parked_at) as "lastAt"
    from connection_parked join connections on connections.name = connection
    where removed_at is null and (${connection ?? null}::text is null or connection = ${connection ?? null})
    group by connection, reference order by "lastAt" desc, connection, reference`.execute(database);
  return rows;
}

export type AssignableReference = ParkedReference & { assignedTo: KindHandler['assignedTo'] };

/** As {@link listParked}, of all connections. */
export async function listAssignable(
  database: Queryable,
  handlers: readonly KindHandler[],
): Promise<AssignableReference[]> {
  const kinds = new Map((await listConnections(database)).map(({ name, kind }) => [name, kind]));
  return (await listParked(database)).map((parked) => ({
    ...parked,
    assignedTo: requireKind(handlers, kinds.get(parked.connection) ?? '').assignedTo,
  }));
}

export interface Assignment {
  accountId: string;
  /** A tracking line for calls, a mailing for events of the mail. */
  targetId: string;
}

export async function findAssignments(
  database: Queryable,
  connection: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Assignment>> {
  const { rows } = await sql<Assignment & { reference: string }>`
    select reference, account_id as "accountId", target_id as "targetId" from connection_assignments
    where connection = ${connection} and reference = any(${[...references]}::text[])`.execute(database);
  return new Map(rows.map(({ reference, ...assignment }) => [reference, assignment]));
}

export async function storeAssignment(
  transaction: Queryable,
  { connection, reference, accountId, targetId }: { connection: string; reference: string } & Assignment,
  now: Date,
): Promise<void> {
  await sql`
    insert into connection_assignments (connection, reference, account_id, target_id, created_at)
    values (${connection}, ${reference}, ${accountId}, ${targetId}, ${now})
    on conflict (connection, reference) do update
      set account_id = excluded.account_id, target_id = excluded.target_id, created_at = excluded.created_at`.execute(
    transaction,
  );
}

interface WantedAssignment {
  /** As in {@link ParkedReference}. */
  reference: string;
  targetId: string;
  /** Account of the target, needed if several have this id. */
  accountId?: string | undefined;
}

/** Also queues the parked items, if possible, and returns their number. @throws {OperatorProblem} if there is no such target, or several */
export async function assignReference(
  transaction: Queryable,
  handler: KindHandler,
  connection: Connection,
  { reference: given, targetId, accountId: wantedAccount }: WantedAssignment,
  now: Date,
): Promise<{ accountId: string; reworked: number }> {
  const reference = readPhone(given) ?? given.trim();
  const table = handler.assignedTo === 'mailing' ? 'campaigns' : 'tracking_lines';
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from ${sql.table(table)} where id = ${targetId} and not deleted
      and (${wantedAccount ?? null}::text is null or account_id = ${wantedAccount ?? null})
    order by account_id limit 2`.execute(transaction);
  const [target, ...others] = rows;
  if (!target) throw new OperatorProblem(`There is no ${handler.assignedTo} ${targetId.slice(0, 100)}.`);
  if (others.length > 0)
    throw new OperatorProblem(
      `Several accounts have a ${handler.assignedTo} ${targetId}. Name one by --account.`,
    );
  const { accountId } = target;
  await storeAssignment(transaction, { connection: connection.name, reference, accountId, targetId }, now);
  await deskChanged(transaction, 'inbox', null);
  if (handler.reworkParked)
    return { accountId, reworked: await handler.reworkParked(transaction, { connection, reference, now }) };
  await unparkReference(transaction, { connection: connection.name, reference });
  return { accountId, reworked: 0 };
}

export async function cleanParked(database: Queryable, now: Date): Promise<void> {
  await sql`
    delete from connection_parked where parked_at < ${new Date(now.getTime() - days(keptDays))}`.execute(
    database,
  );
}
