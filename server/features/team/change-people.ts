import type { EditedRow, EditedValues } from '@mailcall/contract/edited-rows.ts';
import { limitedRole } from '@mailcall/contract/identity.ts';
import type { OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import {
  type invitePeople as inviteRoute,
  type Person,
  type PersonColumn,
  personColumns,
} from '@mailcall/contract/provider-people.ts';
import { isSameEmail } from '@mailcall/contract/rules/email.ts';
import { readPhone } from '@mailcall/contract/rules/phone.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, Problem } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { deskChanged } from '../changes/index.ts';
import { endAccess, endSignIns, type Identity, type Viewer, writeInvitation } from '../identity/index.ts';
import { inEditRun, readEditedRows, saveEditedRows, saveInRun } from '../ingest/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { requireManagedContact } from './managed-contacts.ts';
import { namedOffices } from './office-choices.ts';
import { readPerson } from './people.ts';
import { requireTeamAccount } from './team-accounts.ts';

export type PeopleDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment' | 'files'> & {
  identity: Pick<Identity, 'limits' | 'codes'>;
  outbox: Outbox;
};

/** @throws {Problem} 404 for people whom the viewer does not see, 422 for those who have other accounts, too */
async function managedPerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
): Promise<Person> {
  const person = await readPerson(dependencies, viewer, contactId);
  if (!person) throw notFound(`Contact ${contactId} not found`);
  await requireManagedContact(dependencies.database.kysely, viewer, contactId);
  return person;
}

async function editedRow(database: Queryable, contactId: string): Promise<EditedRow> {
  const [row] = await readEditedRows(database, 'contacts', [contactId]);
  if (!row) throw notFound(`Contact ${contactId} not found`);
  const ofPeople = (values: EditedValues) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => personColumns.includes(name as PersonColumn)),
    );
  return { ...row, values: ofPeople(row.values), feedSays: ofPeople(row.feedSays) };
}

const typedPhone = (phone: string | null) => (phone === null ? null : (readPhone(phone) ?? phone));

const items = (cell: string | null | undefined): string[] => (cell ? cell.split(';') : []);

export async function openPerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
): Promise<{ person: Person; row: EditedRow | null; offices: OfficeChoice[] }> {
  const person = await readPerson(dependencies, viewer, contactId);
  if (!person) throw notFound(`Contact ${contactId} not found`);
  if (!person.managed) return { person, row: null, offices: [] };
  const database = dependencies.database.kysely;
  const row = await editedRow(database, contactId);
  const ids = [...items(row.values.account_ids), ...items(row.feedSays.account_ids)];
  return { person, row, offices: await namedOffices(database, [...new Set(ids)]) };
}

const editedBy = ({ clock }: PeopleDependencies, { contactId }: Viewer) => ({ contactId, at: clock.now() });

/** @throws {Problem} 404 for other accounts, 422 at the others */
function checkValues(viewer: Viewer, values: EditedValues, row: EditedRow): void {
  const refuse = (column: PersonColumn, reason: string) => {
    throw new Problem(422, 'Nothing was saved. Correct the marked values.', {
      kind: 'fail',
      data: { [column]: reason },
    });
  };
  const had = items(row.values.account_ids);
  for (const id of [...items(values.account_ids), ...items(values.primary_account_ids)])
    if (!had.includes(id)) requireTeamAccount(viewer, id);
  if (values.account_ids !== undefined && !values.account_ids && viewer.team?.scope !== 'all')
    refuse('account_ids', 'Keep at least one office, or remove the person.');
  const known = items(row.values.roles);
  if (items(values.roles).some((role) => role !== limitedRole && !known.includes(role)))
    refuse('roles', `Here only the role ${limitedRole} is given.`);
}

/** A new email or phone ends what began with the old one. */
export async function savePerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
  { values: typed, before }: { values: EditedValues; before: EditedValues },
): Promise<void> {
  const { phone: number, ...others } = typed;
  const values: EditedValues = number === undefined ? others : { ...others, phone: typedPhone(number) };
  const person = await managedPerson(dependencies, viewer, contactId);
  checkValues(viewer, values, await editedRow(dependencies.database.kysely, contactId));
  const by = editedBy(dependencies, viewer);
  const { email, phone } = values;
  const isNewAddress =
    (email !== undefined && !isSameEmail(email ?? '', person.email)) ||
    (phone !== undefined && (phone || null) !== person.phone);
  await saveEditedRows(dependencies, {
    file: 'contacts',
    changes: [{ id: contactId, accountId: null, values, before }],
    by,
    also: async (transaction) => {
      await requireManagedContact(transaction, viewer, contactId);
      if (isNewAddress) await endSignIns(transaction, contactId, by.at);
    },
  });
}

/** @throws {Problem} as {@link savePerson} */
export async function takeFeedOfPerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
  column: PersonColumn,
): Promise<void> {
  await managedPerson(dependencies, viewer, contactId);
  const row = await editedRow(dependencies.database.kysely, contactId);
  const value = row.feedSays[column];
  if (value === undefined) return;
  await savePerson(dependencies, viewer, contactId, {
    values: { [column]: value },
    before: { [column]: row.values[column] ?? null },
  });
}

/** Names each person by index: `2.email`. */
function byPerson(error: unknown, count: number): unknown {
  if (!(error instanceof Problem) || error.data === null) return error;
  const data = Object.entries(error.data).map(([name, reason]) => [
    count === 1 ? `0.${name}` : name,
    reason.startsWith('is already the email of contact')
      ? 'is the address of somebody who is here already.'
      : reason,
  ]);
  return new Problem(error.statusCode, error.message, {
    kind: error.kind,
    data: Object.fromEntries(data) as Record<string, string>,
    headers: error.headers,
  });
}

function requireInvitations({ environment: { identityIssuer } }: PeopleDependencies): void {
  if (identityIssuer !== undefined)
    throw notPossible(`People sign in with ${identityIssuer}. Do this there.`);
}

export async function invitePeople(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  { people, officeIds, primary, limited }: z.output<typeof inviteRoute.body>,
): Promise<RouteReply<typeof inviteRoute>> {
  for (const id of officeIds) requireTeamAccount(viewer, id);
  requireInvitations(dependencies);
  const { environment, clock, outbox, identity } = dependencies;
  const accounts = [...new Set(officeIds)].join(';');
  try {
    await saveEditedRows(dependencies, {
      file: 'contacts',
      changes: people.map(({ name, email, phone }) => ({
        id: null,
        accountId: null,
        values: {
          name,
          email,
          phone: typedPhone(phone),
          account_ids: accounts,
          ...(primary && { primary_account_ids: accounts }),
          ...(limited && { roles: limitedRole }),
        },
      })),
      by: editedBy(dependencies, viewer),
      also: async (transaction, ids) => {
        const { rows } = await sql<{ id: string; email: string }>`
          select id, email from contacts where id = any(${[...ids]}::text[]) order by id`.execute(
          transaction,
        );
        for (const person of rows)
          await writeInvitation({ environment, clock, outbox, codes: identity.codes }, transaction, person);
      },
    });
  } catch (error) {
    throw byPerson(error, people.length);
  }
  return { invited: people.length, sending: outbox.sends('email') };
}

/** In the activity of each of the person's accounts. */
async function record(
  transaction: Queryable,
  contactId: string,
  action: 'invite' | 'unlock' | 'end sessions of',
  { contactId: by, at }: { contactId: string; at: Date },
): Promise<void> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from contact_accounts where contact_id = ${contactId} order by 1`.execute(
    transaction,
  );
  const entry = { contactId: by, action, subject: { kind: 'person', id: contactId }, at };
  await deskChanged(
    transaction,
    'contacts',
    rows.map(({ accountId }) => accountId),
  );
  await recordActivity(
    transaction,
    rows.map(({ accountId }) => ({ ...entry, accountId })),
  );
}

/** @throws {Problem} 422 for a person who has a password */
export async function invitePerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
): Promise<{ sending: boolean }> {
  const { id, email } = await managedPerson(dependencies, viewer, contactId);
  requireInvitations(dependencies);
  const { database, environment, clock, outbox, identity } = dependencies;
  await database.transaction(async (transaction) => {
    const { rows } = await sql`
      select 1 from contacts where id = ${contactId} and password_hash is null and not deleted for update`.execute(
      transaction,
    );
    if (rows.length === 0)
      throw notPossible(
        'This person has a password. For a new one, they press Forgot Password at the login.',
      );
    await writeInvitation({ environment, clock, outbox, codes: identity.codes }, transaction, {
      id,
      email,
    });
    await record(transaction, contactId, 'invite', editedBy(dependencies, viewer));
  });
  return { sending: outbox.sends('email') };
}

export async function unlockPerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
): Promise<void> {
  await managedPerson(dependencies, viewer, contactId);
  requireInvitations(dependencies);
  await dependencies.database.transaction(async (transaction) => {
    await dependencies.identity.limits.unlock(transaction, contactId);
    await record(transaction, contactId, 'unlock', editedBy(dependencies, viewer));
  });
}

export async function endSessionsOfPerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
): Promise<number> {
  await managedPerson(dependencies, viewer, contactId);
  requireInvitations(dependencies);
  const by = editedBy(dependencies, viewer);
  return dependencies.database.transaction(async (transaction) => {
    const ended = await endSignIns(transaction, contactId, by.at);
    await record(transaction, contactId, 'end sessions of', by);
    return ended;
  });
}

export async function removePerson(
  dependencies: PeopleDependencies,
  viewer: Viewer,
  contactId: string,
): Promise<number> {
  await managedPerson(dependencies, viewer, contactId);
  const by = editedBy(dependencies, viewer);
  return inEditRun(dependencies, { byPerson: true }, async (run) => {
    await sql`select 1 from contacts where id = ${contactId} for update`.execute(run.database);
    await requireManagedContact(run.database, viewer, contactId);
    await saveInRun(run, {
      file: 'contacts',
      changes: [{ id: contactId, accountId: null, values: { deleted: 'true' } }],
      by,
    });
    return endAccess(run.database, contactId, by.at);
  });
}
