import type { Queryable } from '../../platform/database.ts';
import { type Connection, park } from '../connections/index.ts';
import type { MailEvent, RecordedEvents } from './mail-event.ts';
import type { PieceKeys } from './piece-keys.ts';
import { recordMailEvents } from './record-mail-events.ts';

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
  const result = await recordMailEvents(transaction, { connectionId: name, kind }, events, { keys, now });
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
