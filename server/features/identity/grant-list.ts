import type { OperatedGrant } from '@mailcall/contract/operate.ts';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Database, Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { endSessionsWhere } from './sessions.ts';

const maxListed = 500;

interface GrantRow extends Omit<OperatedGrant, 'openedAt' | 'endsAt'> {
  openedAt: Date | null;
  endsAt: Date;
}

/** Latest end first; ended grants stay for a day. */
export async function listGrants(database: Queryable, now: Date): Promise<OperatedGrant[]> {
  const { rows } = await sql<GrantRow>`
    select grants.id, grants.contact_id as "contactId", contacts.email,
      coalesce((select array_agg(account_id order by account_id) from scoreboard_grant_accounts where grant_id = grants.id), '{}')
        as "accountIds",
      case when coalesce(grants.expires_at, grants.code_expires_at) <= ${now} then 'ended'
        when grants.exchanged_at is null then 'unused' else 'in use' end as state,
      grants.exchanged_at as "openedAt", coalesce(grants.expires_at, grants.code_expires_at) as "endsAt"
    from scoreboard_grants grants left join contacts on contacts.id = grants.contact_id and not contacts.deleted
    order by "endsAt" desc, grants.id limit ${maxListed}`.execute(database);
  return rows.map((row) => ({
    ...row,
    openedAt: row.openedAt?.toISOString() ?? null,
    endsAt: row.endsAt.toISOString(),
  }));
}

/** The grant's link and token stop working, and its session ends. @throws {OperatorProblem} if there is no such grant */
export async function revokeGrant(
  database: Pick<Database, 'transaction'>,
  id: string,
  now: Date,
): Promise<{ id: string; contactId: string }> {
  const revoked = z.uuid().safeParse(id).success
    ? await database.transaction(async (transaction) => {
        const { rows } = await sql<{ contactId: string; openedAt: Date | null }>`
          with revoked as (delete from scoreboard_grants where id = ${id}::uuid returning *),
          accounts as (delete from scoreboard_grant_accounts using revoked where grant_id = revoked.id)
          select contact_id as "contactId", exchanged_at as "openedAt" from revoked`.execute(transaction);
        const [grant] = rows;
        // the session began in the transaction that exchanged the code, at the same clock time
        if (grant?.openedAt)
          await endSessionsWhere(
            transaction,
            sql<SqlBool>`contact_id = ${grant.contactId} and realm = 'grant' and created_at = ${grant.openedAt}`,
            'grant revoked',
            now,
          );
        return grant;
      })
    : undefined;
  if (!revoked)
    throw new OperatorProblem(`There is no grant ${id}. List them with: npm run cli -- grants list`);
  return { id, contactId: revoked.contactId };
}
