export { accountAndAbove, hasRight, ownAccounts, primaryAccounts, readPrimaryAccounts } from './access.ts';
export {
  accountNameAmong,
  accountNamesFor,
  accountNamesForOperators,
  accountNamesOf,
  accountNamesOfContact,
} from './account-names.ts';
export { changeRoles, listRoleChanges, recordTakenRoles } from './change-roles.ts';
export { contactByEmail, nameOfViewer } from './contacts.ts';
export { contactAsViewer } from './contact-as-viewer.ts';
export { allowOrigins } from './allowed-origins.ts';
export { endSessionsByOperator } from './end-sessions.ts';
export { setFirstPasswords } from './first-passwords.ts';
export { listGrants, revokeGrant } from './grant-list.ts';
export { hasIdentitySecret } from './identity-secret.ts';
export { OpenSessions } from './open-sessions.ts';
export { openIdentity } from './identity.ts';
export { inviteContact } from './invite.ts';
export { makeRecoveryCodes } from './recovery-codes.ts';
export { rotateSigningKeys } from './rotate-signing-keys.ts';
export { serveIdentity } from './routes.ts';
export { makeScoreboardGrant } from './scoreboard-grants.ts';
export { makeSetupLink } from './setup-link.ts';
export { makeSignInLink } from './sign-in-link.ts';
export { sessionEndedChannel } from './sessions.ts';
export { webClient } from './tokens.ts';
export type { MissedCallAlerts } from './user-alert-settings.ts';
export type { Viewer } from './viewer.ts';
