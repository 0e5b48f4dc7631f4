import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { FastifyReply } from 'fastify';

/**
 * What a handler answers that has the JSON of its reply already, such as to remember it: a leaderboard of two hundred offices has a
 * megabyte, which would be written a second time.
 */
export class SerializedReply<Reply> {
  /** The reply as JSON. */
  readonly text: string;
  /** Only tells replies of different routes apart. */
  declare readonly reply?: Reply;

  constructor(text: string) {
    this.text = text;
  }
}

/** Sends it as it is, in the envelope unless the route's format is `plain`. */
export const sendSerialized = (
  reply: FastifyReply,
  { text }: SerializedReply<unknown>,
  format: AnyRoute['replyFormat'],
): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(format === 'plain' ? text : `{"status":"success","data":${text}}`);
