import { requestToken, startPasswordless, userInfo } from '@mailcall/contract/identity.ts';
import { requestChallenge } from '@mailcall/contract/second-factor.ts';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../platform/http/problems.ts';
import { serviceBase } from '../../platform/http/serve.ts';

const openRoutes = [requestToken, startPasswordless, requestChallenge, userInfo];

/** Seconds. */
const preflightMaxAge = 600;

/** Other portals get no credentials here, so they cannot renew sessions. */
export function allowOrigins(http: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  const paths = new Map(openRoutes.map(({ path, method }) => [serviceBase.identity + path, method]));
  http.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    if (!paths.has(url)) return;
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin !== undefined && allowed.has(origin)) reply.header('access-control-allow-origin', origin);
  });
  for (const [path, method] of paths) {
    http.options(path, async (request, reply) => {
      if (!allowed.has(request.headers.origin ?? '')) throw notFound();
      return reply
        .status(204)
        .headers({
          'access-control-allow-methods': method,
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': preflightMaxAge,
        })
        .send();
    });
  }
}
