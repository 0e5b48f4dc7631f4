import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { Gauge, Registry } from 'prom-client';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { measureProcess, processMetrics } from '../../platform/process-metrics.ts';
import { release } from '../../platform/env.ts';
import { equalTexts } from '../../platform/signed-texts.ts';
import { withinTime } from '../../platform/time-limit.ts';
import { RecordMetrics } from './record-metrics.ts';

/** Prometheus waits for ten seconds. */
const readLimit = seconds(5);

interface MetricsDependencies extends Pick<Dependencies, 'environment' | 'clock' | 'log'> {
  database: Pick<Database, 'pool' | 'kysely'>;
  /** Absent in a process that does not serve the portal. */
  warnings?: (() => Promise<string[]>) | undefined;
}

const mayRead = ({ headers }: IncomingMessage, token: string | undefined): boolean =>
  token === undefined || equalTexts(`Bearer ${token}`, headers.authorization);

class MetricsReader {
  readonly #dependencies: MetricsDependencies;
  readonly #record = new RecordMetrics();
  readonly #registry = new Registry();
  readonly #up: Gauge;
  readonly #connections: Gauge<'state'>;
  readonly #maxConnections: Gauge;
  readonly #waiting: Gauge;
  readonly #warnings: Gauge | null;
  #reading: Promise<void> | null = null;

  constructor(dependencies: MetricsDependencies) {
    this.#dependencies = dependencies;
    const registers = [this.#registry];
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
    const build = new Gauge({
      name: 'mailcall_build_info',
      help: 'Always 1; the labels say which release runs.',
      labelNames: ['release', 'node', 'role'],
      registers,
    });
    const role = [...dependencies.environment.roles].toSorted().join(',');
    build.set({ release, node: process.versions.node, role }, 1);
    this.#up = gauge('mailcall_database_up', 'Whether the database answered: 1 or 0.');
    this.#connections = new Gauge({
      name: 'mailcall_database_connections',
      help: 'Connections of this process to the database, by state.',
      labelNames: ['state'],
      registers,
    });
    this.#maxConnections = gauge(
      'mailcall_database_connections_max',
      'The most connections that the process has at a time (DATABASE_CONNECTIONS).',
    );
    this.#waiting = gauge(
      'mailcall_database_waiting_requests',
      'Requests and jobs that wait for a free connection.',
    );
    this.#warnings = dependencies.warnings
      ? gauge('mailcall_health_warnings', 'Warnings that /health shows.')
      : null;
  }

  async #readRecord(): Promise<void> {
    const { database, clock, warnings } = this.#dependencies;
    await this.#record.read(database.kysely, clock);
    if (warnings) this.#warnings?.set((await warnings()).length);
  }

  async read(): Promise<string> {
    const { pool } = this.#dependencies.database;
    this.#maxConnections.set(pool.options.max);
    this.#connections.set({ state: 'in use' }, pool.totalCount - pool.idleCount);
    this.#connections.set({ state: 'idle' }, pool.idleCount);
    this.#waiting.set(pool.waitingCount);
    // one at a time, even if the database takes longer than Prometheus waits
    this.#reading ??= this.#readRecord().finally(() => {
      this.#reading = null;
    });
    const isUp = await withinTime(readLimit, this.#reading, () => new Error('late')).then(
      () => true,
      () => false,
    );
    this.#up.set(isUp ? 1 : 0);
    const registries = [processMetrics, this.#registry, ...(isUp ? [this.#record.registry] : [])];
    return Registry.merge(registries).metrics();
  }
}

/** Serves `GET /metrics` at METRICS_HOST and METRICS_PORT; null without a port. Throws OperatorProblem when the port cannot be used. */
export async function serveMetrics(
  dependencies: MetricsDependencies,
): Promise<{ url: string; close(): Promise<void> } | null> {
  const { metricsHost: host, metricsPort: port, metricsToken } = dependencies.environment;
  if (port === undefined) return null;
  const reader = new MetricsReader(dependencies);
  measureProcess();
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          ...headers,
        })
        .end(text);
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      answer(404, 'There is only /metrics here.\n');
    } else if (!mayRead(request, metricsToken)) {
      answer(401, 'Send METRICS_TOKEN as a bearer token.\n', { 'www-authenticate': 'Bearer' });
    } else {
      reader.read().then(
        (text) => answer(200, text, { 'content-type': processMetrics.contentType }),
        (error: unknown) => {
          dependencies.log.error({ err: error }, 'the metrics could not be read');
          answer(500, 'The metrics could not be read; the log says why.\n');
        },
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new OperatorProblem(`METRICS_PORT ${port} of ${host} cannot be used: ${error.code}.`)),
    );
    server.listen({ host, port }, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
