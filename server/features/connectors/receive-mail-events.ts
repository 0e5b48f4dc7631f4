import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { notValid } from '../../platform/http/problems.ts';
import { retriedTransaction } from '../../platform/transactions.ts';
import { checkTexts } from '../../platform/storable-texts.ts';
import {
  isInTime,
  type MailEvent,
  openPieceKeys,
  type PieceKeys,
  recordMailEvents,
  type RecordedEvents,
} from '../mail-tracking/index.ts';
import type { Connection } from './connections.ts';
import type { KindWebhook, PostedEvent } from './kind-handler.ts';
import { findAssignments, park } from './parked.ts';
import type { Printer } from './printer.ts';

/** Parks events of unknown mailings. Best a thousand at a time in one transaction, so that concurrent ones lock in the same order. */
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

const opened = new WeakMap<Environment, Promise<PieceKeys>>();
function keysOf(environment: Environment): Promise<PieceKeys> {
  const keys = opened.get(environment) ?? openPieceKeys(environment);
  opened.set(environment, keys);
  return keys;
}

/** An unreadable body is answered 400 in a sentence that does not repeat it. */
async function readBody(
  system: string,
  read: () => MailEvent[] | Promise<MailEvent[]>,
): Promise<MailEvent[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof z.ZodError) {
      const path = error.issues[0]?.path.map(String).join('.') || 'body';
      throw notValid({ [path]: `This is not as ${system} sends it.` });
    }
    if (error instanceof SyntaxError) throw notValid({ body: 'Send JSON.' });
    throw error;
  }
}

export const mailWebhook = (
  system: string,
  {
    read,
    ...webhook
  }: Omit<KindWebhook, 'receive'> & {
    read: (event: PostedEvent, now: Date) => MailEvent[] | Promise<MailEvent[]>;
  },
): KindWebhook => ({
  ...webhook,
  async receive(transaction, { connection, now, environment, ...event }) {
    const events = await readBody(system, () => read(event, now));
    checkTexts(events.map(({ piece, campaignId }) => ({ piece, campaignId })));
    const keys = await keysOf(environment);
    await receiveMailEvents(transaction, connection, events, { keys, now });
  },
});

export interface RecordedPieces {
  /** Pieces of known mailings, including those that say nothing new. */
  recorded: number;
  /** Pieces that the post has not seen, or not within the last 90 days. */
  leftOut: number;
  parked: number;
  /** Fields that are not of the documented form, never their values. */
  rejections: string[];
}

/** Records a page of a printer's list. Scans and statuses count once, as if they had come by events; nothing else is stored. */
export async function recordPieces(
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
  connection: Pick<Connection, 'name' | 'kind'>,
  printer: Printer,
  pieces: readonly unknown[],
): Promise<RecordedPieces> {
  const now = clock.now();
  const rejections: string[] = [];
  const told = pieces.flatMap((piece) => {
    try {
      const events = printer.readPiece(piece, now);
      const inTime = events.filter((event) => isInTime(event, now));
      return inTime.length === 0 ? [] : [inTime];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      rejections.push(error.issues[0]?.path.map(String).join('.') || 'piece');
      return [];
    }
  });
  const keys = await openPieceKeys(environment);
  const { unknown } = await retriedTransaction(database, (transaction) =>
    receiveMailEvents(transaction, connection, told.flat(), { keys, now }),
  );
  const ofNoMailing = new Set(unknown.map(({ event }) => event.piece));
  const parked = told.filter(([event]) => event && ofNoMailing.has(event.piece)).length;
  return {
    recorded: told.length - parked,
    leftOut: pieces.length - rejections.length - told.length,
    parked,
    rejections,
  };
}
