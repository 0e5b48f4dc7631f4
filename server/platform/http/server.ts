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

/** Room for a request line that names ten thousand accounts; each header has much less, see {@link checkHeaders}. */
const maxHeaderSize = 1024 * 1024;

/** Room for the body of anybody: for signing in, and the form of the token endpoint. Routes of people who are signed in take more. */
const largestAnonymousBody = 16 * 1024;

/** How long a client may take to send a request, in milliseconds; then it is answered 408 and its connection closed. */
export interface RequestTimeouts {
  /** For its line and headers. */
  headers: number;
  /** For all of it: 200 MB, the largest file of a feed, at 3 Mbit/s. */
  whole: number;
  /** For the rest of it after its answer. */
  rest: number;
  /** How often connections are looked at. */
  checkEvery: number;
}

const defaultTimeouts: RequestTimeouts = {
  headers: 20_000,
  whole: 10 * 60_000,
  rest: 20_000,
  checkEvery: 5_000,
};

/**
 * A Fastify instance that speaks the wire: the query codec, form and JSON bodies, compression, and the envelope for
 * everything that goes wrong. No stack trace, SQL or path leaves.
 */
export async function createHttpServer(
  log: FastifyBaseLogger,
  options: { trustProxy: boolean; timeouts?: RequestTimeouts; readers?: ReaderLimits },
): Promise<FastifyInstance> {
  const { headers, whole, rest, checkEvery } = options.timeouts ?? defaultTimeouts;
  const app = Fastify({
    loggerInstance: log,
    // what Fastify logs of a request holds its whole address
    logController: new LogController({ disableRequestLogging: true }),
    // one proxy: what it adds is the client; what stood there before, the client may have made up
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: largestAnonymousBody,
    forceCloseConnections: 'idle',
    // clients that send a byte now and then would hold connections and memory for as long as they like
    requestTimeout: whole,
    http: { maxHeaderSize, headersTimeout: headers, connectionsCheckingInterval: checkEvery },
    // an address that cannot be read is answered before any hook and error handler
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const problem = asProblem(error, request);
      void reply.status(problem.statusCode).header('cache-control', 'no-store').send(inEnvelope(problem));
    },
    // each route decodes its own query, after the viewer is identified
    routerOptions: { querystringParser: () => ({}), maxParamLength: 4096 },
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: largestAnonymousBody },
    async (_request: FastifyRequest, form: string) => decode(form),
  );
  // before the hook of the cookies, which reads a header
  app.addHook('onRequest', async (request) => checkHeaders(request));
  await app.register(cookie);
  await app.register(compress, { threshold: 1024 });

  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request);
    return reply.headers(problem.headers).status(problem.statusCode).send(inEnvelope(problem));
  });

  app.addHook('onRequest', async (request) => checkQueryLength(request));
  closeSlowReaders(app, options.readers);

  // also where a route had already set how long its answer is cached, or its tag
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 400) reply.removeHeader('etag').header('cache-control', 'no-store');
  });

  discardUnreadBodies(app, rest);

  // the route's pattern and not the address: addresses hold codes, signatures and what people search for
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

/** Listens without the line that Fastify logs about it: the program prints its address. */
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

/** A problem in the envelope. */
export function inEnvelope(problem: Problem): Envelope {
  return { status: problem.kind, message: problem.message, data: problem.data };
}
