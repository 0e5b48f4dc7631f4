import { refreshScope } from '@mailcall/contract/identity.ts';
import {
  type FirstFactor,
  provesMoreThanMail,
  type SecondFactor,
  type SecondFactorLevel,
} from '@mailcall/contract/rules/second-factors.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import type { SignInContact } from './contacts.ts';
import { isRemembered, rememberBrowser } from './remembered-browsers.ts';
import { awaitSecondStep, completePendingSignIn, type NeededStep, neededFactors } from './second-step.ts';
import { maxSessionSeconds, type StartedSession, startSession } from './sessions.ts';
import type { SignInDependencies, TokenRequest, TokenRequestOrigin } from './sign-in-dependencies.ts';
import { TokenProblem } from './token-problem.ts';

export interface SignedIn {
  contact: SignInContact;
  session: StartedSession;
  browserToken: string | null;
}

export interface FirstStep {
  neededStep: NeededStep;
}

export const stepExpired = () =>
  new TokenProblem('expired_token', 'Your login took too long. Please log in again.');

/** Null with an external issuer. */
export const levelOf = ({
  identityIssuer,
  requireSecondFactor,
}: Pick<Environment, 'identityIssuer' | 'requireSecondFactor'>): SecondFactorLevel | null =>
  identityIssuer === undefined ? requireSecondFactor : null;

export const scopesOf = ({ scope }: Pick<TokenRequest, 'scope'>) => scope.split(/\s+/);

interface SignInAttempt {
  dependencies: SignInDependencies;
  request: TokenRequest;
  origin: TokenRequestOrigin;
}

/** Asks for a second factor, or limits access if one is missing. @throws {TokenProblem} for an expired first step or a wrong factor */
export async function signedIn(
  transaction: Queryable,
  contact: SignInContact,
  factor: FirstFactor | SecondFactor | 'limited-access',
  attempt: SignInAttempt,
  now: Date,
): Promise<SignedIn | FirstStep> {
  const { secret } = attempt.dependencies;
  const { mfa_token: token } = attempt.request;
  const begin = (options: Omit<BegunSession, 'contact'>) =>
    beginSession(transaction, { contact, ...options }, attempt, now);
  if (token !== undefined) {
    const pending = await completePendingSignIn(transaction, secret, token, now);
    if (pending?.contactId !== contact.id) throw stepExpired();
    const factors = await factorsAfter(transaction, contact, pending.first, attempt);
    // no factor is required any more if a role was revoked meanwhile
    if (factors && !factors.some((each) => each === factor)) throw stepExpired();
    const proved = factor === 'limited-access' ? [pending.first] : [pending.first, factor];
    return begin({ realm: pending.first, factors: proved, isStrong: factors !== null });
  }
  if (factor === 'limited-access') return begin({ realm: factor, factors: [], isStrong: false });
  if (factor === 'recovery-code') throw stepExpired();
  const factors = await factorsAfter(transaction, contact, factor, attempt);
  if (factors === null) return begin({ realm: factor, factors: [factor], isStrong: factor === 'passkey' });
  const { browserToken } = attempt.origin;
  if (await isRemembered(transaction, secret, { contactId: contact.id, token: browserToken, now }))
    return begin({ realm: factor, factors: [factor], isStrong: true });
  if (factors.length === 0)
    return begin({ realm: factor, factors: [], isStrong: false, lacksSecondFactor: true });
  const first = { contactId: contact.id, first: factor, now };
  return { neededStep: { token: await awaitSecondStep(transaction, secret, first), factors } };
}

const factorsAfter = (
  transaction: Queryable,
  contact: SignInContact,
  first: FirstFactor,
  { dependencies: { environment, siteAt }, origin }: SignInAttempt,
) =>
  neededFactors(transaction, {
    contactId: contact.id,
    first,
    level: levelOf(environment),
    site: siteAt(origin.host),
  });

interface BegunSession {
  contact: SignInContact;
  realm: FirstFactor | 'limited-access';
  factors: readonly (FirstFactor | SecondFactor)[];
  /** In this sign-in or an earlier one in this browser. */
  isStrong: boolean;
  lacksSecondFactor?: boolean;
}

async function beginSession(
  transaction: Queryable,
  { contact, realm, factors, isStrong, lacksSecondFactor = false }: BegunSession,
  { dependencies: { secret }, request, origin }: SignInAttempt,
  now: Date,
): Promise<SignedIn> {
  const { place } = origin;
  if (factors.some(provesMoreThanMail))
    await sql`update contacts set password_by_mail = false where id = ${contact.id} and password_by_mail`.execute(
      transaction,
    );
  const remembers = request.mfa_token !== undefined && request.remember_browser === 'true';
  const browserToken = remembers
    ? await rememberBrowser(transaction, secret, {
        contactId: contact.id,
        previous: origin.browserToken,
        place,
        now,
      })
    : null;
  const session = await startSession(
    transaction,
    {
      contactId: contact.id,
      roles: contact.roles,
      realm,
      isStrong,
      lacksSecondFactor,
      lifetime: maxSessionSeconds,
      renewable: scopesOf(request).includes(refreshScope),
      place,
    },
    now,
  );
  return { contact, session, browserToken };
}
