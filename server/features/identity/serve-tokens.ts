import * as contract from '@mailcall/contract/identity.ts';
import { requestChallenge } from '@mailcall/contract/second-factor.ts';
import { passkeyGrant } from '@mailcall/contract/passkeys.ts';
import type { Environment } from '../../platform/env.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { endClientView } from './client-views.ts';
import { refuseCrossSite } from './cross-site.ts';
import { startPasswordlessSignIn } from './passwordless.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { BrowserCookie } from './remembered-browsers.ts';
import type { RefreshCookie } from './refresh-cookie.ts';
import { addGrant, exchangeGrant, lookAtGrant } from './scoreboard-grants.ts';
import { sendChallenge } from './second-step-grants.ts';
import { sessionPlaceOf } from './session-place.ts';
import { endSession } from './sessions.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { signIn } from './sign-in.ts';
import { isInvalidGrant, presentTokenProblem } from './token-problem.ts';
import type { Viewer } from './viewer.ts';

export function serveTokens(
  routes: RouteServer<Viewer>,
  dependencies: SignInDependencies & {
    environment: Environment;
    refreshCookie: RefreshCookie;
    browserCookie: BrowserCookie;
    passkeyChallenges: PasskeyChallenges;
    secret: Uint8Array;
  },
): void {
  const { database, clock, environment, passkeyChallenges, browserCookie, refreshCookie, refreshTokens } =
    dependencies;

  routes.serve(
    contract.requestToken,
    async ({ body, request, reply }) => {
      refuseCrossSite(request, environment);
      const renews = body.grant_type === contract.refreshGrant;
      const refreshToken = renews ? refreshCookie.readOwn(request) : refreshCookie.read(request);
      const { tokens, refresh, browserToken } = await signIn(dependencies, body, {
        address: request.ip,
        host: request.host,
        place: sessionPlaceOf(request),
        passkeyChallenge:
          body.grant_type === passkeyGrant
            ? passkeyChallenges.take(request, reply, 'sign in', clock.now())
            : null,
        browserToken: browserCookie.read(request),
        refreshToken,
      }).catch((error: unknown) => {
        // after other failures the session continues, and the next attempt needs its cookie
        if (renews && refreshToken !== null && isInvalidGrant(error)) refreshCookie.clear(reply);
        throw error;
      });
      if (browserToken !== null) browserCookie.set(reply, browserToken, clock.now());
      if (refresh) refreshCookie.set(reply, refresh.token, refresh.until);
      // the session of the old cookie has ended, and the new session has no cookie
      else if (refreshToken !== null) refreshCookie.clear(reply);
      return tokens;
    },
    { presentProblem: presentTokenProblem },
  );

  routes.serve(
    contract.startPasswordless,
    ({ body, request }) => startPasswordlessSignIn(dependencies, body, request.ip),
    { presentProblem: presentTokenProblem },
  );

  routes.serve(contract.verifyScoreboardGrant, ({ body, request }) =>
    lookAtGrant(dependencies, body.code, request.ip),
  );

  routes.serve(contract.addScoreboardGrant, ({ body, viewer, request }) =>
    addGrant(dependencies, viewer, body.code, request.ip),
  );

  routes.serve(
    requestChallenge,
    ({ body, request }) => sendChallenge(dependencies, body, { address: request.ip, host: request.host }),
    {
      presentProblem: presentTokenProblem,
    },
  );

  routes.serve(contract.exchangeScoreboardGrant, async ({ body, request, reply }) => {
    const exchanged = await exchangeGrant(dependencies, body.code, {
      address: request.ip,
      place: sessionPlaceOf(request),
    });
    const previous = refreshCookie.read(request);
    if (previous !== null) {
      await refreshTokens.end(database, previous, clock.now());
      refreshCookie.clear(reply);
    }
    return exchanged;
  });

  routes.serve(contract.logout, async ({ viewer, request, reply }) => {
    if (viewer.clientView) {
      await endClientView(database.kysely, viewer.clientView.id, clock.now());
      return {};
    }
    if (refreshCookie.read(request) !== null) refreshCookie.clear(reply);
    if (viewer.sessionId !== null) await endSession(database.kysely, viewer.sessionId, 'logout', clock.now());
    return {};
  });
}
