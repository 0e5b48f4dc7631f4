import { type DeskTopic, deskTopics } from '@mailcall/contract/live.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';

/** Payload: the id of an account that has newer data. */
export const accountChangedChannel = 'account_changed';

export const designChangedChannel = 'design_changed';

export const changedDesignSchema = z.object({ id: z.string(), accountId: z.string(), revision: z.number() });
export type ChangedDesign = z.infer<typeof changedDesignSchema>;

export async function designChanged(transaction: Queryable, design: ChangedDesign): Promise<void> {
  await sql`select pg_notify(${designChangedChannel}, ${JSON.stringify(design)})`.execute(transaction);
}

export const deskChangedChannel = 'desk_changed';

/** Bytes of ids in a payload, whose limit is 8,000. */
const maxIdBytes = 7000;

export const changedDeskSchema = z.object({
  topic: z.enum(deskTopics),
  /** Null if the change is of no account, or of unknown ones: all desks read again. */
  accountIds: z.array(z.string()).nullable(),
});

/** Pages of the desk read the topic again when the transaction is committed. */
export async function deskChanged(
  transaction: Queryable,
  topic: DeskTopic,
  accountIds: Iterable<string> | null,
): Promise<void> {
  const payloads = accountIds === null ? [null] : inPayloads(accountIds);
  const texts = payloads.map((ids) => JSON.stringify({ topic, accountIds: ids }));
  if (texts.length > 0)
    await sql`select pg_notify(${deskChangedChannel}, text) from unnest(${texts}::text[]) as text`.execute(
      transaction,
    );
}

function inPayloads(accountIds: Iterable<string>): string[][] {
  const payloads: string[][] = [];
  let room = 0;
  for (const id of new Set(accountIds)) {
    const bytes = Buffer.byteLength(JSON.stringify(id)) + 1;
    if (bytes > room) {
      payloads.push([]);
      room = maxIdBytes;
    }
    payloads.at(-1)?.push(id);
    room -= bytes;
  }
  return payloads;
}
