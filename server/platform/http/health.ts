import type { FastifyInstance } from 'fastify';
import { withinTime } from '../time-limit.ts';

/** What health is found out with. */
interface HealthOptions {
  release: string;
  /** Whether the database answers; it has to say so in time. */
  isReachable: () => Promise<boolean>;
  /** Warnings for the operator, though the process works; not collected while the database does not answer. */
  warnings: () => Promise<string[]>;
}

/** Milliseconds in which the warnings have to be read: health is answered also while every connection is in use. */
const warningsLimit = 2_000;
const unreadWarnings = 'Other warnings could not be read: the database is too busy.';

/** Serves `GET /health`: 200 when the process can do its work, 503 when the database does not answer. */
export function serveHealth(app: FastifyInstance, { release, isReachable, warnings }: HealthOptions): void {
  app.get('/health', async (_request, reply) => {
    const reachable = await isReachable();
    const found = reachable
      ? await withinTime(warningsLimit, warnings(), () => new Error(unreadWarnings)).catch(() => [
          unreadWarnings,
        ])
      : [];
    return reply
      .status(reachable ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: reachable ? 'ok' : 'unavailable',
        release,
        database: reachable ? 'reachable' : 'unreachable',
        warnings: found,
      });
  });
}
