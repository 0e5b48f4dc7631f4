import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notFound } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';

type TeamViewer = Pick<Viewer, 'team'>;

/** SQL condition for an account column, such as `calls.account_id`. False for removed accounts and non-members. */
export function teamAccounts({ team }: TeamViewer, column: string): RawBuilder<SqlBool> {
  if (!team) return sql<SqlBool>`false`;
  if (team.scope === 'all')
    return sql<SqlBool>`${sql.ref(column)} in (select id from accounts where not deleted)`;
  return sql<SqlBool>`${sql.ref(column)} = any(${[...team.scope]}::text[])`;
}

/** Does not check that the account exists: read rows with {@link teamAccounts}. @throws {Problem} 404 for other accounts and non-members */
export function requireTeamAccount({ team }: TeamViewer, accountId: string): void {
  if (team && (team.scope === 'all' || team.scope.has(accountId))) return;
  throw notFound(`Account ${accountId} not found`);
}
