import * as contract from '@mailcall/contract/identity.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { grantTypes } from './sign-in.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';
import { scopes } from './tokens.ts';
import type { Viewer } from './viewer.ts';

/** Seconds that clients may cache the keys; far below the time between a key's publication and first use. */
const keysMaxAge = 600;

export function serveDiscovery(
  routes: RouteServer<Viewer>,
  { issuer, keys }: { issuer: string; keys: SigningKeys },
): void {
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
    reply.header('cache-control', `public, max-age=${keysMaxAge}`);
    return { keys: await keys.published() };
  });
}
