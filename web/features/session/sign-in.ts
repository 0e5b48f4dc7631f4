import {
  exchangeScoreboardGrant,
  limitedRole,
  logout,
  passwordlessGrant,
  passwordRealmGrant,
  type realms,
  refreshScope,
  relatedAccounts,
  requestToken,
  rolesClaim,
  userInfo,
} from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { mfaOobGrant, mfaRecoveryCodeGrant } from '@mailcall/contract/second-factor.ts';
import type { SecondFactor } from '@mailcall/contract/rules/second-factors.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { CallFailed, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import {
  clearSession,
  currentSession,
  type Grants,
  type Session,
  saveSession,
} from '../../platform/session-store.ts';
import { clearFlashes } from '../../ui/flash-queue.ts';
import { readAccessToken, readRoles } from './access-token.ts';
import { noteActivity } from './activity.ts';
import { type Connection, clearVerification } from './awaited-verification.ts';
import { type AwaitedStep, clearAwaitedStep, storeAwaitedStep } from './second-step.ts';

/** A failure with our own message; too many attempts and no connection keep the server's. */
export function failure(
  error: unknown,
  message: string,
  ownMessageStatuses: readonly number[] = [0, 429],
): CallFailed {
  const status = error instanceof CallFailed ? error.status : 0;
  return error instanceof CallFailed && ownMessageStatuses.includes(status)
    ? error
    : new CallFailed(message, status);
}

/**
 * Makes a session of an access token: its claims, the person's profile and their accounts. `limitedByRole`: whether a
 * limited session is limited by role, when the profile does not contain the person's roles. `guest`: whether it began with a
 * scoreboard link.
 */
export async function sessionOfToken(
  accessToken: string,
  { grants = {}, limitedByRole, guest = false }: { grants?: Grants; limitedByRole: boolean; guest?: boolean },
): Promise<Session> {
  const facts = readAccessToken(accessToken);
  if (!facts) throw new CallFailed(messages.loginFailed, 0);
  const [profile, related] = await Promise.all([
    call(userInfo, {}, { accessToken }).catch((error: unknown) => {
      throw failure(error, messages.loginFailed, []);
    }),
    call(relatedAccounts, {}, { accessToken, grants }).catch((error: unknown) => {
      throw failure(error, messages.accountsFailed, []);
    }),
  ]);
  const roles = readRoles(profile[rolesClaim]);
  const hasLimitedRole = roles?.includes(limitedRole) ?? false;
  return {
    accessToken,
    tokenType: 'Bearer',
    expiresAt: facts.expiresAt,
    picture: profile.picture ?? null,
    contactId: facts.contactId,
    profileName: profile.name,
    profileEmail: profile.email,
    accounts: related.accounts,
    roles: facts.roles,
    limited: facts.limited || hasLimitedRole,
    limitedByRole: roles ? hasLimitedRole : facts.limited && limitedByRole,
    guest,
    secondFactorMissing: profile.second_factor_missing ?? false,
    activated: profile.activated ?? null,
    sessionVersion: related.sessionVersion,
    grants,
  };
}

/** Starts the session: messages of the previous one are no longer displayed. */
function startSession(session: Session): void {
  noteActivity();
  clearFlashes();
  clearVerification();
  clearAwaitedStep();
  saveSession(session);
}

/** The parameters of every request for tokens. */
const clientParameters = () => ({
  client_id: config().signIn.clientId,
  audience: config().signIn.audience,
  scope: `openid email profile ${refreshScope}`,
});

/** Whether the token endpoint refused what was entered. */
const isRefusal = (error: unknown) => error instanceof CallFailed && [400, 401, 403].includes(error.status);

/** Whether the first step of a sign-in is over, so that it has to begin again. */
export const isExpiredStep = (error: unknown): boolean =>
  error instanceof CallFailed && (error.answer as { error?: unknown } | null)?.error === 'expired_token';

/**
 * Requests tokens and starts the session. When a second step is needed it is stored instead, and {@link useArrival} leads to its screen.
 * @throws {CallFailed} with the message for the form.
 */
export async function signInWith(
  grant: NonNullable<RouteInput<typeof requestToken>['body']>,
  {
    identifier,
    refused,
    limitedByRole = true,
  }: {
    identifier: string | null;
    /** What a refusal says. */
    refused: string;
    limitedByRole?: boolean;
  },
): Promise<void> {
  try {
    const tokens = await call(requestToken, { body: { ...clientParameters(), ...grant } });
    startSession(await sessionOfToken(tokens.access_token, { limitedByRole }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (storeAwaitedStep(error.answer, identifier)) return;
    throw error.answer !== null && isRefusal(error) && !isExpiredStep(error)
      ? failure(error, refused, [])
      : error;
  }
}

/** Signs in by password, or through the limited realm by a mailed token. */
function signInThrough(
  realm: (typeof realms)[number],
  identifier: string,
  password: string,
  refused: string,
): Promise<void> {
  return signInWith(
    { grant_type: passwordRealmGrant, realm, username: identifier, password },
    // in the limited realm the realm limits the session, not the role
    { identifier, refused, limitedByRole: realm !== 'limited-access' },
  );
}

/**
 * Signs in by password.
 * @throws {CallFailed} with the message for the form.
 */
export function signIn(identifier: string, password: string): Promise<void> {
  return signInThrough('password', identifier, password, messages.wrongPassword);
}

/** Signs in by a mailed or texted code, or by that of a magic link. */
export function signInByCode(connection: Connection, identifier: string, otp: string): Promise<void> {
  return signInWith(
    { grant_type: passwordlessGrant, realm: connection, username: identifier, otp },
    { identifier, refused: messages.wrongCode },
  );
}

/**
 * Makes the second step of a sign-in; false when the person closed the browser's dialog for a passkey.
 * @throws {CallFailed} with the message for the form; {@link isExpiredStep} when the sign-in has to begin again.
 */
export async function makeSecondStep(
  { token, identifier }: AwaitedStep,
  { factor, typed, remembers }: { factor: SecondFactor; typed: string; remembers: boolean },
): Promise<boolean> {
  const second = { mfa_token: token, remember_browser: String(remembers) };
  if (factor === 'passkey') return (await import('./passkeys.ts')).askForPasskey({ second });
  const [grant, refused] =
    factor === 'password'
      ? [
          {
            grant_type: passwordRealmGrant,
            realm: 'password',
            username: identifier ?? '',
            password: typed,
          },
          messages.wrongPassword,
        ]
      : factor === 'recovery-code'
        ? [{ grant_type: mfaRecoveryCodeGrant, recovery_code: typed }, messages.wrongRecoveryCode]
        : [{ grant_type: mfaOobGrant, oob_code: factor, binding_code: typed }, messages.wrongCode];
  await signInWith({ ...grant, ...second }, { identifier, refused });
  return true;
}

/** Ends the session here and on the server, when there is one. */
export async function endSession(): Promise<void> {
  if (!currentSession()) return;
  // the session ends here even if the server cannot be reached; the token then expires
  await call(logout).catch(() => {});
  clearSession('logged out');
}

/** Ends the session when it is another person's: a mailed link is for the person it was mailed to. */
export async function endSessionOfOthers(email: string): Promise<void> {
  const session = currentSession();
  if (session && session.profileEmail.toLowerCase() !== email.trim().toLowerCase()) await endSession();
}

/** Signs in by email and a mailed token; another person's session is cleared first. */
export async function signInByToken(email: string, token: string): Promise<void> {
  await endSessionOfOthers(email);
  if (currentSession()) return;
  await signInThrough('limited-access', email, token, messages.unauthorized);
}

/** Exchanges the code of a grant link for the session of a guest and the grant. */
export async function signInByGrant(code: string): Promise<void> {
  const { accessToken, grantToken, expires } = await call(exchangeScoreboardGrant, { body: { code } });
  // a code that does not work leaves the session as it was; one that does replaces it
  await endSession();
  const grants = { scoreboard: { value: grantToken, expires } };
  startSession(await sessionOfToken(accessToken, { grants, limitedByRole: true, guest: true }));
}
