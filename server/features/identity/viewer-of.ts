import { limitedRole } from '@mailcall/contract/identity.ts';
import { isTeamRole, operatorRole } from '@mailcall/contract/rules/team-roles.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { PreparedStatement } from '../../platform/prepared-statements.ts';
import { rolesOfContact, versionOfAccess } from './access.ts';
import { endSession } from './sessions.ts';
import type { Viewer, ViewerTeam } from './viewer.ts';

type LinkedAccount = [id: string, parentId: string | null];

const activityInterval = minutes(1);

export interface ViewerRequest {
  /** Null if an external issuer signed the token. */
  sessionId: string | null;
  contactId: string;
  roles: readonly string[];
  generation: number | null;
  grantHash: Uint8Array | null;
}

interface ViewerRow {
  limited: boolean;
  seenAt: Date | null;
  /** First use of the last renewal's tokens. */
  confirms: boolean;
  /** The token was in a lost response. */
  skipped: boolean;
  roles: string[];
  portalRoles: string[];
  sessionVersion: string;
  own: LinkedAccount[];
  hasGrant: boolean;
  byGrant: boolean;
  /** True without a session, because the external issuer decides. */
  isStrong: boolean;
  /** Limited by neither realm nor role: a second factor is missing. */
  lacksSecondFactor: boolean;
  granted: LinkedAccount[];
  merged: [id: string, into: string][];
  /** Null for people outside the provider's team. */
  team: { allAccounts: boolean; chosen: string[]; accountIds: string[] } | null;
}

export interface FoundViewer {
  viewer: Viewer;
  granted: boolean;
  /** The viewer may change only these. */
  ownIds: ReadonlySet<string>;
}

/** Accounts by id as JSON, because PostgreSQL arrays take several times as long to parse. */
const linkedAccounts = (table: string) =>
  sql<
    LinkedAccount[]
  >`(select coalesce(json_agg(json_build_array(id, parent_id) order by id), '[]') from ${sql.table(table)})`;

const idsOf = (accounts: readonly LinkedAccount[]) => accounts.map(([id]) => id);

function subAccountsOf(accounts: readonly LinkedAccount[]): Map<string, Set<string>> {
  const subAccounts = new Map<string, Set<string>>();
  for (const [id, parentId] of accounts) {
    if (parentId === null) continue;
    const siblings = subAccounts.get(parentId) ?? new Set();
    subAccounts.set(parentId, siblings.add(id));
  }
  return subAccounts;
}

type ViewerValues = Omit<ViewerRequest, 'roles'> & { now: Date; idleSince: Date };

const viewerStatement = new PreparedStatement<ViewerValues, ViewerRow>(
  (value) => sql<ViewerRow>`
    with own as (
      select id, parent_id from accounts_with_sub_accounts((
        select array_agg(account_id) from contact_accounts where contact_id = ${value('contactId')}))
    ),
    this_grant as (
      select id from scoreboard_grants
      where contact_id = ${value('contactId')} and token_hash = ${value('grantHash')}::bytea and expires_at > ${value('now')}
    ),
    granted as (
      select id, parent_id from accounts_with_sub_accounts((
        select array_agg(linked.account_id) from this_grant join scoreboard_grant_accounts linked on linked.grant_id = this_grant.id))
    )
    select coalesce(sessions.limited, false) as limited, coalesce(sessions.realm = 'grant', false) as "byGrant",
      coalesce(sessions.second_factor, true) as "isStrong",
      coalesce(sessions.lacks_second_factor, false) as "lacksSecondFactor", sessions.seen_at as "seenAt",
      coalesce(not sessions.refresh_confirmed and sessions.refresh_generation = ${value('generation')}::int, false) as confirms,
      coalesce(${value('generation')}::int = any(sessions.refresh_skipped), false) as skipped, ${rolesOfContact} as roles, contacts.portal_roles as "portalRoles",
      contacts.session_version::text as "sessionVersion",
      (select json_build_object('allAccounts', all_accounts,
        'chosen', (select coalesce(json_agg(account_id order by account_id), '[]') from team_member_accounts where contact_id = ${value('contactId')}),
        'accountIds', (select coalesce(json_agg(id), '[]') from accounts_with_sub_accounts((
          select array_agg(account_id) from team_member_accounts where contact_id = ${value('contactId')}))))
        from team_members where contact_id = ${value('contactId')}) as team,
      ${linkedAccounts('own')} as own, exists (select 1 from this_grant) as "hasGrant", ${linkedAccounts('granted')} as granted,
      (select coalesce(json_agg(json_build_array(id, merged_into)), '[]') from accounts
        where merged_into in (select id from own union all select id from granted)) as merged
    from contacts left join sessions on sessions.id = ${value('sessionId')} and sessions.contact_id = contacts.id
      and sessions.ended_at is null and sessions.expires_at > ${value('now')} and sessions.seen_at > ${value('idleSince')}
    where contacts.id = ${value('contactId')} and not contacts.deleted
      and (${value('sessionId')}::text is null or sessions.id is not null)`,
);

/** Rights of a member of the team in this session; null without any. */
function teamOf({ team, portalRoles }: ViewerRow, isFull: boolean): ViewerTeam | null {
  if (!team || !isFull) return null;
  return {
    roles: new Set(portalRoles.filter(isTeamRole)),
    scope: team.allAccounts ? 'all' : new Set(team.accountIds),
  };
}

/**
 * One query. Null if the session has ended, was idle for `idleTime` seconds or belongs to another contact, or the contact was removed.
 * The stricter of token and record applies. Records the first use of renewed tokens, after which the previous refresh token counts as
 * stolen. Tokens of a lost response count as stolen too, and the session ends.
 */
export async function viewerOf(
  database: Queryable,
  request: ViewerRequest,
  { now, idleTime, recordActivity = true }: { now: Date; idleTime: number; recordActivity?: boolean },
): Promise<FoundViewer | null> {
  const { sessionId, contactId, grantHash, generation } = request;
  const idleSince = new Date(now.getTime() - idleTime * 1000);
  const values = { contactId, sessionId, grantHash, generation, now, idleSince };
  const [row] = (await viewerStatement.run(values, database)).rows;
  if (!row) return null;
  if (row.skipped && sessionId !== null) {
    await endSession(database, sessionId, 'refresh token used twice', now);
    return null;
  }
  if (row.confirms)
    await sql`
      update sessions set refresh_confirmed = true where id = ${sessionId} and refresh_generation = ${generation}`.execute(
      database,
    );
  if (recordActivity && row.seenAt && now.getTime() - row.seenAt.getTime() > activityInterval)
    await sql`update sessions set seen_at = greatest(seen_at, ${now}) where id = ${sessionId}`.execute(
      database,
    );
  // the holder of a scoreboard link has proved nothing and owns nothing of the contact; the team has its own routes
  const own = row.byGrant || row.team ? [] : row.own;
  const granted = row.team ? [] : row.granted;
  const hasGrant = row.hasGrant && row.team === null;
  const [accountIds, grantedIds] = [idsOf(own), idsOf(granted)];
  const version = versionOfAccess({
    roles: row.roles,
    accountIds,
    grantedIds: hasGrant ? grantedIds : null,
    team: row.team && (row.team.allAccounts ? 'all' : row.team.chosen),
  });
  const ownIds = new Set(accountIds);
  const limited = row.limited || row.roles.includes(limitedRole) || request.roles.includes(limitedRole);
  // the portal must have given a team role, and not during a session without a second factor; feed and token alone cannot
  const isFull = !limited && !row.byGrant && row.isStrong;
  return {
    granted: hasGrant,
    ownIds,
    viewer: {
      contactId,
      sessionId,
      limited,
      lacksSecondFactor: row.lacksSecondFactor,
      operator: isFull && row.portalRoles.includes(operatorRole),
      team: teamOf(row, isFull),
      accountIds: new Set([...ownIds, ...grantedIds]),
      subAccounts: subAccountsOf([...own, ...granted]),
      mergedIds: new Map(row.merged),
      grantedIds: new Set(grantedIds.filter((id) => !ownIds.has(id))),
      byGrant: row.byGrant,
      clientView: null,
      // the contact's own counter covers other changes than roles and accounts
      sessionVersion: `${row.sessionVersion}.${version}`,
    },
  };
}
