import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { reachableContact, contactById } from './contacts.ts';
import { openIdentitySecret } from './identity-secret.ts';
import { startSession } from './sessions.ts';
import type { TokenRequestOrigin } from './sign-in-dependencies.ts';
import type { Tokens } from './tokens.ts';

/** The keyed hash of a grant's code or token: a stored row opens nothing. */
export const grantHash = (secret: Uint8Array, kind: 'code' | 'token', text: string): Buffer =>
  createHmac('sha256', secret).update(`scoreboard grant ${kind}\0${text}`).digest();

const random = () => randomBytes(32).toString('base64url');

/**
 * Makes a link that lets a contact read more accounts for a while. Its code works once, for `SIGN_IN_LINK_LIFETIME`.
 * @throws {OperatorProblem} when there is no such contact, or naming the accounts that there are not.
 */
export async function makeScoreboardGrant(
  dependencies: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'dataFolder' | 'publicUrl' | 'signInLinkLifetime'>;
  },
  email: string,
  accountIds: readonly string[],
): Promise<string> {
  const { database, clock, environment } = dependencies;
  const contact = await reachableContact(database.kysely, email);
  const wanted = [...new Set(accountIds)];
  const { rows } = await sql<{ id: string }>`
    select id from accounts where id = any(${wanted}) and not deleted
  `.execute(database.kysely);
  const missing = wanted.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0 || wanted.length === 0)
    throw new OperatorProblem(`There is no account ${missing.join(', ') || 'named'}.`);
  const secret = await openIdentitySecret(environment.dataFolder);
  const code = random();
  const expiresAt = new Date(clock.now().getTime() + environment.signInLinkLifetime * 1000);
  await database.transaction(async (transaction) => {
    await sql`
      with made as (
        insert into scoreboard_grants (contact_id, code_hash, code_expires_at)
        values (${contact.id}, ${grantHash(secret, 'code', code)}, ${expiresAt}) returning id
      )
      insert into scoreboard_grant_accounts (account_id, grant_id) select unnest(${wanted}::text[]), id from made
    `.execute(transaction);
  });
  return `${environment.publicUrl}/grant/scoreboard?${new URLSearchParams({ code }).toString()}`;
}

/**
 * Exchanges the code of a grant for a session and the grant's token, both for `SCOREBOARD_GRANT_LIFETIME`; of any number
 * at once one succeeds. The session cannot be renewed.
 * @throws a 422 Problem when the code is unknown, was used or is too old; a 429 Problem after too many attempts.
 */
export async function exchangeGrant(
  dependencies: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'scoreboardGrantLifetime'>;
    secret: Uint8Array;
    tokens: Tokens;
    limits: AttemptLimits;
  },
  code: string,
  { address, place }: Pick<TokenRequestOrigin, 'address' | 'place'>,
): Promise<{ accessToken: string; grantToken: string; expires: number }> {
  const { database, environment, secret, tokens } = dependencies;
  const now = dependencies.clock.now();
  const lifetime = environment.scoreboardGrantLifetime;
  const ticket = await dependencies.limits.take('code', `grant ${code}`, address, now);
  const grantToken = random();
  const expiresAt = new Date(now.getTime() + lifetime * 1000);
  const outcome = await database.transaction(async (transaction) => {
    const { rows } = await sql<{ contact_id: string }>`
      update scoreboard_grants set exchanged_at = ${now}, expires_at = ${expiresAt},
        token_hash = ${grantHash(secret, 'token', grantToken)}
      where code_hash = ${grantHash(secret, 'code', code)} and exchanged_at is null and code_expires_at > ${now}
      returning contact_id
    `.execute(transaction);
    const contact = rows[0] && (await contactById(transaction, rows[0].contact_id));
    if (!contact) return null;
    const session = await startSession(
      transaction,
      { contactId: contact.id, roles: contact.roles, realm: 'grant', lifetime, place },
      now,
    );
    return { contact, session };
  });
  if (!outcome) throw notPossible('This link is not valid, was used before, or has expired.');
  await ticket.succeeded();
  const { access_token } = await tokens.issue(outcome.contact, outcome.session, [
    'openid',
    'email',
    'profile',
  ]);
  return { accessToken: access_token, grantToken, expires: Math.floor(expiresAt.getTime() / 1000) };
}

/** Forgets grants that have ended, a day later. */
export async function cleanGrants(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  await sql`
    with over as (
      delete from scoreboard_grants where coalesce(expires_at, code_expires_at) < ${before} returning id
    )
    delete from scoreboard_grant_accounts using over where grant_id = over.id
  `.execute(database.kysely);
}
