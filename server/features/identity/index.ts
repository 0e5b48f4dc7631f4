export { contactAsViewer } from './contact-as-viewer.ts';
export { setFirstPasswords } from './first-passwords.ts';
export { type Identity, openIdentity } from './identity.ts';
export { serveIdentity } from './routes.ts';
export { makeScoreboardGrant } from './scoreboard-grants.ts';
export { makeSetupLink } from './setup-link.ts';
export { makeSignInLink } from './sign-in-link.ts';
export { webClient } from './tokens.ts';
export type { Viewer } from './viewer.ts';
