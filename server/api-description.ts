import { allRoutes } from '@mailcall/contract/api.ts';
import {
  requestToken,
  scoreboardGrantHeader,
  startPasswordless,
  tokenErrorSchema,
} from '@mailcall/contract/identity.ts';
import { describeApi } from './platform/http/openapi.ts';

/** The OpenAPI description of every route of the contract. */
export const describeMailcallApi = (release: string): ReturnType<typeof describeApi> =>
  describeApi(allRoutes, {
    title: 'Mailcall',
    version: release,
    description:
      'The client portal of a provider of direct-mail marketing and call tracking: its three services.',
    services: {
      identity: 'Sign-in, activation and the signed-in person’s accounts.',
      data: 'Calls, their figures, and what belongs to them.',
      maps: 'Areas, zones and patient lists.',
    },
    headers: [
      {
        name: 'x-session-version',
        description: 'The `sessionVersion` of `/user/relatedAccounts`; a stale one is answered 409.',
        of: (route) => route.access !== 'public' && route.service !== 'identity',
      },
      {
        name: scoreboardGrantHeader,
        description: 'The `grantToken` of `/auth/scoreboard/grant`: adds its accounts, for reading.',
        of: (route) => route.access !== 'public' && route.method === 'GET',
      },
    ],
    plainError: tokenErrorSchema,
    alsoAsForm: (route) => route === requestToken || route === startPasswordless,
  });
