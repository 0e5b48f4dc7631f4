import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { FastifyReply } from 'fastify';

/** Reply that is JSON already. A leaderboard of 200 offices is a megabyte, which would be serialized twice. */
export class SerializedReply<Reply> {
  readonly text: string;
  /** Distinguishes replies of different routes in types only. */
  declare readonly reply?: Reply;

  constructor(text: string) {
    this.text = text;
  }
}

/** In the envelope, unless the route's format is `plain`. */
export const sendSerialized = (
  reply: FastifyReply,
  { text }: SerializedReply<unknown>,
  format: AnyRoute['replyFormat'],
): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(format === 'plain' ? text : `{"status":"success","data":${text}}`);
