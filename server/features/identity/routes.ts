import * as contract from '@mailcall/contract/identity.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { changePassword, changeUserSettings, userSettings } from '@mailcall/contract/settings.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { notFound, notPossible, notSignedIn } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Outbox } from '../outbox/index.ts';
import { accountUserOf } from './account-user.ts';
import { activateByLink, verifyLink } from './activation.ts';
import { findRequestedPerson } from './requested-person.ts';
import { changePasswordOf } from './change-password.ts';
import { changeUserSettingsOf } from './change-user-settings.ts';
import { refuseCrossSite } from './cross-site.ts';
import type { Identity } from './identity.ts';
import { refreshLink, requestReset, sendSetup } from './password-links.ts';
import { startPasswordlessSignIn } from './passwordless.ts';
import { relatedAccountsOf } from './related-accounts.ts';
import { exchangeGrant } from './scoreboard-grants.ts';
import { endSession } from './sessions.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { grantTypes, signIn } from './sign-in.ts';
import { signingAlgorithm } from './signing-keys.ts';
import { presentTokenProblem } from './token-problem.ts';
import { scopes } from './tokens.ts';
import { userSettingsOf } from './user-settings.ts';
import type { Viewer } from './viewer.ts';

/** Keys may be kept by clients for this long, in seconds: well below how long a key is published before it signs. */
const keysKeptFor = 600;

/**
 * Holds back what somebody signs in with from whoever came by a forwarded link: only the person may change it.
 * @throws a 422 Problem: the scoreboard that the link shows is still theirs to read.
 */
function requireOwnSignIn(viewer: Viewer): void {
  if (viewer.byGrant) throw notPossible(messages.grantNeedsLogin);
}

/** Serves the identity service: tokens, keys and discovery, the viewer's accounts, activation, logout. */
export function serveIdentity(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'> & {
    identity: Identity;
    provider: Provider;
    outbox: Outbox;
  },
): void {
  const { identity, clock, environment } = dependencies;
  const database = dependencies.database.kysely;
  const { issuer, keys, refreshCookie, refreshTokens } = identity;
  const signInDependencies: SignInDependencies = {
    ...dependencies,
    ...identity,
    audience: environment.identityAudience,
  };

  routes.serve(
    contract.requestToken,
    async ({ body, request, reply }) => {
      refuseCrossSite(request, environment);
      const renews = body.grant_type === contract.refreshGrant;
      const refreshToken = renews ? refreshCookie.readOwn(request) : refreshCookie.read(request);
      // a cookie that renews nothing any more, or another session than the one that begins, is forgotten
      if (refreshToken !== null) refreshCookie.clear(reply);
      const { tokens: answer, refresh } = await signIn(signInDependencies, body, {
        address: request.ip,
        refreshToken,
      });
      if (refresh) refreshCookie.set(reply, refresh.token, refresh.until);
      return answer;
    },
    { presentProblem: presentTokenProblem },
  );

  routes.serve(
    contract.startPasswordless,
    ({ body, request }) => startPasswordlessSignIn(signInDependencies, body, request.ip),
    { presentProblem: presentTokenProblem },
  );

  routes.serve(contract.checkUser, async ({ body, request }) => {
    const person = await findRequestedPerson(database, body.email);
    await signInDependencies.limits.take('check', person.countedAs, request.ip, clock.now());
    if (!person.contact) throw notFound('This person is not known here.');
    return { email: person.contact.email };
  });

  routes.serve(contract.requestPasswordReset, ({ body, request }) =>
    requestReset(signInDependencies, body.email, request.ip),
  );
  routes.serve(contract.refreshActivationLink, ({ body, request }) =>
    refreshLink(signInDependencies, body, request.ip),
  );
  routes.serve(contract.sendSetupLink, ({ params, viewer, request }) =>
    sendSetup(signInDependencies, viewer, params.contactId, request.ip),
  );
  routes.serve(contract.accountUser, ({ params, viewer }) => accountUserOf(database, viewer, params.id));

  const passwordHere = environment.identityIssuer === undefined;
  routes.serve(userSettings, ({ viewer }) => userSettingsOf(database, viewer.contactId, passwordHere));
  routes.serve(changeUserSettings, async ({ body, viewer, request }) => {
    requireOwnSignIn(viewer);
    await changeUserSettingsOf(signInDependencies, viewer, body, request.ip);
    return userSettingsOf(database, viewer.contactId, passwordHere);
  });
  routes.serve(changePassword, async ({ body, viewer, request }) => {
    requireOwnSignIn(viewer);
    if (!passwordHere) throw notPossible(messages.passwordElsewhere);
    await changePasswordOf(signInDependencies, viewer, body, request.ip);
    return {};
  });

  routes.serve(contract.exchangeScoreboardGrant, async ({ body, request, reply }) => {
    const exchanged = await exchangeGrant({ ...dependencies, ...identity }, body.code, request.ip);
    const before = refreshCookie.read(request);
    if (before !== null) {
      await refreshTokens.end(dependencies.database, before, clock.now());
      refreshCookie.clear(reply);
    }
    return exchanged;
  });

  routes.serve(contract.openIdConfiguration, async () => ({
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: grantTypes,
    scopes_supported: scopes,
    response_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
    token_endpoint_auth_methods_supported: ['none'],
    claims_supported: ['sub', 'email', 'name', 'picture', contract.rolesClaim, contract.contactClaim],
  }));

  routes.serve(contract.jsonWebKeys, async ({ reply }) => {
    reply.header('cache-control', `public, max-age=${keysKeptFor}`);
    return { keys: await keys.published() };
  });

  routes.serve(contract.userInfo, async ({ viewer }) => {
    const { rows } = await sql<{
      sub: string;
      name: string;
      email: string;
      picture: string | null;
      roles: string[];
      activated: boolean;
    }>`
      select id as sub, name, email, picture, roles, password_hash is not null as activated
      from contacts where id = ${viewer.contactId} and not deleted
    `.execute(database);
    const person = rows[0];
    if (!person) throw notSignedIn();
    const { roles, ...profile } = person;
    return { ...profile, [contract.rolesClaim]: roles, [contract.contactClaim]: person.sub };
  });

  routes.serve(contract.relatedAccounts, async ({ viewer }) => ({
    accounts: await relatedAccountsOf(database, viewer),
    sessionVersion: viewer.sessionVersion,
  }));

  routes.serve(contract.verifyActivation, ({ body, request }) =>
    verifyLink(signInDependencies, body, request.ip),
  );

  routes.serve(contract.activate, ({ body, request }) =>
    activateByLink(signInDependencies, body, request.ip),
  );

  routes.serve(contract.logout, async ({ viewer, request, reply }) => {
    if (refreshCookie.read(request) !== null) refreshCookie.clear(reply);
    if (viewer.sessionId !== null) await endSession(database, viewer.sessionId, 'logout', clock.now());
    return {};
  });
}
