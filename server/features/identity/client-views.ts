import { createHmac, randomBytes } from 'node:crypto';
import { limitedRole } from '@mailcall/contract/identity.ts';
import { teamMayUse, teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import { days, hours, minutes } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { rolesOfContact } from './access.ts';
import { type FoundViewer, viewerOf } from './viewer-of.ts';
import type { Viewer } from './viewer.ts';

const prefix = 'view-';

/** Milliseconds without use after which a view ends. */
const maxIdle = minutes(15);
const maxView = hours(1);
const seenInterval = minutes(1);

export const isClientViewToken = (token: string): boolean => token.startsWith(prefix);

export const clientViewHash = (secret: Uint8Array, token: string): Buffer =>
  createHmac('sha256', secret).update(`client view\0${token}`).digest();

const heldAccounts = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`exists (
  select 1 from contact_accounts linked join accounts held on held.id = linked.account_id and not held.deleted
  where linked.contact_id = person.id and ${condition})`;

/** SQL condition for a `person`, a row of contacts: neither in the team nor with one of its roles. */
export const isOutsideTeam = sql<SqlBool>`(not person.portal_roles && ${sql.lit(`{${teamRoles.join(',')}}`)}::text[]
  and person.id not in (select contact_id from team_members))`;

/** SQL condition for a `person`: an account of theirs is the viewer's. */
export function sharesAccount({ team }: Pick<Viewer, 'team'>): RawBuilder<SqlBool> {
  if (!team) return sql<SqlBool>`false`;
  return heldAccounts(
    team.scope === 'all' ? sql<SqlBool>`true` : sql`held.id = any(${[...team.scope]}::text[])`,
  );
}

/**
 * SQL condition for a contact's id: all accounts of the contact are the viewer's. False for people of the provider, and, unless the
 * viewer works for all accounts, for contacts without one.
 */
export function contactsWithin(viewer: Pick<Viewer, 'team'>, column: string): RawBuilder<SqlBool> {
  const { team } = viewer;
  if (!team) return sql<SqlBool>`false`;
  const areTheirs =
    team.scope === 'all'
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${sharesAccount(viewer)} and not ${heldAccounts(sql`held.id <> all(${[...team.scope]}::text[])`)}`;
  return sql<SqlBool>`${sql.ref(column)} in (
    select person.id from contacts person where not person.deleted and ${isOutsideTeam} and ${areTheirs})`;
}

const mayView = ({ team }: Viewer): boolean => team !== null && teamMayUse('account-manager', team.roles);

interface ViewedContact {
  id: string;
  name: string;
  email: string;
  limited: boolean;
}

/** Offices see it in their activity. @throws {Problem} 404 unless all accounts of the contact are the viewer's */
export async function beginClientView(
  { database, clock, secret }: { database: Database; clock: Clock; secret: Uint8Array },
  viewer: Viewer,
  contactId: string,
): Promise<{ token: string; expiresAt: Date; contact: ViewedContact }> {
  const token = prefix + randomBytes(32).toString('base64url');
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + maxView);
  const contact = await database.transaction(async (transaction) => {
    const { rows } = await sql<ViewedContact>`
      select id, name, email, ${limitedRole} = any(${rolesOfContact}) as limited from contacts
      where id = ${contactId} and ${contactsWithin(viewer, 'contacts.id')}`.execute(transaction);
    const [found] = rows;
    if (!found) throw notFound(`Contact ${contactId} not found`);
    await transaction
      .insertInto('client_views')
      .values({
        id: crypto.randomUUID(),
        contact_id: viewer.contactId,
        session_id: viewer.sessionId,
        viewed_contact_id: contactId,
        token_hash: clientViewHash(secret, token),
        began_at: now,
        seen_at: now,
        expires_at: expiresAt,
      })
      .execute();
    await recordView(transaction, viewer, contactId, now);
    return found;
  });
  return { token, expiresAt, contact };
}

/** In each linked account, as a sign-in is. */
async function recordView(
  transaction: Queryable,
  { contactId }: Viewer,
  viewedId: string,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ accountId: string }>`
    select accounts.id as "accountId" from contact_accounts join accounts on accounts.id = contact_accounts.account_id
    where contact_accounts.contact_id = ${viewedId} and not accounts.deleted order by accounts.id`.execute(
    transaction,
  );
  await recordActivity(
    transaction,
    rows.map(({ accountId }) => ({
      accountId,
      contactId,
      action: 'view as',
      subject: { kind: 'contact', id: viewedId },
      at,
    })),
  );
}

interface OpenView {
  id: string;
  contactId: string;
  sessionId: string | null;
  viewedId: string;
  seenAt: Date;
}

/** What the viewed contact sees. Null once the view, the session, the role or the right to the contact has ended. */
export async function clientViewerOf(
  database: Queryable,
  tokenHash: Uint8Array,
  options: { now: Date; idleTime: number; recordActivity: boolean },
): Promise<FoundViewer | null> {
  const { now, recordActivity: isUse } = options;
  const { rows } = await sql<OpenView>`
    select id, contact_id as "contactId", session_id as "sessionId", viewed_contact_id as "viewedId", seen_at as "seenAt"
    from client_views where token_hash = ${tokenHash}::bytea and ended_at is null and expires_at > ${now}
      and seen_at > ${new Date(now.getTime() - maxIdle)}`.execute(database);
  const [view] = rows;
  if (!view) return null;
  const { contactId, sessionId, viewedId } = view;
  const request = { roles: [], generation: null, grantHash: null };
  const member = await viewerOf(database, { ...request, contactId, sessionId }, options);
  if (!member || !mayView(member.viewer)) return null;
  const found = await viewerOf(database, { ...request, contactId: viewedId, sessionId: null }, options);
  if (!found || !(await isWithin(database, member.viewer, viewedId))) return null;
  if (isUse && now.getTime() - view.seenAt.getTime() > seenInterval)
    await sql`update client_views set seen_at = greatest(seen_at, ${now}) where id = ${view.id}`.execute(
      database,
    );
  const clientView = { id: view.id, by: contactId };
  return { ...found, viewer: { ...found.viewer, sessionId, operator: false, team: null, clientView } };
}

async function isWithin(database: Queryable, member: Viewer, contactId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from contacts where id = ${contactId} and ${contactsWithin(member, 'contacts.id')}`.execute(
    database,
  );
  return rows.length > 0;
}

export async function endClientView(database: Queryable, id: string, now: Date): Promise<void> {
  await sql`update client_views set ended_at = ${now} where id = ${id} and ended_at is null`.execute(
    database,
  );
}

export async function removeEndedClientViews(database: Queryable, now: Date): Promise<void> {
  await database
    .deleteFrom('client_views')
    .where('expires_at', '<', new Date(now.getTime() - days(30)))
    .execute();
}
