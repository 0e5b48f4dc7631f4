import { type QueryExecutorProvider, sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Notifications } from '../../platform/notifications.ts';

/** What PostgreSQL carries the news of designs by, to every process. */
const channel = 'design_changed';
const newsSchema = z.object({ id: z.string(), revision: z.number() });

/** Seconds between signs of life, so that nothing on the way thinks the stream has died. */
const heartbeat = 20;
/** Seconds after which a stream ends, whoever reads it. */
const longestStream = 300;

/** A design that somebody listens to. */
export interface WatchedDesign {
  designId: string;
  /** Asked before each event and each sign of life. */
  mayHear: () => Promise<boolean>;
  /** The design's revision at the moment. */
  revision: () => Promise<number>;
}

const eventOf = (news: { revision?: number }) => `event: changed\ndata: ${JSON.stringify(news)}\n\n`;

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
  { designId, mayHear, revision }: WatchedDesign,
  reply: FastifyReply,
): Promise<void> {
  const { raw } = reply;
  const leave = () => void raw.end();
  const tell = async (text: string) => {
    const may = await mayHear();
    if (raw.writableEnded) return;
    if (may) raw.write(text);
    else leave();
  };
  const closed = new Promise<void>((done) => raw.once('close', done));
  // until the answer has begun, news are none: it begins with an event of its own
  const stop = await notifications.listen(channel, (text) => {
    if (!raw.headersSent) return;
    // no text: some news may have been missed, perhaps of this design
    const news = text === null ? null : newsSchema.parse(JSON.parse(text));
    if (news !== null && news.id !== designId) return;
    void tell(eventOf(news ? { revision: news.revision } : {}));
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
  revision().then((now) => tell(eventOf({ revision: now })), leave);
  const beat = setInterval(() => void tell(':\n\n'), heartbeat * 1000);
  const end = setTimeout(leave, longestStream * 1000);
  notifications.closing.addEventListener('abort', leave);
  if (notifications.closing.aborted) leave();
  await closed;
  notifications.closing.removeEventListener('abort', leave);
  clearInterval(beat);
  clearTimeout(end);
  stop();
}
