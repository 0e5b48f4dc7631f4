import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Outbox } from '../outbox/index.ts';
import type { Identity } from './identity.ts';
import { serveDiscovery } from './serve-discovery.ts';
import { serveLinks } from './serve-links.ts';
import { servePasskeys } from './serve-passkeys.ts';
import { serveSessions } from './serve-sessions.ts';
import { serveTokens } from './serve-tokens.ts';
import { serveViewer } from './serve-viewer.ts';
import type { MissedCallAlerts } from './user-alert-settings.ts';
import type { Viewer } from './viewer.ts';

export function serveIdentity(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'> & {
    identity: Identity;
    outbox: Outbox;
    missedCallAlerts: MissedCallAlerts;
  },
): void {
  const { identity, environment } = dependencies;
  const signInDependencies = {
    ...dependencies,
    ...identity,
    audience: environment.identityAudience,
    passwordHere: environment.identityIssuer === undefined,
  };
  serveTokens(routes, signInDependencies);
  serveDiscovery(routes, identity);
  serveLinks(routes, signInDependencies);
  serveViewer(routes, signInDependencies);
  serveSessions(routes, signInDependencies);
  servePasskeys(routes, signInDependencies);
}
