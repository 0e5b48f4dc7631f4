import { minutes } from '@mailcall/contract/time/durations.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import type { Envelope } from '@mailcall/contract/wire/envelope.ts';
import { Histogram } from 'prom-client';
import { processMetrics } from '../process-metrics.ts';
import { asProblem, type Problem } from './problems.ts';
import { checkHeaders } from './request-headers.ts';
import { checkQueryLength, decode } from './request-query.ts';
import { closeSlowReaders, type ReaderLimits } from './slow-readers.ts';
import { discardUnreadBodies } from './unread-body.ts';

const requestDuration = new Histogram({
  name: 'mailcall_http_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its answer, without streams of changes.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [processMetrics],
});

/** For a request line with ten thousand accounts. {@link checkHeaders} limits each header to less. */
const maxHeaderSize = 1024 * 1024;

/** Sign-in and token forms. Routes for signed-in users accept more. */
const largestAnonymousBody = 16 * 1024;

/** Milliseconds; then Mailcall answers 408 and closes the connection. */
export interface RequestTimeouts {
  headers: number;
  /** Enough for the largest feed file, 200 MB, at 3 Mbit/s. */
  whole: number;
  rest: number;
  checkEvery: number;
}

const defaultTimeouts: RequestTimeouts = {
  headers: 20_000,
  whole: minutes(10),
  rest: 20_000,
  checkEvery: 5_000,
};

/** No stack trace, SQL or path leaves it. */
export async function createHttpServer(
  log: FastifyBaseLogger,
  options: { trustProxy: boolean; timeouts?: RequestTimeouts; readers?: ReaderLimits },
): Promise<FastifyInstance> {
  const { headers, whole, rest, checkEvery } = options.timeouts ?? defaultTimeouts;
  const app = Fastify({
    loggerInstance: log,
    // Fastify's own request log contains whole URLs
    logController: new LogController({ disableRequestLogging: true }),
    // one proxy: trust only the address it adds, since a client can forge earlier ones
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: largestAnonymousBody,
    forceCloseConnections: 'idle',
    // clients that send single bytes would otherwise hold connections and memory forever
    requestTimeout: whole,
    http: { maxHeaderSize, headersTimeout: headers, connectionsCheckingInterval: checkEvery },
    // an unreadable URL is answered before any hook and error handler
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const problem = asProblem(error, request);
      void reply.status(problem.statusCode).header('cache-control', 'no-store').send(inEnvelope(problem));
    },
    // each route decodes its own query after identifying the viewer
    routerOptions: { querystringParser: () => ({}), maxParamLength: 4096 },
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: largestAnonymousBody },
    async (_request: FastifyRequest, form: string) => decode(form),
  );
  // before the cookie hook, which reads a header
  app.addHook('onRequest', async (request) => checkHeaders(request));
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });

  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request);
    return reply.headers(problem.headers).status(problem.statusCode).send(inEnvelope(problem));
  });

  app.addHook('onRequest', async (request) => checkQueryLength(request));
  closeSlowReaders(app, options.readers);

  // overrides cache headers and tags that a route has already set
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 400) reply.removeHeader('etag').header('cache-control', 'no-store');
  });

  discardUnreadBodies(app, rest);

  // logs the route's pattern, because URLs contain codes, signatures and search words
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    const labels = {
      method,
      route: routeOptions.url ?? 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    // a stream lasts as long as its reader wants
    const isStream = String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream');
    if (!isStream) requestDuration.observe(labels, reply.elapsedTime / 1000);
    request.log.info({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms }, 'answered');
  });
  return app;
}

/** Omits Fastify's log line; the program prints the address instead. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const { level } = app.log;
  app.log.level = 'silent';
  try {
    await app.listen({ host, port });
  } finally {
    app.log.level = level;
  }
}

export function inEnvelope(problem: Problem): Envelope {
  return { status: problem.kind, message: problem.message, data: problem.data };
}
