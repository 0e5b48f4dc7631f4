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

async function invite(
  { database, environment, clock, outbox, provider, identity }: PeopleDependencies,
  person: { id: string; email: string },
): Promise<{ sending: boolean }> {
  await database.transaction(async (transaction) => {
    const { rows } = await sql`
      select 1 from contacts where id = ${person.id} and password_hash is null and not deleted for update`.execute(
      transaction,
    );
    if (rows.length === 0)
      throw notPossible(
        'This person has a password. For a new one, they press Forgot Password at the login.',
      );
    await writeInvitation(
      { environment, clock, outbox, provider, codes: identity.codes },
      transaction,
      person,
    );
  });
  return { sending: outbox.sends('email') };
}

export function serveManagedTeam(routes: RouteServer<Viewer>, dependencies: PeopleDependencies): void {
  const { database, clock, environment, outbox, identity } = dependencies;
  const as = (viewer: Viewer) => ({ database, clock, by: changedBy(viewer) });
  const record = (
    { contactId }: Viewer,
    action: OperatorChange,
    kind: string,
    subjectId: string,
    transaction: Queryable = database.kysely,
  ) => recordOperatorChange(transaction, { contactId, action, kind, subjectId, at: clock.now() });

  routes.serve(contract.listTeam, async ({ viewer, query }) => ({
    records: await listTeam(dependencies, viewer, query.query),
  }));

  routes.serve(contract.addMember, async ({ viewer, body: { email, phone, ...changes } }) => {
    checkScope(viewer, changes.scope);
    const member = await orRefused(() =>
      addTeamMember(as(viewer), email, { ...changes, phone: phone ?? undefined }),
    );
    const { contactId: id } = member;
    await record(viewer, 'add', 'team member', id);
    // an operator who joins has a password
    if (member.activated || environment.identityIssuer !== undefined)
      return { id, invited: false, sending: outbox.sends('email') };
    return { id, invited: true, ...(await invite(dependencies, { id, email: member.email })) };
  });

  routes.serve(contract.changeMember, async ({ viewer, params, body }) => {
    const member = await otherMember(dependencies, viewer, params.id);
    checkScope(viewer, body.scope);
    // operators may have no other role
    const { roles, ...others } = body;
    const kept = member.roles.filter((role) => role !== 'operator');
    const isSame = roles !== undefined && roles.toSorted().join() === kept.toSorted().join();
    await record(viewer, 'change', 'team member', params.id);
    await orRefused(() =>
      changeTeamMember(as(viewer), member.email, {
        ...others,
        ...(roles !== undefined && !isSame && { roles }),
      }),
    );
    return {};
  });

  routes.serve(contract.inviteMember, async ({ viewer, params }) => {
    const { contactId: id, email } = await otherMember(dependencies, viewer, params.id);
    if (environment.identityIssuer !== undefined)
      throw notPossible(`People sign in with ${environment.identityIssuer}. Do this there.`);
    await record(viewer, 'resend', 'invitation', id);
    return invite(dependencies, { id, email });
  });

  routes.serve(contract.unlockMember, async ({ viewer, params }) => {
    const { contactId } = await otherMember(dependencies, viewer, params.id);
    await database.transaction(async (transaction) => {
      await record(viewer, 'end', 'lockout', contactId, transaction);
      await identity.limits.unlock(transaction, contactId);
    });
    return {};
  });

  routes.serve(contract.endSessionsOfMember, async ({ viewer, params }) => {
    const { contactId } = await otherMember(dependencies, viewer, params.id);
    return database.transaction(async (transaction) => {
      await record(viewer, 'end', 'sessions', contactId, transaction);
      return { ended: await endSignIns(transaction, contactId, clock.now()) };
    });
  });

  routes.serve(contract.memberLeaves, async ({ viewer, params }) => {
    const { email } = await otherMember(dependencies, viewer, params.id);
    await record(viewer, 'end', 'team member', params.id);
    const { ended } = await orRefused(() => removeTeamMember(as(viewer), email, { leavesProvider: true }));
    return { ended };
  });
}
