import { isSameEmail, readEmail } from '@mailcall/contract/rules/email.ts';
import { readPhone } from '@mailcall/contract/rules/phone.ts';
import {
  type MemberRole,
  memberRoles,
  operatorRole,
  type TeamRole,
  teamRoles,
} from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { machineUser } from '../../platform/machine-user.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { deskChanged } from '../changes/index.ts';
import {
  contactByEmail,
  endAccess,
  endSignIns,
  keepSessions,
  lockContactDetails,
  recordRoleChanges,
} from '../identity/index.ts';
import { listTeamMembers, type TeamMember } from './team-members.ts';

type TeamDependencies = Pick<Dependencies, 'database' | 'clock'> & {
  /** Who changes the team in the portal; otherwise the system user. */
  by?: string;
  /** In the transaction of the change, after it. */
  also?: (
    transaction: Queryable,
    member: { contactId: string; email: string; activated: boolean },
  ) => Promise<unknown>;
};

export type ChosenScope = 'all' | readonly string[];

export interface TeamMemberChanges {
  name?: string | undefined;
  phone?: string | undefined;
  /** Replace all roles but `operator`. */
  roles?: readonly string[] | undefined;
  scope?: ChosenScope | undefined;
  languages?: readonly string[] | undefined;
}

const giveOperator = (email: string) => `npm run cli -- roles ${email} --add ${operatorRole}`;

const roleNames = `${memberRoles.slice(0, -1).join(', ')} and ${memberRoles.at(-1)}`;

function readRole(role: string, email: string): MemberRole {
  const known = memberRoles.find((each) => each === role);
  if (known !== undefined) return known;
  throw new OperatorProblem(
    role === operatorRole
      ? `The role ${operatorRole} is given to members of the team by: ${giveOperator(email)}`
      : `There is no role ${role}. The roles are ${roleNames}.`,
  );
}

function readRoles(roles: readonly string[], email: string): MemberRole[] {
  if (roles.length === 0) throw new OperatorProblem(`Say what the person does with --role: ${roleNames}.`);
  return [...new Set(roles.map((role) => readRole(role, email)))];
}

function readName(name: string): string {
  const read = name.trim();
  if (read === '' || read.length > 200) throw new OperatorProblem('Use a name of 1 to 200 characters.');
  return read;
}

function readLanguages(languages: readonly string[]): string[] {
  const wrong = languages.find((language) => !/^[a-z]{2,3}$/.test(language));
  if (wrong !== undefined || languages.length === 0)
    throw new OperatorProblem(
      `${wrong === undefined || wrong === '' ? 'An empty text' : wrong} is not the code of a language such as en or es.`,
    );
  return [...new Set(languages)].sort();
}

function readNumber(phone: string): string {
  const read = readPhone(phone);
  if (read === null)
    throw new OperatorProblem(`${phone} is not a phone number such as +13035550101.`, { field: 'phone' });
  return read;
}

async function readScope(transaction: Queryable, scope: ChosenScope): Promise<ChosenScope> {
  if (scope === 'all') return scope;
  const wanted = [...new Set(scope)].sort();
  const { rows } = await sql<{ id: string }>`
    select id from accounts where id = any(${wanted}::text[]) and not deleted`.execute(transaction);
  const missing = wanted.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0 || wanted.length === 0)
    throw new OperatorProblem(`There is no account ${missing.join(', ') || 'named'}.`, { field: 'scope' });
  return wanted;
}

async function storeScope(transaction: Queryable, contactId: string, scope: ChosenScope): Promise<void> {
  await sql`update team_members set all_accounts = ${scope === 'all'} where contact_id = ${contactId}`.execute(
    transaction,
  );
  await sql`delete from team_member_accounts where contact_id = ${contactId}`.execute(transaction);
  if (scope !== 'all')
    await sql`
      insert into team_member_accounts (contact_id, account_id)
      select ${contactId}, id from unnest(${[...scope]}::text[]) as chosen (id)`.execute(transaction);
}

/** For a member of chosen accounts, whose sessions go on. */
export async function addAccountOfMember(
  transaction: Queryable,
  contactId: string,
  accountId: string,
): Promise<void> {
  await keepSessions(transaction, contactId, async () => {
    await sql`
      insert into team_member_accounts (contact_id, account_id) values (${contactId}, ${accountId})`.execute(
      transaction,
    );
  });
}

const recordedScope = (scope: ChosenScope) => (scope === 'all' ? ['*'] : [...scope]);

/** Several people may share a phone in the feed, but a shared one cannot sign in. @throws {OperatorProblem} */
async function refuseTaken(
  transaction: Queryable,
  contactId: string,
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
): Promise<void> {
  const { rows } = await sql<{ isEmail: boolean }>`
    select coalesce(lower(email) = lower(${email ?? null}), false) as "isEmail" from contacts
    where id <> ${contactId} and not deleted
      and (lower(email) = lower(${email ?? null}::text) or phone = ${phone ?? null}::text)`.execute(
    transaction,
  );
  const [taken] = rows;
  if (taken)
    throw new OperatorProblem(`Another contact has ${taken.isEmail ? email : phone}. Nothing was changed.`, {
      field: taken.isEmail ? 'email' : 'phone',
    });
}

interface LockedContact {
  id: string;
  name: string;
  email: string;
  portalRoles: string[];
  isMember: boolean;
  accountIds: string[];
}

async function lockContact(transaction: Queryable, id: string): Promise<LockedContact | null> {
  // a statement of its own: a cluster locks rows of one table
  await sql`select 1 from contacts where id = ${id} for update`.execute(transaction);
  const { rows } = await sql<LockedContact>`
    select id, name, email, portal_roles as "portalRoles",
      exists (select 1 from team_members where contact_id = contacts.id) as "isMember",
      array(select account_id from contact_accounts where contact_id = contacts.id order by account_id) as "accountIds"
    from contacts where id = ${id} and not deleted`.execute(transaction);
  return rows[0] ?? null;
}

const findContact = async (transaction: Queryable, email: string): Promise<LockedContact | null> => {
  const id = await contactByEmail(transaction, email).then(
    (contact) => contact.id,
    (error: unknown) => {
      if (error instanceof OperatorProblem) return null;
      throw error;
    },
  );
  return id === null ? null : lockContact(transaction, id);
};

/** @throws {OperatorProblem} if no member has this email */
async function lockMember(transaction: Queryable, email: string): Promise<LockedContact> {
  const contact = await findContact(transaction, email);
  if (!contact?.isMember) throw new OperatorProblem(`Nobody in the team has the email address ${email}.`);
  return contact;
}

/** Null if the contact can join. */
function joinProblem({ email, isMember, portalRoles, accountIds }: LockedContact): string | null {
  if (isMember) return `${email} is in the team already.`;
  if (!portalRoles.includes(operatorRole))
    return `${email} is the address of a contact who is no operator. Use another address for the team.`;
  if (accountIds.length > 0)
    return `${email} is linked to ${accountIds.slice(0, 5).join(', ')}${accountIds.length > 5 ? ' and others' : ''}. The team has no accounts of its own: remove them from the contact in the feed first.`;
  return null;
}

async function memberOf(transaction: Queryable, contactId: string): Promise<TeamMember> {
  const [member] = await listTeamMembers(transaction, contactId);
  if (!member) throw new Error(`The member ${contactId} is not there.`);
  return member;
}

async function storeContact(
  transaction: Queryable,
  known: LockedContact | null,
  {
    email,
    name,
    phone,
    roles: given,
  }: { email: string; name: string | null; phone: string | null; roles: readonly TeamRole[] },
): Promise<string> {
  if (known === null) {
    if (name === null) throw new OperatorProblem('Say who it is with --name.');
    const id = crypto.randomUUID();
    await transaction
      .insertInto('contacts')
      .values({ id, name, email, phone, portal_roles: [...given].sort() })
      .execute();
    return id;
  }
  const roles = [...new Set([...known.portalRoles, ...given])].sort();
  await sql`
    update contacts set portal_roles = ${roles}::text[], name = coalesce(${name}::text, name), phone = coalesce(${phone}::text, phone)
    where id = ${known.id}`.execute(transaction);
  return known.id;
}

/** @throws {OperatorProblem} without any change, if a value is missing or wrong, or the email is another contact's */
export async function addTeamMember(
  { database, clock, by, also }: TeamDependencies,
  typed: string,
  { name, phone, roles = [], scope, languages = ['en'] }: TeamMemberChanges,
): Promise<TeamMember> {
  const email = readEmail(typed);
  if (email === null || email === undefined)
    throw new OperatorProblem(`${typed} is not an email address.`, { field: 'email' });
  if (scope === undefined) throw new OperatorProblem('Say for which accounts: --all-accounts or --accounts.');
  const spoken = readLanguages(languages);
  const number = phone === undefined ? null : readNumber(phone);
  return database.transaction(async (transaction) => {
    await lockContactDetails(transaction);
    const known = await findContact(transaction, email);
    const problem = known && joinProblem(known);
    if (problem !== null) throw new OperatorProblem(problem, { field: 'email' });
    // only the command line makes a new person an operator; a known one is an operator already
    const isOperator = known !== null || (by === undefined && roles.includes(operatorRole));
    const named = isOperator ? roles.filter((role) => role !== operatorRole) : roles;
    const given: TeamRole[] = named.length === 0 && isOperator ? [] : readRoles(named, email);
    if (isOperator && known === null) given.push(operatorRole);
    const chosen = await readScope(transaction, scope);
    if (number !== null) await refuseTaken(transaction, known?.id ?? '', { phone: number });
    const contactId = await storeContact(transaction, known, {
      email,
      name: name === undefined ? null : readName(name),
      phone: number,
      roles: given,
    });
    await transaction
      .insertInto('team_members')
      .values({
        contact_id: contactId,
        languages: spoken,
        added_at: clock.now(),
        added_by: by ?? machineUser(),
      })
      .execute();
    await storeScope(transaction, contactId, chosen);
    const joined = [
      { role: 'team', given: true, accountIds: recordedScope(chosen) },
      ...given.filter((role) => !known?.portalRoles.includes(role)).map((role) => ({ role, given: true })),
    ];
    await recordRoleChanges(transaction, contactId, clock.now(), joined, by);
    await deskChanged(transaction, 'team', null);
    const member = await memberOf(transaction, contactId);
    await also?.(transaction, member);
    return member;
  });
}

async function changeMemberRoles(
  transaction: Queryable,
  { id, portalRoles }: LockedContact,
  wanted: readonly MemberRole[],
  at: Date,
  by: string | undefined,
): Promise<void> {
  const taken = memberRoles.filter((role) => portalRoles.includes(role) && !wanted.includes(role));
  const given = wanted.filter((role) => !portalRoles.includes(role));
  if (taken.length === 0 && given.length === 0) return;
  const kept = portalRoles.filter((role) => !(taken as readonly string[]).includes(role));
  await sql`update contacts set portal_roles = ${[...kept, ...given].sort()}::text[] where id = ${id}`.execute(
    transaction,
  );
  const changes = [
    ...taken.map((role) => ({ role, given: false })),
    ...given.map((role) => ({ role, given: true })),
  ];
  await recordRoleChanges(transaction, id, at, changes, by);
}

/** A new email or phone ends what began with the old one. */
async function changeDetails(
  transaction: Queryable,
  { id, email: before }: LockedContact,
  {
    name,
    email,
    phone,
  }: { name?: string | undefined; email?: string | undefined; phone?: string | undefined },
  now: Date,
): Promise<void> {
  await refuseTaken(transaction, id, { email, phone });
  await sql`
    update contacts set name = coalesce(${name ?? null}::text, name), email = coalesce(${email ?? null}::text, email),
      phone = coalesce(${phone ?? null}::text, phone), session_version = session_version + 1
    where id = ${id}`.execute(transaction);
  if ((email !== undefined && !isSameEmail(email, before)) || phone !== undefined)
    await endSignIns(transaction, id, now);
}

/** @throws {OperatorProblem} without any change, if no member has the email or a value is wrong */
export async function changeTeamMember(
  { database, clock, by, also }: TeamDependencies,
  email: string,
  { name, phone, roles, scope, languages, email: typed }: TeamMemberChanges & { email?: string | undefined },
): Promise<TeamMember> {
  const given = roles && readRoles(roles, email);
  const spoken = languages && readLanguages(languages);
  const details = {
    name: name === undefined ? undefined : readName(name),
    phone: phone === undefined ? undefined : readNumber(phone),
    email: typed === undefined ? undefined : readEmail(typed),
  };
  if (typed !== undefined && !details.email)
    throw new OperatorProblem(`${typed} is not an email address.`, { field: 'email' });
  if ([given, scope, spoken, ...Object.values(details)].every((value) => value === undefined))
    throw new OperatorProblem('Say what to change; --help lists the options.');
  return database.transaction(async (transaction) => {
    await lockContactDetails(transaction);
    const member = await lockMember(transaction, email);
    const now = clock.now();
    if (Object.values(details).some((value) => value !== undefined))
      await changeDetails(transaction, member, { ...details, email: details.email ?? undefined }, now);
    if (given !== undefined) await changeMemberRoles(transaction, member, given, now, by);
    if (spoken !== undefined)
      await sql`update team_members set languages = ${spoken}::text[] where contact_id = ${member.id}`.execute(
        transaction,
      );
    if (scope !== undefined) {
      const chosen = await readScope(transaction, scope);
      await storeScope(transaction, member.id, chosen);
      const joined = [{ role: 'team', given: true, accountIds: recordedScope(chosen) }];
      await recordRoleChanges(transaction, member.id, now, joined, by);
    }
    await deskChanged(transaction, 'team', null);
    const changed = await memberOf(transaction, member.id);
    await also?.(transaction, changed);
    return changed;
  });
}

export interface RemovedMember {
  contactId: string;
  email: string;
  taken: TeamRole[];
  staysOperator: boolean;
  ended: number;
}

/**
 * Ends all ways in. Operators keep role and contact unless they leave the provider; others lose the contact, but names stay in the history.
 * @throws {OperatorProblem}
 */
export async function removeTeamMember(
  { database, clock, by, also }: TeamDependencies,
  email: string,
  { leavesProvider = false } = {},
): Promise<RemovedMember> {
  return database.transaction(async (transaction) => {
    await lockContactDetails(transaction);
    const { id, email: known, portalRoles } = await lockMember(transaction, email);
    const now = clock.now();
    const staysOperator = portalRoles.includes(operatorRole) && !leavesProvider;
    const taken = teamRoles.filter(
      (role) => portalRoles.includes(role) && !(staysOperator && role === operatorRole),
    );
    const roles = portalRoles.filter((role) => !(taken as readonly string[]).includes(role));
    await sql`delete from team_member_accounts where contact_id = ${id}`.execute(transaction);
    await sql`delete from team_members where contact_id = ${id}`.execute(transaction);
    await sql`
      update contacts set portal_roles = ${roles}::text[], deleted = ${!staysOperator} where id = ${id}`.execute(
      transaction,
    );
    const left = [...taken.map((role) => ({ role, given: false })), { role: 'team', given: false }];
    await recordRoleChanges(transaction, id, now, left, by);
    await deskChanged(transaction, 'team', null);
    await transaction.deleteFrom('score_claims').where('contact_id', '=', id).execute();
    const ended = await (staysOperator ? endSignIns : endAccess)(transaction, id, now);
    await also?.(transaction, { contactId: id, email: known, activated: false });
    return { contactId: id, email: known, taken, staysOperator, ended };
  });
}
