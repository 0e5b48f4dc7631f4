import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notFound } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';

type TeamViewer = Pick<Viewer, 'team'>;

/**
 * SQL condition that a member of the team works for the account in a column, such as `calls.account_id`. Removed accounts
 * do not count. False for everyone else.
 */
export function teamAccounts({ team }: TeamViewer, column: string): RawBuilder<SqlBool> {
  if (!team) return sql<SqlBool>`false`;
  if (team.scope === 'all')
    return sql<SqlBool>`${sql.ref(column)} in (select id from accounts where not deleted)`;
  return sql<SqlBool>`${sql.ref(column)} = any(${[...team.scope]}::text[])`;
}

/**
 * Checks that a member of the team works for an account. Says nothing about whether the account exists: read its rows with
 * {@link teamAccounts}.
 * @throws {Problem} 404, also for everyone else
 */
export function requireTeamAccount({ team }: TeamViewer, accountId: string): void {
  if (team && (team.scope === 'all' || team.scope.has(accountId))) return;
  throw notFound(`Account ${accountId} not found`);
}
