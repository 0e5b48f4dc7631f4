import type { FastifyInstance } from 'fastify';
import { timeLimit } from '../time-limit.ts';

/**
 * Reads and throws away what is left of a request that was answered before all of it had come, such as an upload that is refused
 * or for which a disk is full. Many clients read an answer only when they have sent everything: closing the connection would take it
 * from them, and leaving the rest unread would hold the connection, and the next request on it, for minutes. One that goes on sending
 * for longer is cut off.
 * @param restTimeout milliseconds in which the rest has to arrive
 */
export function discardUnreadBodies(app: FastifyInstance, restTimeout: number): void {
  app.addHook('onResponse', async ({ raw }, reply) => {
    // what tests inject is never complete, and ends when it was read
    if (raw.complete || raw.readableEnded) return;
    // whoever destroys a request leaves its connection to us
    if (raw.destroyed) {
      reply.raw.socket?.destroySoon();
      return;
    }
    const clear = timeLimit(restTimeout, () => raw.destroy());
    raw.once('close', clear).once('end', clear);
    // a reader that has stopped in the middle still listens
    raw.removeAllListeners('readable').resume();
  });
}
