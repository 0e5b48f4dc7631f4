import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Notifications } from '../../platform/notifications.ts';

/** The PostgreSQL channel that notifies every process of changed designs. */
const channel = 'design_changed';
const designEventSchema = z.object({ id: z.string(), revision: z.number() });

/** Seconds between heartbeats, so that proxies do not close an idle stream. */
const heartbeatInterval = 20;
/** Seconds after which every stream ends. */
const maxStreamSeconds = 300;

/** A design whose changes are streamed. */
export interface WatchedDesign {
  designId: string;
  /** Whether the reader still has access; checked before each event and heartbeat. */
  mayReceive: () => Promise<boolean>;
  /** Reads the present revision of the design. */
  revision: () => Promise<number>;
}

const eventOf = (event: { revision?: number }) => `event: changed\ndata: ${JSON.stringify(event)}\n\n`;

/** Notifies every process of a changed design when the transaction is committed. */
export async function designChanged(transaction: Queryable, id: string, revision: number): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ id, revision })})`.execute(transaction);
}

/**
 * Sends an event for each change of a design until the reader disconnects or loses access, the server stops or the
 * maximum time is over.
 */
export async function streamDesignEvents(
  notifications: Notifications,
  { designId, mayReceive, revision }: WatchedDesign,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  const endStream = () => void raw.end();
  const send = async (text: string) => {
    const mayStillReceive = await mayReceive();
    if (raw.writableEnded) return;
    if (mayStillReceive) raw.write(text);
    else endStream();
  };
  const closed = new Promise<void>((done) => raw.once('close', done));
  // events before the reply starts are dropped: the reply starts with an event of its own
  const stop = await notifications.listen(channel, (text) => {
    if (!raw.headersSent) return;
    // null: notifications were lost, perhaps of this design
    const event = text === null ? null : designEventSchema.parse(JSON.parse(text));
    if (event !== null && event.id !== designId) return;
    void send(eventOf(event ? { revision: event.revision } : {}));
  });
  reply.hijack();
  if (raw.destroyed) {
    stop();
    return;
  }
  raw.writeHead(200, {
    // the connection is not reused, so that a server that stops does not wait for it
    connection: 'close',
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  // the reader may have missed a change since its last request
  revision().then((now) => send(eventOf({ revision: now })), endStream);
  const beat = setInterval(() => void send(':\n\n'), heartbeatInterval * 1000);
  const end = setTimeout(endStream, maxStreamSeconds * 1000);
  notifications.closing.addEventListener('abort', endStream);
  if (notifications.closing.aborted) endStream();
  await closed;
  notifications.closing.removeEventListener('abort', endStream);
  clearInterval(beat);
  clearTimeout(end);
  stop();
}
