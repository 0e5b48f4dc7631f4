import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { allRoutes } from '@mailcall/contract/api.ts';
import {
  requestToken,
  scoreboardGrantHeader,
  startPasswordless,
  tokenErrorSchema,
} from '@mailcall/contract/identity.ts';
import { ingestRows, reportTwilioCall } from '@mailcall/contract/ingest.ts';
import { sampleCommand } from '@mailcall/contract/ingest-samples.ts';
import { feedFileNames } from '@mailcall/contract/rules/api-key-scopes.ts';
import type { FastifyInstance } from 'fastify';
import { describeApi } from './platform/http/openapi.ts';

const describeMailcallApi = (release: string, publicUrl: string): ReturnType<typeof describeApi> =>
  describeApi(allRoutes, {
    title: 'Mailcall',
    version: release,
    description:
      'The client portal of a provider of direct-mail marketing and call tracking: its three services.',
    services: {
      identity: 'Sign-in, activation and the signed-in person’s accounts.',
      data: 'Calls, their figures, and what belongs to them.',
      maps: 'Areas, zones and patient lists.',
      ingest: 'What the provider’s systems send in and take out, with an API key.',
    },
    headers: [
      {
        name: 'x-session-version',
        description: 'The `sessionVersion` of `/user/relatedAccounts`; a stale one is answered 409.',
        of: (route) =>
          route.service === 'data' || route.service === 'maps' ? route.access !== 'public' : false,
      },
      {
        name: scoreboardGrantHeader,
        description: 'The `grantToken` of `/auth/scoreboard/grant`: adds its accounts, for reading.',
        of: (route) => (route.access === 'limited' || route.access === 'full') && route.method === 'GET',
      },
      {
        name: 'idempotency-key',
        description:
          'Any text of up to 200 characters: the same request with it gets the same report for 24 hours.',
        of: (route) => route === ingestRows,
      },
      {
        name: 'x-twilio-signature',
        description:
          'HMAC-SHA1 of the address and the parameters with the account’s auth token, as Twilio documents it.',
        of: (route) => route === reportTwilioCall,
      },
    ],
    samples: (route) =>
      route === ingestRows
        ? feedFileNames.map((file) => ({ label: file, source: sampleCommand(file, publicUrl) }))
        : [],
    plainError: tokenErrorSchema,
    alsoAsForm: (route) => route === requestToken || route === startPasswordless,
  });

const takesGzip = (header: string | undefined): boolean =>
  (header ?? '').split(',').some((coding) => {
    const [name = '', weight = 'q=1'] = coding.split(';').map((part) => part.trim().toLowerCase());
    return name === 'gzip' && Number(weight.replace('q=', '')) > 0;
  });

/** Described, written and compressed once, with the first request: that takes a tenth of a second, which a start does not need. */
export function serveApiDescription(http: FastifyInstance, release: string, publicUrl: string): void {
  const write = async () => {
    const plain = Buffer.from(JSON.stringify(describeMailcallApi(release, publicUrl)));
    return { plain, compressed: await promisify(gzip)(plain, { level: 9 }) };
  };
  let written: ReturnType<typeof write> | undefined;
  http.get('/api/openapi.json', { compress: false }, async (request, reply) => {
    written ??= write();
    const { plain, compressed } = await written;
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}
