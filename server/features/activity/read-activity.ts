import type { Activity, exportActivity } from '@mailcall/contract/activity.ts';
import {
  activitiesOf,
  activityKind,
  activityText,
  readingActions,
} from '@mailcall/contract/rules/activity.ts';
import { isTeamRole, modelPerson, teamPerson, teamRoleTexts } from '@mailcall/contract/rules/team-roles.ts';
import { defaultTimeZone } from '@mailcall/contract/time/time-zone.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';

export type ActivityFilters = Omit<z.output<typeof exportActivity.query>, 'accountIds'> & {
  accountIds: readonly string[];
  /** Whether the names of the provider's team are shown, or one name for all of them. */
  showsTeam: boolean;
};

const maxWords = 10;

const zoneColumn = sql<string>`coalesce(accounts.time_zone, ${sql.lit(defaultTimeZone)})`;

const literally = (word: string) => word.replace(/[\\%_]/g, String.raw`\$&`);

const hasWord = (word: string, showsTeam: boolean) => sql<SqlBool>`(
  action || ' ' || subject_kind = any(${activitiesOf({ word })})
  or (team_role is null or ${showsTeam}) and (contact_id in (
    select contacts.id from contacts where not contacts.deleted and lower(contacts.name) like ${`%${literally(word)}%`})
    or place like ${`${literally(word)}%`})
  or team_role is not null and not ${showsTeam} and ${teamPerson.name.toLowerCase().includes(word)})`;

/** Entries of a person; a team without names is one person. */
function isBy(contactId: string, showsTeam: boolean) {
  if (showsTeam) return sql<SqlBool>`contact_id = ${contactId}`;
  return contactId === teamPerson.id
    ? sql<SqlBool>`team_role is not null`
    : sql<SqlBool>`contact_id = ${contactId} and team_role is null`;
}

async function accountsByZone(
  database: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; zone: string }>`
    select id, ${zoneColumn} as zone from accounts where id = any(${[...accountIds]}) order by id`.execute(
    database,
  );
  const zones = Map.groupBy(rows, ({ zone }) => zone);
  return new Map([...zones].map(([zone, accounts]) => [zone, accounts.map(({ id }) => id)]));
}

const daysIn = ({ startDate, endDate }: ActivityFilters, [zone, accountIds]: [string, string[]]) =>
  sql<SqlBool>`(${sql.join(
    [
      sql<SqlBool>`account_id = any(${accountIds})`,
      ...(startDate
        ? [sql<SqlBool>`happened_at >= cast(${startDate} as timestamp) at time zone ${zone}`]
        : []),
      ...(endDate
        ? [
            sql<SqlBool>`happened_at < (cast(${endDate} as timestamp) + interval '1 day') at time zone ${zone}`,
          ]
        : []),
    ],
    sql` and `,
  )})`;

/** A sign-in is recorded in each linked account of the person; this leaves one entry. */
const firstOfSignIn = (accountIds: readonly string[]): RawBuilder<SqlBool>[] =>
  accountIds.length <= 1
    ? []
    : [
        sql<SqlBool>`(subject_kind <> 'session' or (account_id, action, subject_id) in (
          select min(account_id), action, subject_id from access_log
          where account_id = any(${[...accountIds]}) and subject_kind = 'session' group by action, subject_id))`,
      ];

async function conditionOf(database: Queryable, filters: ActivityFilters): Promise<RawBuilder<SqlBool>> {
  const { accountIds, kind, contactId, startDate, endDate, query = '', showsTeam } = filters;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  const zones = startDate || endDate ? [...(await accountsByZone(database, accountIds))] : [];
  const conditions = [
    sql<SqlBool>`account_id = any(${[...accountIds]})`,
    ...firstOfSignIn(accountIds),
    ...(kind ? [sql<SqlBool>`action || ' ' || subject_kind = any(${activitiesOf({ kind })})`] : []),
    ...(contactId === undefined ? [] : [isBy(contactId, showsTeam)]),
    ...(zones.length === 0
      ? []
      : [
          sql<SqlBool>`(${sql.join(
            zones.map((zone) => daysIn(filters, zone)),
            sql` or `,
          )})`,
        ]),
    ...words.map((word) => hasWord(word, showsTeam)),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

export async function countActivity(
  database: Queryable,
  filters: ActivityFilters,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from access_log where ${await conditionOf(database, filters)} limit ${most}) found`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

interface Row {
  id: string;
  accountId: string;
  accountName: string;
  timeZone: string;
  at: Date;
  contactId: string;
  person: string | null;
  teamRole: string | null;
  action: string;
  subject: string;
  subjectId: string;
  place: string | null;
  subjectName: string | null;
  callId: string | null;
  mailingId: string | null;
}

function personOf({ contactId, person, teamRole, place }: Row, showsTeam: boolean) {
  if (contactId === modelPerson.id)
    return { contactId, person: modelPerson.name, place: showsTeam ? place : null };
  if (teamRole === null) return { contactId, person, place };
  if (!showsTeam) return { contactId: teamPerson.id, person: teamPerson.name, place: null };
  const role = isTeamRole(teamRole) ? teamRoleTexts[teamRole] : teamRole;
  return { contactId, person: person && `${person} (${role})`, place };
}

const present = (
  { at, action, subject, subjectId, subjectName, teamRole: _teamRole, ...row }: Row,
  person: ReturnType<typeof personOf>,
): Activity => ({
  ...row,
  ...person,
  at: at.toISOString(),
  kind: activityKind(action, subject),
  text: activityText(action, subject, subjectId, subjectName),
  unusual: action === readingActions.unusual,
});

export async function readActivity(
  database: Queryable,
  filters: ActivityFilters,
  limit: RawBuilder<unknown>,
): Promise<Activity[]> {
  const ids = [...filters.accountIds];
  // names and targets are read only for the page's rows
  const { rows } = await sql<Row>`
    with page as materialized (
      select account_id, id, happened_at, contact_id, team_role, action, subject_kind, subject_id, place
      from access_log where ${await conditionOf(database, filters)}
      order by happened_at desc, id ${limit}
    )
    select page.id::text as id, page.account_id as "accountId", accounts.name as "accountName",
      ${zoneColumn} as "timeZone", page.happened_at as at, page.contact_id as "contactId",
      contacts.name as person, page.team_role as "teamRole", page.action, page.subject_kind as subject,
      page.subject_id as "subjectId", page.place, viewed.name as "subjectName",
      calls.id as "callId", campaigns.id as "mailingId"
    from page
      join accounts on accounts.id = page.account_id
      left join contacts on contacts.id = page.contact_id
        and (not contacts.deleted or page.team_role is not null and not contacts.personal_data_removed)
      left join contacts viewed on viewed.id = page.subject_id and page.subject_kind = 'contact' and not viewed.deleted
      left join calls on calls.account_id = coalesce(accounts.merged_into, page.account_id) and calls.id = page.subject_id and not calls.deleted
        and page.subject_kind in ('call', 'caller') and calls.account_id = any(${ids})
      left join campaigns on campaigns.account_id = coalesce(accounts.merged_into, page.account_id) and campaigns.id = page.subject_id
        and not campaigns.deleted and page.subject_kind = 'mailing' and campaigns.account_id = any(${ids})
    order by page.happened_at desc, page.id`.execute(database);
  return rows.map((row) => present(row, personOf(row, filters.showsTeam)));
}
