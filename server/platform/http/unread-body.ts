import type { FastifyInstance } from 'fastify';
import { timeLimit } from '../time-limit.ts';

/**
 * Many clients read an early response only after sending everything: closing the connection would lose the response, and leaving the rest
 * unread would block it for minutes. After `restTimeout` milliseconds the client is cut off.
 */
export function discardUnreadBodies(app: FastifyInstance, restTimeout: number): void {
  app.addHook('onResponse', async ({ raw }, reply) => {
    // injected test requests never become complete, but end when read
    if (raw.complete || raw.readableEnded) return;
    // the server must close the connection of a destroyed request
    if (raw.destroyed) {
      reply.raw.socket?.destroySoon();
      return;
    }
    const clear = timeLimit(restTimeout, () => raw.destroy());
    raw.once('close', clear).once('end', clear);
    // a reader that stopped early still has its listeners
    raw.removeAllListeners('readable').resume();
  });
}
