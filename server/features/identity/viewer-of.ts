import { limitedRole } from '@mailcall/contract/identity.ts';
import { operatorRole } from '@mailcall/contract/rules/roles.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { PreparedStatement } from '../../platform/prepared-statements.ts';
import { rolesOfContact, versionOfAccess } from './access.ts';
import { endSession } from './sessions.ts';
import type { Viewer } from './viewer.ts';

/** An account and the one directly above it. */
type LinkedAccount = [id: string, parentId: string | null];

/** The use of a session is recorded at most this often, in milliseconds. */
const activityInterval = 60_000;

/** The credentials of a request: its token's claims, and the hash of its scoreboard grant's token. */
export interface ViewerRequest {
  /** Null when an outside issuer signed the token: it has no session here. */
  sessionId: string | null;
  contactId: string;
  roles: readonly string[];
  /** The generation of the session's tokens that the token is of; null when that does not matter. */
  generation: number | null;
  /** Hash of the token in the grant header; null without one. */
  grantHash: Uint8Array | null;
}

interface ViewerRow {
  limited: boolean;
  seenAt: Date | null;
  /** Whether it is the first use of the tokens that the last renewal issued. */
  confirms: boolean;
  /** Whether the token was in an answer that its browser did not get. */
  skipped: boolean;
  roles: string[];
  portalRoles: string[];
  sessionVersion: string;
  own: LinkedAccount[];
  hasGrant: boolean;
  byGrant: boolean;
  /** Whether the session has a second factor; true without a session, of which the outside issuer takes care. */
  isStrong: boolean;
  /** Whether it is limited by neither realm nor role: a second factor is missing. */
  lacksSecondFactor: boolean;
  granted: LinkedAccount[];
}

/** The viewer, and whether the request's grant is valid. */
export interface FoundViewer {
  viewer: Viewer;
  granted: boolean;
  /** The accounts without those of the grant: what may be changed. */
  ownIds: ReadonlySet<string>;
}

/** Accounts in the order of their ids, as JSON: arrays of PostgreSQL take several times as long to parse. */
const linkedAccounts = (table: string) =>
  sql<
    LinkedAccount[]
  >`(select coalesce(json_agg(json_build_array(id, parent_id) order by id), '[]') from ${sql.table(table)})`;

const idsOf = (accounts: readonly LinkedAccount[]) => accounts.map(([id]) => id);

/** The ids of the accounts directly below each. */
function subAccountsOf(accounts: readonly LinkedAccount[]): Map<string, Set<string>> {
  const subAccounts = new Map<string, Set<string>>();
  for (const [id, parentId] of accounts) {
    if (parentId === null) continue;
    const siblings = subAccounts.get(parentId) ?? new Set();
    subAccounts.set(parentId, siblings.add(id));
  }
  return subAccounts;
}

/** What the viewer is found by. */
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
      ${linkedAccounts('own')} as own, exists (select 1 from this_grant) as "hasGrant", ${linkedAccounts('granted')} as granted
    from contacts left join sessions on sessions.id = ${value('sessionId')} and sessions.contact_id = contacts.id
      and sessions.ended_at is null and sessions.expires_at > ${value('now')} and sessions.seen_at > ${value('idleSince')}
    where contacts.id = ${value('contactId')} and not contacts.deleted
      and (${value('sessionId')}::text is null or sessions.id is not null)`,
);

/**
 * The viewer of a token, as the record knows them now, in one query; null when the session has ended, is idle for
 * longer than `idleTime` seconds or is not this contact's, or the contact is gone. The stricter of the token's roles and
 * the record's counts. The first use of renewed tokens is noted: from then on the previous refresh token is stolen. Who has the tokens
 * of an answer that its browser did not get has stolen them, and the session ends.
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
  // the holder of a scoreboard link has proved nothing about themselves: nothing of the contact is theirs
  const own = row.byGrant ? [] : row.own;
  const [accountIds, grantedIds] = [idsOf(own), idsOf(row.granted)];
  const version = versionOfAccess({
    roles: row.roles,
    accountIds,
    grantedIds: row.hasGrant ? grantedIds : null,
  });
  const ownIds = new Set(accountIds);
  const limited = row.limited || row.roles.includes(limitedRole) || request.roles.includes(limitedRole);
  return {
    granted: row.hasGrant,
    ownIds,
    viewer: {
      contactId,
      sessionId,
      limited,
      lacksSecondFactor: row.lacksSecondFactor,
      // neither a role of the feed nor one that only the token names, nor one that came while a session without a second factor lasts
      operator: !limited && !row.byGrant && row.isStrong && row.portalRoles.includes(operatorRole),
      accountIds: new Set([...ownIds, ...grantedIds]),
      subAccounts: subAccountsOf([...own, ...row.granted]),
      grantedIds: new Set(grantedIds.filter((id) => !ownIds.has(id))),
      byGrant: row.byGrant,
      // the contact's own counter covers changes that roles and accounts do not show
      sessionVersion: `${row.sessionVersion}.${version}`,
    },
  };
}
