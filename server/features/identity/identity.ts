import type { Provider } from '@mailcall/contract/provider.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { addressAt } from '../../platform/http/own-hosts.ts';
import type { Identify } from '../../platform/http/serve.ts';
import { AttemptLimits } from './attempt-limits.ts';
import { cleanContactChanges } from './contact-changes.ts';
import { removeEndedClientViews } from './client-views.ts';
import { identifyBy } from './identify.ts';
import { openIdentitySecret } from './identity-secret.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { openSigningKeys, type SigningKeys } from './signing-keys.ts';
import { OutsideIssuer } from './outside-issuer.ts';
import { cleanPendingChanges } from './pending-changes.ts';
import { cleanPasskeys, PasskeyChallenges } from './passkey-challenges.ts';
import { passkeySiteOf, type SiteAt } from './passkey-site.ts';
import { BrowserCookie } from './remembered-browsers.ts';
import { RefreshCookie } from './refresh-cookie.ts';
import { RefreshTokens } from './refresh-tokens.ts';
import { cleanGrants } from './scoreboard-grants.ts';
import { cleanSecondSteps } from './second-step.ts';
import { removeEndedSessions } from './sessions.ts';
import { Tokens } from './tokens.ts';
import type { Viewer } from './viewer.ts';

export interface Identity {
  issuer: string;
  keys: SigningKeys;
  tokens: Tokens;
  codes: OneTimeCodes;
  limits: AttemptLimits;
  secret: Uint8Array;
  refreshTokens: RefreshTokens;
  refreshCookie: RefreshCookie;
  passkeyChallenges: PasskeyChallenges;
  browserCookie: BrowserCookie;
  /** Null if passkeys are off: with an external issuer, or an address that is neither https nor localhost. */
  siteAt: SiteAt;
  identify: Identify<Viewer>;
  /** Rotates keys and removes expired data; every process calls it periodically. */
  runMaintenance(): Promise<void>;
}

export async function openIdentity(dependencies: {
  database: Database;
  clock: Clock;
  environment: Pick<
    Environment,
    | 'dataFolder'
    | 'publicUrl'
    | 'brandOrigins'
    | 'accessTokenLifetime'
    | 'idleTime'
    | 'identityIssuer'
    | 'identityAudience'
  >;
  clientViews?: Provider['clientViews'];
}): Promise<Identity> {
  const { database, clock, environment, clientViews } = dependencies;
  const {
    accessTokenLifetime,
    dataFolder,
    idleTime,
    identityIssuer,
    identityAudience: audience,
  } = environment;
  const issuer = `${environment.publicUrl}/api/identity`;
  const keys = await openSigningKeys({ database, clock, dataFolder, maxTokenSeconds: accessTokenLifetime });
  const tokens = new Tokens({ keys, clock, issuer, audience, accessTokenLifetime });
  const secret = await openIdentitySecret(dataFolder);
  const limits = new AttemptLimits(database.kysely, secret);
  const codes = new OneTimeCodes(secret);
  // with an external issuer our own tokens are not accepted
  const verifier =
    identityIssuer === undefined ? tokens : new OutsideIssuer({ issuer: identityIssuer, audience, clock });
  return {
    issuer,
    keys,
    tokens,
    codes,
    limits,
    secret,
    refreshTokens: new RefreshTokens(secret, idleTime),
    refreshCookie: new RefreshCookie(environment.publicUrl),
    browserCookie: new BrowserCookie(environment.publicUrl),
    passkeyChallenges: new PasskeyChallenges(secret, environment.publicUrl),
    siteAt: (host) => (identityIssuer === undefined ? passkeySiteOf(addressAt(environment, host)) : null),
    identify: identifyBy({
      database: database.kysely,
      clock,
      tokens: verifier,
      secret,
      idleTime,
      ...(clientViews && { clientViews }),
    }),
    async runMaintenance() {
      await keys.rotate();
      const now = clock.now();
      await limits.clean(now);
      await codes.clean(database.kysely, now);
      await cleanPendingChanges(database.kysely, now);
      await cleanContactChanges(database.kysely, now);
      await cleanGrants(database, now);
      await removeEndedClientViews(database.kysely, now);
      await removeEndedSessions(database.kysely, now);
      await cleanPasskeys(database.kysely, now);
      await cleanSecondSteps(database.kysely, now);
    },
  };
}
