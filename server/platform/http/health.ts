import type { FastifyInstance } from 'fastify';

/** What health is found out with. */
interface HealthMeans {
  release: string;
  /** Settles when the database answers, fails when it does not. */
  isReachable: () => Promise<unknown>;
  /** What an operator should see to, though the process does its work; not asked while the database does not answer. */
  warnings: () => Promise<string[]>;
}

/** Serves `GET /health`: 200 when the process can do its work, 503 when the database does not answer. */
export function serveHealth(app: FastifyInstance, { release, isReachable, warnings }: HealthMeans): void {
  app.get('/health', async (_request, reply) => {
    const found = await isReachable()
      .then(warnings)
      .catch(() => null);
    const reachable = found !== null;
    return reply
      .status(reachable ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: reachable ? 'ok' : 'unavailable',
        release,
        database: reachable ? 'reachable' : 'unreachable',
        warnings: found ?? [],
      });
  });
}
