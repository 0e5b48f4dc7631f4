import { isTeamRole, type TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

export interface TeamMember {
  contactId: string;
  name: string;
  email: string;
  phone: string | null;
  roles: TeamRole[];
  allAccounts: boolean;
  /** As chosen: sub-accounts belong to the scope, too. Empty for all accounts. */
  accountIds: string[];
  languages: string[];
  activated: boolean;
  addedAt: Date;
  /** System user; null if unknown. */
  addedBy: string | null;
  /** To the minute; null after about a month. */
  lastSeenAt: Date | null;
}

export interface TeamPerson {
  id: string;
  name: string;
  roles: TeamRole[];
  /** With sub-accounts. */
  scope: 'all' | ReadonlySet<string>;
}

export async function readTeamPeople(database: Queryable): Promise<TeamPerson[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    roles: string[];
    allAccounts: boolean;
    accountIds: string[];
  }>`
    select contacts.id, contacts.name, contacts.portal_roles as roles, team.all_accounts as "allAccounts",
      array(select id from accounts_with_sub_accounts(
        (select array_agg(account_id) from team_member_accounts chosen where chosen.contact_id = team.contact_id))) as "accountIds"
    from team_members team join contacts on contacts.id = team.contact_id
    where not contacts.deleted order by lower(contacts.name), contacts.id`.execute(database);
  return rows.map(({ roles, allAccounts, accountIds, ...person }) => ({
    ...person,
    roles: roles.filter(isTeamRole),
    scope: allAccounts ? 'all' : new Set(accountIds),
  }));
}

export const worksFor = (scope: TeamPerson['scope'], accountIds: readonly string[]): boolean =>
  scope === 'all' || accountIds.every((id) => scope.has(id));

export async function listTeamMembers(database: Queryable, contactId?: string): Promise<TeamMember[]> {
  const { rows } = await sql<Omit<TeamMember, 'roles'> & { roles: string[] }>`
    select team.contact_id as "contactId", contacts.name, contacts.email, contacts.phone, contacts.portal_roles as roles,
      team.all_accounts as "allAccounts",
      array(select account_id from team_member_accounts where contact_id = team.contact_id order by account_id) as "accountIds",
      team.languages, contacts.password_hash is not null as activated, team.added_at as "addedAt", team.added_by as "addedBy",
      (select max(seen_at) from sessions where sessions.contact_id = team.contact_id) as "lastSeenAt"
    from team_members team join contacts on contacts.id = team.contact_id
    where not contacts.deleted and (${contactId ?? null}::text is null or team.contact_id = ${contactId ?? null})
    order by lower(contacts.name), contacts.id`.execute(database);
  return rows.map(({ roles, ...member }) => ({ ...member, roles: roles.filter(isTeamRole) }));
}
