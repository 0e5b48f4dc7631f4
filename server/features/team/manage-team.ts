import type { OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import * as contract from '@mailcall/contract/provider-team.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, orRefused } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { type OperatorChange, recordOperatorChange } from '../activity/index.ts';
import { accountNamesForOperators, endSignIns, type Viewer, writeInvitation } from '../identity/index.ts';
import type { PeopleDependencies } from './change-people.ts';
import { addTeamMember, changeTeamMember, type ChosenScope, removeTeamMember } from './change-team.ts';
import { requireTeamAccount } from './team-accounts.ts';
import { listTeamMembers, type TeamMember, worksFor } from './team-members.ts';

const hasAllAccountsOf = (
  { team }: Viewer,
  { allAccounts, accountIds }: Pick<TeamMember, 'allAccounts' | 'accountIds'>,
): boolean => team !== null && (team.scope === 'all' || (!allAccounts && worksFor(team.scope, accountIds)));

/** Operators give only accounts for which they work. @throws {Problem} 404, 422 */
function checkScope(viewer: Viewer, scope: ChosenScope | undefined): void {
  if (scope === undefined || viewer.team?.scope === 'all') return;
  if (scope === 'all') throw notPossible('You work for chosen accounts. Choose among these.');
  for (const id of scope) requireTeamAccount(viewer, id);
}

const changedBy = ({ contactId }: Viewer) => `portal: ${contactId}`;

async function foundIds(
  { database }: PeopleDependencies,
  query: string | undefined,
): Promise<Set<string> | null> {
  const matches = textMatches(query, [
    inText(sql`contacts.name`),
    inText(sql`contacts.email`),
    inText(sql`array_to_string(contacts.portal_roles, ' ')`),
  ]);
  if (!matches) return null;
  const { rows } = await sql<{ id: string }>`
    select id from contacts where not deleted and id in (select contact_id from team_members) and ${matches}`.execute(
    database.kysely,
  );
  return new Set(rows.map(({ id }) => id));
}

async function listTeam(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  query: string | undefined,
): Promise<contract.Member[]> {
  const { database, clock, environment, identity } = dependencies;
  const now = clock.now();
  const found = await foundIds(dependencies, query);
  const members = (await listTeamMembers(database.kysely))
    .filter(({ contactId }) => found === null || found.has(contactId))
    .slice(0, contract.maxTeamMembers);
  const ids = members.map(({ contactId }) => contactId);
  const locked = new Set(await identity.limits.lockedAmong(async () => ids, now));
  const names = await accountNamesForOperators(
    database.kysely,
    members.flatMap(({ accountIds }) => accountIds),
  );
  const { rows: invited } = await sql<{ id: string; until: Date }>`
    select contact_id as id, max(expires_at) as until from one_time_codes
    where contact_id = any(${ids}::text[]) and purpose in ('setup', 'invitation')
      and used_at is null and replaced_at is null and expires_at > ${now} group by contact_id`.execute(
    database.kysely,
  );
  const invitedUntil = new Map(invited.map(({ id, until }) => [id, until.toISOString()]));
  const officeOf = (id: string): OfficeChoice => ({ id, name: names.get(id) ?? id });
  return members.map((member) => ({
    id: member.contactId,
    name: member.name,
    email: member.email,
    phone: member.phone,
    roles: member.roles,
    allAccounts: member.allAccounts,
    offices: member.accountIds.map(officeOf),
    languages: member.languages,
    activated: member.activated || environment.identityIssuer !== undefined,
    invitedUntil: invitedUntil.get(member.contactId) ?? null,
    locked: locked.has(member.contactId),
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
    own: member.contactId === viewer.contactId,
    managed: hasAllAccountsOf(viewer, member),
  }));
}

/** Own places and those with other accounts are closed. @throws {Problem} 404, 422 */
async function otherMember(
  { database }: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
): Promise<TeamMember> {
  const [member] = await listTeamMembers(database.kysely, contactId);
  if (!member) throw notFound(`Contact ${contactId} not found`);
  if (contactId === viewer.contactId) throw notPossible('Another operator can change you.');
  if (!hasAllAccountsOf(viewer, member))
    throw notPossible('This person also works for accounts that are not yours.');
  return member;
}

/** @throws {Problem} 422 for a person who has a password */
async function writeInvitationOf(
  { environment, clock, outbox, identity }: PeopleDependencies,
  transaction: Queryable,
  { contactId: id, email }: { contactId: string; email: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from contacts where id = ${id} and password_hash is null and not deleted for update`.execute(
    transaction,
  );
  if (rows.length === 0)
    throw notPossible('This person has a password. For a new one, they press Forgot Password at the login.');
  await writeInvitation({ environment, clock, outbox, codes: identity.codes }, transaction, {
    id,
    email,
  });
}

export function serveManagedTeam(routes: RouteServer<Viewer>, dependencies: PeopleDependencies): void {
  const { database, clock, environment, outbox, identity } = dependencies;
  const record = (
    { contactId }: Viewer,
    action: OperatorChange,
    kind: string,
    subjectId: string,
    transaction: Queryable,
  ) => recordOperatorChange(transaction, { contactId, action, kind, subjectId, at: clock.now() });
  const as = (viewer: Viewer, action: OperatorChange) => ({
    database,
    clock,
    by: changedBy(viewer),
    also: (transaction: Queryable, { contactId }: { contactId: string }) =>
      record(viewer, action, 'team member', contactId, transaction),
  });

  routes.serve(contract.listTeam, async ({ viewer, query }) => ({
    records: await listTeam(dependencies, viewer, query.query),
  }));

  routes.serve(contract.addMember, async ({ viewer, body: { email, phone, ...changes } }) => {
    checkScope(viewer, changes.scope);
    const { also, ...adding } = as(viewer, 'add');
    // an operator who joins has a password
    const isInvited = ({ activated }: { activated: boolean }) =>
      !activated && environment.identityIssuer === undefined;
    const member = await orRefused(() =>
      addTeamMember(
        {
          ...adding,
          async also(transaction, added) {
            await also(transaction, added);
            if (isInvited(added)) await writeInvitationOf(dependencies, transaction, added);
          },
        },
        email,
        { ...changes, phone: phone ?? undefined },
      ),
    );
    return { id: member.contactId, invited: isInvited(member), sending: outbox.sends('email') };
  });

  routes.serve(contract.changeMember, async ({ viewer, params, body }) => {
    const member = await otherMember(dependencies, viewer, params.id);
    checkScope(viewer, body.scope);
    // operators may have no other role
    const { roles, ...others } = body;
    const kept = member.roles.filter((role) => role !== 'operator');
    const isSame = roles !== undefined && roles.toSorted().join() === kept.toSorted().join();
    await orRefused(() =>
      changeTeamMember(as(viewer, 'change'), member.email, {
        ...others,
        ...(roles !== undefined && !isSame && { roles }),
      }),
    );
    return {};
  });

  routes.serve(contract.inviteMember, async ({ viewer, params }) => {
    const member = await otherMember(dependencies, viewer, params.id);
    if (environment.identityIssuer !== undefined)
      throw notPossible(`People sign in with ${environment.identityIssuer}. Do this there.`);
    await database.transaction(async (transaction) => {
      await writeInvitationOf(dependencies, transaction, member);
      await record(viewer, 'resend', 'invitation', member.contactId, transaction);
    });
    return { sending: outbox.sends('email') };
  });

  routes.serve(contract.unlockMember, async ({ viewer, params }) => {
    const { contactId } = await otherMember(dependencies, viewer, params.id);
    await database.transaction(async (transaction) => {
      await identity.limits.unlock(transaction, contactId);
      await record(viewer, 'end', 'lockout', contactId, transaction);
    });
    return {};
  });

  routes.serve(contract.endSessionsOfMember, async ({ viewer, params }) => {
    const { contactId } = await otherMember(dependencies, viewer, params.id);
    return database.transaction(async (transaction) => {
      const ended = await endSignIns(transaction, contactId, clock.now());
      await record(viewer, 'end', 'sessions', contactId, transaction);
      return { ended };
    });
  });

  routes.serve(contract.memberLeaves, async ({ viewer, params }) => {
    const { email } = await otherMember(dependencies, viewer, params.id);
    const { ended } = await orRefused(() =>
      removeTeamMember(as(viewer, 'end'), email, { leavesProvider: true }),
    );
    return { ended };
  });
}
