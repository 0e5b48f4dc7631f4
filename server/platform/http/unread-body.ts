import type { FastifyInstance } from 'fastify';
import { timeLimit } from '../time-limit.ts';

/**
 * Reads and discards the rest of a request that was answered early, such as a refused upload. Many clients read a response
 * only after sending everything. Closing the connection would lose the response; leaving the rest unread would block the
 * connection for minutes. A client that keeps sending is cut off.
 * @param restTimeout milliseconds for the rest to arrive
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
