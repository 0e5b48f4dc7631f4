import { limitedRole } from '@mailcall/contract/identity.ts';
import type { PeopleShown, Person } from '@mailcall/contract/provider-people.ts';
import { operatorRole } from '@mailcall/contract/rules/team-roles.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { type PageRequest, pageLimit } from '../../platform/paging.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import {
  accountNamesForOperators,
  contactsWithin,
  type Identity,
  isOutsideTeam,
  primaryIds,
  sharesAccount,
  signInBarrier,
  type Viewer,
} from '../identity/index.ts';
import { teamAccounts } from './team-accounts.ts';

type TeamViewer = Pick<Viewer, 'team'>;
export type ReadDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'> & {
  identity: Pick<Identity, 'limits'>;
};

const shownOffices = 3;

/** SQL condition for a `person`. */
const isSeen = (viewer: TeamViewer): RawBuilder<SqlBool> =>
  sql<SqlBool>`not person.deleted and ${isOutsideTeam} and ${
    viewer.team?.scope === 'all' ? sql`true` : sharesAccount(viewer)
  }`;

function isFound(viewer: TeamViewer, query: string | undefined): RawBuilder<SqlBool> {
  const inOffice = (word: string) => sql<SqlBool>`person.id in (
    select linked.contact_id from contact_accounts linked join accounts on accounts.id = linked.account_id
    where ${teamAccounts(viewer, 'accounts.id')} and ${inText(sql`accounts.name`)(word)})`;
  const texts = [inText(sql`person.name`), inText(sql`person.email`), inText(sql`person.phone`), inOffice];
  return textMatches(query, texts) ?? sql<SqlBool>`true`;
}

function isShown(show: PeopleShown | undefined, barrier: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (show === undefined) return sql<SqlBool>`true`;
  if (show === 'primary') return sql<SqlBool>`person.id in (${primaryIds})`;
  return show === 'cannot sign in'
    ? sql<SqlBool>`${barrier} is not null`
    : sql<SqlBool>`coalesce(${barrier} = ${show}, false)`;
}

type PersonRow = Omit<Person, 'officeNames' | 'invitedUntil' | 'lastSeenAt'> & {
  officeIds: string[];
  invitedUntil: Date | null;
  lastSeenAt: Date | null;
};

async function readPeople(
  database: Queryable,
  viewer: TeamViewer,
  {
    condition,
    barrier,
    now,
    page,
  }: {
    condition: RawBuilder<SqlBool>;
    barrier: RawBuilder<unknown>;
    now: Date;
    page: PageRequest;
  },
): Promise<{ total: number; people: Person[] }> {
  const managed = viewer.team?.roles.has(operatorRole) ? sql`true` : contactsWithin(viewer, 'person.id');
  const { rows } = await sql<{ total: number } & (PersonRow | { id: null })>`
    with matching as (select person.* from contacts person where ${condition}),
    page as (select * from matching order by lower(name), id ${pageLimit(page)})
    select counted.total, person.id, person.name, person.email, person.phone,
      ${limitedRole} = any(person.roles || person.portal_roles) as limited, person.id in (${primaryIds}) as "primary",
      ${barrier} as barrier, ${managed} as managed,
      array(
        select accounts.id from contact_accounts linked join accounts on accounts.id = linked.account_id and not accounts.deleted
        where linked.contact_id = person.id and ${teamAccounts(viewer, 'accounts.id')} order by lower(accounts.name), accounts.id)
        as "officeIds",
      (select max(seen_at) from sessions where sessions.contact_id = person.id) as "lastSeenAt",
      (select max(expires_at) from one_time_codes where contact_id = person.id and purpose in ('setup', 'invitation')
        and used_at is null and replaced_at is null and expires_at > ${now}) as "invitedUntil"
    from (select count(*)::int as total from matching) counted left join page person on true
    order by lower(person.name), person.id`.execute(database);
  const found = rows.filter((row) => row.id !== null) as PersonRow[];
  const names = await accountNamesForOperators(
    database,
    found.flatMap(({ officeIds }) => officeIds.slice(0, shownOffices)),
  );
  return {
    total: rows[0]?.total ?? 0,
    people: found.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      limited: row.limited,
      primary: row.primary,
      officeNames: row.officeIds.slice(0, shownOffices).map((id) => names.get(id) ?? id),
      officesCount: row.officeIds.length,
      barrier: row.barrier,
      invitedUntil: row.invitedUntil?.toISOString() ?? null,
      lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      managed: row.managed,
    })),
  };
}

/** By name: contacts of the viewer's accounts, also those whom another manager shares. */
export async function listPeople(
  { database: { kysely: database }, clock, environment, identity }: ReadDependencies,
  viewer: TeamViewer,
  { query, show, ...page }: PageRequest & { query?: string | undefined; show?: PeopleShown | undefined },
): Promise<{ total: number; people: Person[] }> {
  const now = clock.now();
  const seen = isSeen(viewer);
  const lockedIds = await identity.limits.lockedAmong(async () => {
    const { rows } = await sql<{ id: string }>`select id from contacts person where ${seen}`.execute(
      database,
    );
    return rows.map(({ id }) => id);
  }, now);
  const barrier = signInBarrier(environment, { lockedIds, now });
  const condition = sql<SqlBool>`${seen} and ${isFound(viewer, query)} and ${isShown(show, barrier)}`;
  return readPeople(database, viewer, { condition, barrier, now, page });
}

/** Null for people of the provider, and of other accounts. */
export async function readPerson(
  { database: { kysely: database }, clock, environment, identity }: ReadDependencies,
  viewer: TeamViewer,
  contactId: string,
): Promise<Person | null> {
  const now = clock.now();
  const lockedIds = await identity.limits.lockedAmong(async () => [contactId], now);
  const { people } = await readPeople(database, viewer, {
    condition: sql<SqlBool>`person.id = ${contactId} and ${isSeen(viewer)}`,
    barrier: signInBarrier(environment, { lockedIds, now }),
    now,
    page: { page: 1, pageSize: 1 },
  });
  return people[0] ?? null;
}
