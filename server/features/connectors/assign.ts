import { readPhone } from '@mailcall/contract/rules/phone.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { Connection } from './connections.ts';
import type { KindHandler } from './kind-handler.ts';
import { storeAssignment, unparkReference } from './parked.ts';

/** Meaning of a reference, given by an operator. */
export interface WantedAssignment {
  /** A number that was called, or what an event of the mail says of its mailing. */
  reference: string;
  /** Id of a tracking line or of a mailing, as the kind says. */
  targetId: string;
  /** The account of the target, where several have one with this id. */
  accountId?: string | undefined;
}

/**
 * Stores what a reference means, and lets what is parked under it be worked off again, where it can be.
 * @returns the account, and how many calls or events are worked off
 * @throws {OperatorProblem} when there is no such tracking line or mailing, or several
 */
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
  if (handler.reworkParked)
    return { accountId, reworked: await handler.reworkParked(transaction, { connection, reference, now }) };
  await unparkReference(transaction, { connection: connection.name, reference });
  return { accountId, reworked: 0 };
}
