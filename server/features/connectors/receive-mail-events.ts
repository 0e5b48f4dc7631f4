import type { Queryable } from '../../platform/database.ts';
import type { Connection } from './connections.ts';
import { findAssignments, park } from './parked.ts';
import {
  type MailEvent,
  type RecordedEvents,
  type PieceKeys,
  recordMailEvents,
} from '../mail-tracking/index.ts';

/**
 * Records events that came by a connection, and parks those whose mailing is not known: what could name it, and how many there are.
 * Best a thousand at a time, and of one transaction together, so that two of them lock mailings in the same order.
 */
export async function receiveMailEvents(
  transaction: Queryable,
  { name, kind }: Pick<Connection, 'name' | 'kind'>,
  events: readonly MailEvent[],
  { keys, now }: { keys: PieceKeys; now: Date },
): Promise<RecordedEvents> {
  const source = {
    connectionId: name,
    kind,
    findAssignments: (references: readonly string[]) => findAssignments(transaction, name, references),
  };
  const result = await recordMailEvents(transaction, source, events, { keys, now });
  if (result.unknown.length > 0)
    await park(
      transaction,
      {
        connection: name,
        items: result.unknown.map(({ reference, event: { piece, state } }) => ({
          reference,
          item: `${keys.keyOf(piece).toString('base64url')} ${state}`,
        })),
      },
      now,
    );
  return result;
}
