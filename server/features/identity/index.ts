/*
 * Identity: who a person is, how they sign in, and which accounts they may see. API keys of systems, too.
 *   sign-in*, code-grant, password-grant, passkey*, second-step*, one-time-codes    ways to sign in
 *   sessions, refresh-*, tokens, signing-keys      what a signed-in browser has, and how long
 *   viewer, viewer-of, identify, access            the viewer of a request: accounts, grants, roles
 *   user-settings*, contact-changes, withdraw-*    a person changes email, phone or password, and can undo it
 *   end-access, sign-in-barriers                   who leaves loses every way in; what keeps a person out
 *   client-views                                   members of the team look as a contact
 *   scoreboard-grants                              links that show an office's figures to others
 *   attempt-limits                                 how often codes and passwords may be tried
 *   api-keys/                                      keys of systems that send data in or take it out
 * Tables: contacts, contact_accounts, sessions, passkeys, one_time_codes, recovery_codes, remembered_browsers, pending_sign_ins,
 *   pending_contact_changes, contact_changes, used_passkey_challenges, attempt_limits, scoreboard_grants,
 *   scoreboard_grant_accounts, client_views, role_changes, api_keys.
 * Routes: the identity service (routes.ts), and accounts, sessions and passkeys of the settings.
 * Commands: roles, sessions, invite, setup-link, sign-in-link, recovery-codes, grant-scoreboard, grants,
 *   api-keys.
 * Tasks: hourly maintenance, which rotates keys and removes what has ended.
 */
export { accountAndAbove, hasRight, ownAccounts, primaryAccounts, readPrimaryAccounts } from './access.ts';
export {
  accountNameAmong,
  accountNamesFor,
  accountNamesForOperators,
  accountNamesOf,
  accountNamesOfContact,
} from './account-names.ts';
export { beginClientView, contactsWithin, isOutsideTeam, sharesAccount } from './client-views.ts';
export { changeRoles, listRoleChanges, recordRoleChanges, recordTakenRoles } from './change-roles.ts';
export { contactByEmail, nameOfViewer } from './contacts.ts';
export { contactAsViewer } from './contact-as-viewer.ts';
export { allowOrigins } from './allowed-origins.ts';
export { lockContactDetails } from './confirm-user-settings.ts';
export { endAccess } from './end-access.ts';
export { endSessionsByOperator, endSignIns } from './end-sessions.ts';
export { setFirstPasswords } from './first-passwords.ts';
export { listGrants, revokeGrant } from './grant-list.ts';
export { hasIdentitySecret } from './identity-secret.ts';
export { OpenSessions } from './open-sessions.ts';
export { type Identity, openIdentity } from './identity.ts';
export { inviteContact, writeInvitation } from './invite.ts';
export { primaryIds, signInBarrier } from './sign-in-barriers.ts';
export { makeRecoveryCodes } from './recovery-codes.ts';
export { rotateSigningKeys } from './rotate-signing-keys.ts';
export { serveIdentity } from './routes.ts';
export { makeScoreboardGrant } from './scoreboard-grants.ts';
export { makeSetupLink } from './setup-link.ts';
export { makeSignInLink } from './sign-in-link.ts';
export { keepSessions, sessionEndedChannel } from './sessions.ts';
export { webClient } from './tokens.ts';
export type { MissedCallAlerts } from './user-alert-settings.ts';
export { currentAccount, type Viewer, type ViewerTeam } from './viewer.ts';
export { listApiKeys, makeApiKey, revokeApiKey } from './api-keys/api-keys.ts';
export { checkApiKey } from './api-keys/check-api-key.ts';
export { apiKeyLines, presentApiKey } from './api-keys/print-api-keys.ts';
