import { isSameEmail } from '@mailcall/contract/rules/email.ts';
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
import { isLinkCode, needsNewCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { mfaOobGrant, mfaRecoveryCodeGrant } from '@mailcall/contract/second-factor.ts';
import type { SecondFactor } from '@mailcall/contract/rules/second-factors.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { CallFailed, call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import {
  clearSession,
  currentSession,
  type Grants,
  ownSession,
  type Session,
  saveSession,
} from '../../platform/session-store.ts';
import { clearFlashes } from '../../ui/flash-queue.ts';
import { readAccessToken, readRoles } from './access-token.ts';
import { recordActivity } from './activity.ts';
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

/** `limitedByRole`: used if the profile of a limited session lacks roles. `guest`: the session began with a scoreboard link. */
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
    team: related.team,
    limited: facts.limited || hasLimitedRole,
    limitedByRole: roles ? hasLimitedRole : facts.limited && limitedByRole,
    guest,
    secondFactorMissing: profile.second_factor_missing ?? false,
    activated: profile.activated ?? null,
    sessionVersion: related.sessionVersion,
    grants,
  };
}

function startSession(session: Session): void {
  recordActivity();
  clearFlashes();
  clearVerification();
  clearAwaitedStep();
  saveSession(session);
}

const clientParameters = () => ({
  client_id: config().signIn.clientId,
  audience: config().signIn.audience,
  scope: `openid email profile ${refreshScope}`,
});

const isRefusal = (error: unknown) => error instanceof CallFailed && [400, 401, 403].includes(error.status);

/** Whether the first step expired, so that the sign-in must start again. */
export const isExpiredStep = (error: unknown): boolean =>
  error instanceof CallFailed && (error.answer as { error?: unknown } | null)?.error === 'expired_token';

/** Requests tokens and starts the session, or stores a required second step, to whose screen {@link useArrival} leads. */
export async function signInWith(
  grant: NonNullable<RouteInput<typeof requestToken>['body']>,
  {
    identifier,
    refused,
    limitedByRole = true,
  }: {
    identifier: string | null;
    refused: string;
    limitedByRole?: boolean;
  },
): Promise<void> {
  try {
    const tokens = await call(requestToken, { body: { ...clientParameters(), ...grant } });
    startSession(await sessionOfToken(tokens.access_token, { limitedByRole }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (storeAwaitedStep(error.answer, identifier)) {
      // they were about the first step
      clearFlashes();
      return;
    }
    throw error.answer !== null && isRefusal(error) && !isExpiredStep(error) && !needsNewCode(error.message)
      ? failure(error, refused, [])
      : error;
  }
}

/** Signs in by password, or in the limited realm by a mailed token. */
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

export function signIn(identifier: string, password: string): Promise<void> {
  return signInThrough('password', identifier, password, messages.wrongPassword);
}

export function signInByCode(connection: Connection, identifier: string, otp: string): Promise<void> {
  return signInWith(
    { grant_type: passwordlessGrant, realm: connection, username: identifier, otp },
    { identifier, refused: isLinkCode(otp) ? messages.linkUnknown : messages.wrongCode },
  );
}

/** False if the user closed the passkey dialog. Throws {@link CallFailed}; {@link isExpiredStep} if the sign-in must start again. */
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

export async function endSession(): Promise<void> {
  const session = ownSession();
  if (!session) return;
  // ends here even if the server is unreachable; the token then expires
  await call(logout, {}, { accessToken: session.accessToken }).catch(() => {});
  clearSession('logged out');
}

/** Ends another person's session, because a mailed link belongs to its receiver. */
export async function endSessionOfOthers(email: string): Promise<void> {
  const session = currentSession();
  if (session && !isSameEmail(session.profileEmail, email)) await endSession();
}

/** Signs in by email and mailed token; first clears another person's session. */
export async function signInByToken(email: string, token: string): Promise<void> {
  await endSessionOfOthers(email);
  if (currentSession()) return;
  await signInThrough('limited-access', email, token, messages.unauthorized);
}

export async function signInByGrant(code: string): Promise<void> {
  const { accessToken, grantToken, expires } = await call(exchangeScoreboardGrant, { body: { code } });
  // an invalid code leaves the session; a valid one replaces it
  await endSession();
  const grants = { scoreboard: { value: grantToken, expires } };
  startSession(await sessionOfToken(accessToken, { grants, limitedByRole: true, guest: true }));
}
