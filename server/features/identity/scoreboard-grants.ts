import { createHmac, randomBytes } from 'node:crypto';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { publicUrlOf } from '../brands/index.ts';
import { accountNamesOf } from './account-names.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { contactById, reachableContact, type SignInContact } from './contacts.ts';
import { openIdentitySecret } from './identity-secret.ts';
import { startSession } from './sessions.ts';
import type { TokenRequestOrigin } from './sign-in-dependencies.ts';
import type { Tokens } from './tokens.ts';
import type { Viewer } from './viewer.ts';

/** Keyed, so that stored rows are useless. */
export const grantHash = (secret: Uint8Array, kind: 'code' | 'token', text: string): Buffer =>
  createHmac('sha256', secret).update(`scoreboard grant ${kind}\0${text}`).digest();

const random = () => randomBytes(32).toString('base64url');

/** Gives read access to more accounts; the code works once. @throws {OperatorProblem} if the contact or an account does not exist */
export async function makeScoreboardGrant(
  dependencies: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'dataFolder' | 'publicUrl' | 'brandOrigins' | 'signInLinkLifetime'>;
  },
  email: string,
  accountIds: readonly string[],
): Promise<string> {
  const { database, clock, environment } = dependencies;
  const contact = await reachableContact(database.kysely, email);
  const { rows: members } = await sql`select 1 from team_members where contact_id = ${contact.id}`.execute(
    database.kysely,
  );
  if (members.length > 0)
    throw new OperatorProblem(`${contact.email} is in the provider's team, which works without grants.`);
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
  const publicUrl = await publicUrlOf(database.kysely, environment, { contactId: contact.id });
  return `${publicUrl}/grant/scoreboard?${new URLSearchParams({ code }).toString()}`;
}

interface GrantDependencies {
  database: Database;
  clock: Clock;
  environment: Pick<Environment, 'scoreboardGrantLifetime'>;
  secret: Uint8Array;
  limits: AttemptLimits;
}

const linkIsOver = () => notPossible(messages.grantLinkOver);

/** Does not use the link. @throws {Problem} 422 if the code is unknown, used or expired; 429 after too many attempts */
export async function lookAtGrant(
  { database, clock, environment, secret, limits }: GrantDependencies,
  code: string,
  address: string,
): Promise<{ email: string; accountNames: string[]; lifetime: number }> {
  const now = clock.now();
  const ticket = await limits.take('code', `grant ${code}`, address, now);
  const { rows } = await sql<{ email: string; accountIds: string[] }>`
    select contacts.email, (
        select coalesce(array_agg(accounts.id order by lower(accounts.name), accounts.id), '{}')
        from scoreboard_grant_accounts linked join accounts on accounts.id = linked.account_id
        where linked.grant_id = grants.id and not accounts.deleted
      ) as "accountIds"
    from scoreboard_grants grants join contacts on contacts.id = grants.contact_id and not contacts.deleted
    where grants.code_hash = ${grantHash(secret, 'code', code)} and grants.exchanged_at is null
      and grants.code_expires_at > ${now}`.execute(database.kysely);
  const [grant] = rows;
  if (!grant || grant.accountIds.length === 0) throw linkIsOver();
  await ticket.succeeded();
  const names = await accountNamesOf(database.kysely, grant.accountIds);
  return {
    email: grant.email,
    accountNames: grant.accountIds.map((id) => names.get(id) ?? id),
    lifetime: environment.scoreboardGrantLifetime,
  };
}

/** One concurrent use succeeds; only by `contactId`, if given. @throws {Problem} 422 for an invalid code; 429 after many attempts */
async function useGrant<Result>(
  { database, clock, environment, secret, limits }: GrantDependencies,
  { code, address, contactId = null }: { code: string; address: string; contactId?: string | null },
  use: (transaction: Queryable, contact: SignInContact, now: Date) => Promise<Result>,
): Promise<{ grantToken: string; expires: number; result: Result }> {
  const now = clock.now();
  const ticket = await limits.take('code', `grant ${code}`, address, now);
  const grantToken = random();
  const expiresAt = new Date(now.getTime() + environment.scoreboardGrantLifetime * 1000);
  const used = await database.transaction(async (transaction) => {
    const { rows } = await sql<{ contact_id: string }>`
      update scoreboard_grants set exchanged_at = ${now}, expires_at = ${expiresAt},
        token_hash = ${grantHash(secret, 'token', grantToken)}
      where code_hash = ${grantHash(secret, 'code', code)} and exchanged_at is null and code_expires_at > ${now}
        and (${contactId}::text is null or contact_id = ${contactId})
      returning contact_id
    `.execute(transaction);
    const contact = rows[0] && (await contactById(transaction, rows[0].contact_id));
    return contact ? { result: await use(transaction, contact, now) } : null;
  });
  if (!used) throw linkIsOver();
  await ticket.succeeded();
  return { grantToken, expires: Math.floor(expiresAt.getTime() / 1000), ...used };
}

/** Begins a guest session, which cannot be renewed and has only the role of limited access. @throws {Problem} as {@link useGrant} */
export async function exchangeGrant(
  dependencies: GrantDependencies & { tokens: Tokens },
  code: string,
  { address, place }: Pick<TokenRequestOrigin, 'address' | 'place'>,
): Promise<{ accessToken: string; grantToken: string; expires: number }> {
  const lifetime = dependencies.environment.scoreboardGrantLifetime;
  const { result, ...grant } = await useGrant(
    dependencies,
    { code, address },
    async (transaction, contact, now) => ({
      contact,
      session: await startSession(
        transaction,
        { contactId: contact.id, roles: contact.roles, realm: 'grant', lifetime, place },
        now,
      ),
    }),
  );
  const { access_token } = await dependencies.tokens.issue({ ...result.contact, roles: [] }, result.session, [
    'openid',
    'email',
    'profile',
  ]);
  return { accessToken: access_token, ...grant };
}

/** The token adds the accounts to the viewer's own. @throws {Problem} as {@link useGrant}, also for another person's grant */
export async function addGrant(
  dependencies: GrantDependencies,
  { contactId }: Viewer,
  code: string,
  address: string,
): Promise<{ grantToken: string; expires: number }> {
  const { grantToken, expires } = await useGrant(
    dependencies,
    { code, address, contactId },
    async () => null,
  );
  return { grantToken, expires };
}

export async function cleanGrants(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days(1));
  await sql`
    with over as (
      delete from scoreboard_grants where coalesce(expires_at, code_expires_at) < ${before} returning id
    )
    delete from scoreboard_grant_accounts using over where grant_id = over.id
  `.execute(database.kysely);
}
