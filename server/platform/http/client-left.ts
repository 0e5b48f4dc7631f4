import type { FastifyReply } from 'fastify';
import { Problem } from './problems.ts';

/** Proxies log this as 499. */
const hasLeft = () => new Problem(499, 'The request was abandoned.');

/** Aborts when the client disconnects early, with a problem that does not count as a server error. */
export function clientLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(hasLeft());
  });
  return left.signal;
}
