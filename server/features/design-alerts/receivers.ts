import type { AlertMethod } from '@mailcall/contract/rules/alert-types.ts';
import {
  type DeskPerson,
  deskPeopleToTell,
  type DesignAlertType,
  type ReviewPerson,
} from '@mailcall/contract/rules/design-alerts.ts';
import { rolesOfAccess } from '@mailcall/contract/rules/team-roles.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { accountAndAbove } from '../identity/index.ts';
import type { Channel } from '../outbox/index.ts';
import { stillWaiting } from './waiting-designs.ts';
import { methodsOf, salesContactKey } from './settings.ts';

export interface Receiver {
  contactId: string;
  channel: Channel;
  address: string;
}

interface Addressed {
  id: string;
  email: string;
  phone: string | null;
}

const addressesOf = ({ id, email, phone }: Addressed, methods: readonly AlertMethod[]): Receiver[] => [
  ...(methods.includes('Email') && email !== ''
    ? [{ contactId: id, channel: 'email' as const, address: email }]
    : []),
  ...(methods.includes('SMS') && phone !== null
    ? [{ contactId: id, channel: 'sms' as const, address: phone }]
    : []),
];

/** In the order of `people`, with the methods that each chose. */
export async function receiversOf(
  database: Queryable,
  people: readonly Addressed[],
  alertType: DesignAlertType,
): Promise<Receiver[]> {
  const methods = await methodsOf(
    database,
    people.map(({ id }) => id),
    alertType,
  );
  return people.flatMap((person) => addressesOf(person, methods.get(person.id) ?? []));
}

/** People of the client who may open the account's designs. */
export async function readReviewPeople(
  database: Queryable,
  accountId: string,
): Promise<(ReviewPerson & Addressed)[]> {
  const { rows } = await sql<ReviewPerson & Addressed>`
    with recursive ${accountAndAbove(accountId)}
    select contacts.id, contacts.email, contacts.phone, bool_or(linked.account_id = ${accountId}) as "isLinked",
      bool_or(linked.is_primary and linked.account_id = ${accountId}) as "isPrimary"
    from above join contact_accounts linked on linked.account_id = above.id
    join contacts on contacts.id = linked.contact_id and not contacts.deleted
    where contacts.id not in (select contact_id from team_members)
    group by contacts.id, contacts.email, contacts.phone order by contacts.id`.execute(database);
  return rows;
}

async function readDeskPeople(database: Queryable, accountId: string): Promise<(DeskPerson & Addressed)[]> {
  const { rows } = await sql<DeskPerson & Addressed>`
    with recursive ${accountAndAbove(accountId)}
    select contacts.id, contacts.email, contacts.phone, 'account-manager' = any(contacts.portal_roles) as "isManager",
      bool_or(above.id is not null) as "isChosen"
    from team_members team join contacts on contacts.id = team.contact_id and not contacts.deleted
    left join team_member_accounts chosen on chosen.contact_id = team.contact_id
    left join above on above.id = chosen.account_id
    where contacts.portal_roles && ${[...rolesOfAccess.designer]}::text[]
    group by contacts.id, contacts.email, contacts.phone, contacts.portal_roles, team.all_accounts
    having team.all_accounts or bool_or(above.id is not null)
    order by contacts.id`.execute(database);
  return rows;
}

/** People of the provider, and a sales contact who is not in the team. */
export async function readDeskReceivers(
  database: Queryable,
  {
    accountId,
    senderId,
    salesContact,
  }: {
    accountId: string;
    senderId: string | null;
    salesContact: { id: string; email: string | null } | null;
  },
): Promise<Receiver[]> {
  const salesEmail = salesContact?.email ?? null;
  const people: Addressed[] = deskPeopleToTell(await readDeskPeople(database, accountId), {
    senderId,
    salesEmail,
  });
  if (
    salesContact &&
    salesEmail &&
    !people.some(({ email }) => email.toLowerCase() === salesEmail.toLowerCase())
  )
    people.push({ id: salesContactKey(salesContact.id), email: salesEmail, phone: null });
  return receiversOf(database, people, 'Design Decision Alert');
}

interface WrittenAlert {
  accountId: string;
  contactId: string;
  channel: Channel;
  versionId: string;
}

/** Just before sending: null if the person may not or does not want to have it any more, or no design of it waits. */
export async function presentDesignAddress(
  transaction: Queryable,
  { id, recipient, kind }: { id: string; recipient: string; kind: DesignAlertType },
): Promise<string | null> {
  if (kind === 'Design Decision Alert') {
    const { rows } = await sql`
      select 1 from contacts join team_members on team_members.contact_id = contacts.id
      where not contacts.deleted and ${recipient} in (contacts.email, contacts.phone)
      union all select 1 from sales_contacts where not deleted and email = ${recipient}`.execute(transaction);
    return rows.length === 0 ? null : recipient;
  }
  const { rows } = await sql<WrittenAlert>`
    select account_id as "accountId", contact_id as "contactId", channel, version_id as "versionId"
    from design_alerts where outbox_id = ${id}`.execute(transaction);
  const [first] = rows;
  if (!first) return null;
  const { accountId, contactId, channel } = first;
  const waiting = await stillWaiting(
    transaction,
    accountId,
    rows.map(({ versionId }) => versionId),
  );
  if (waiting.size === 0) return null;
  const people = await readReviewPeople(transaction, accountId);
  const receivers = await receiversOf(
    transaction,
    people.filter((person) => person.id === contactId),
    kind,
  );
  return receivers.find((receiver) => receiver.channel === channel)?.address ?? null;
}
