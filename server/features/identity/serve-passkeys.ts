import * as contract from '@mailcall/contract/passkeys.ts';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import { addPasskeyOf, passkeysOf, registrationOptions, removePasskeyOf, webAuthn } from './passkeys.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import type { Viewer } from './viewer.ts';

export function servePasskeys(
  routes: RouteServer<Viewer>,
  dependencies: SignInDependencies & { passkeyChallenges: PasskeyChallenges },
): void {
  const { clock, database, passkeyChallenges: challenges } = dependencies;
  const requireSite = ({ host }: FastifyRequest) => {
    const site = dependencies.siteAt(host);
    if (!site) throw notFound();
    return site;
  };
  const authorize = (request: FastifyRequest) => ({ ...dependencies, site: requireSite(request) });
  const ownPasskeys = (viewer: Viewer) => passkeysOf(database.kysely, viewer);
  const purposeOf = (viewer: Viewer) => `add in ${viewer.sessionId}` as const;

  routes.serve(contract.listPasskeys, ({ viewer, request }) => {
    requireSite(request);
    return ownPasskeys(viewer);
  });

  routes.serve(contract.startPasskeyRegistration, async ({ body, viewer, request, reply }) => {
    const authorized = authorize(request);
    const challenge = challenges.begin(request, reply, purposeOf(viewer), clock.now());
    const options = { proof: body, address: request.ip, challenge };
    return { ...(await registrationOptions(authorized, viewer, options)) };
  });

  routes.serve(contract.addPasskey, async ({ body, viewer, request, reply }) => {
    const authorized = authorize(request);
    const challenge = challenges.take(request, reply, purposeOf(viewer), clock.now());
    await addPasskeyOf(authorized, viewer, body, challenge);
    return ownPasskeys(viewer);
  });

  routes.serve(contract.removePasskey, async ({ params, viewer, request }) => {
    await removePasskeyOf(authorize(request), viewer, params.id);
    return ownPasskeys(viewer);
  });

  routes.serve(contract.startPasskeySignIn, async ({ request, reply }) => {
    const { id } = requireSite(request);
    const challenge = challenges.begin(request, reply, 'sign in', clock.now());
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: id,
      challenge: new Uint8Array(challenge),
      userVerification: 'required',
    });
    return { ...options };
  });
}
