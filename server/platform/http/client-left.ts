import type { FastifyReply } from 'fastify';
import { Problem } from './problems.ts';

/** Nobody is left to answer; proxies count it under this status. */
const hasLeft = () => new Problem(499, 'The request was abandoned.');

/** Aborted when the client disconnects before it has its answer, with a problem that is no error of the server. */
export function clientLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(hasLeft());
  });
  return left.signal;
}
