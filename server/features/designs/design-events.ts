import { type QueryExecutorProvider, sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Notifications } from '../../platform/notifications.ts';

/** What PostgreSQL carries the news of designs by, to every process. */
const channel = 'design_changed';
const designEventSchema = z.object({ id: z.string(), revision: z.number() });

/** Seconds between signs of life, so that nothing on the way thinks the stream has died. */
const heartbeat = 20;
/** Seconds after which a stream ends, whoever reads it. */
const maxStreamSeconds = 300;

/** A design that somebody listens to. */
export interface WatchedDesign {
  designId: string;
  /** Asked before each event and each sign of life. */
  mayReceive: () => Promise<boolean>;
  /** The design's revision at the moment. */
  revision: () => Promise<number>;
}

const eventOf = (event: { revision?: number }) => `event: changed\ndata: ${JSON.stringify(event)}\n\n`;

/** Says that a design has changed, when the transaction is committed. */
export async function designChanged(
  transaction: QueryExecutorProvider,
  id: string,
  revision: number,
): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ id, revision })})`.execute(transaction);
}

/**
 * Sends an event for each change of a design until the reader goes or may not hear it any more, the server stops or the
 * time is over.
 */
export async function streamDesignEvents(
  notifications: Notifications,
  { designId, mayReceive, revision }: WatchedDesign,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  const endStream = () => void raw.end();
  const send = async (text: string) => {
    const may = await mayReceive();
    if (raw.writableEnded) return;
    if (may) raw.write(text);
    else endStream();
  };
  const closed = new Promise<void>((done) => raw.once('close', done));
  // until the answer has begun, news are none: it begins with an event of its own
  const stop = await notifications.listen(channel, (text) => {
    if (!raw.headersSent) return;
    // no text: some news may have been missed, perhaps of this design
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
    // the connection is not used again: a server that stops need not wait for it
    connection: 'close',
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  // whoever reads may have missed a change between its last answer and now
  revision().then((now) => send(eventOf({ revision: now })), endStream);
  const beat = setInterval(() => void send(':\n\n'), heartbeat * 1000);
  const end = setTimeout(endStream, maxStreamSeconds * 1000);
  notifications.closing.addEventListener('abort', endStream);
  if (notifications.closing.aborted) endStream();
  await closed;
  notifications.closing.removeEventListener('abort', endStream);
  clearInterval(beat);
  clearTimeout(end);
  stop();
}
