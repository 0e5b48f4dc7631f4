import { memberRoles, operatorRole } from '@mailcall/contract/rules/team-roles.ts';
import { hours } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { actorInstead, requestPlace } from '../../platform/http/request-place.ts';

const recordedRole = sql.raw(
  `case ${memberRoles
    .toReversed()
    .map((role) => `when '${role}' = any(portal_roles) then '${role}'`)
    .join(' ')} else '${operatorRole}' end`,
);

/** SQL: role of a contact in the provider's team; null for people of offices. */
export const teamRoleOf = (contactId: RawBuilder<unknown>) => sql<string | null>`(
  select ${recordedRole}
  from contacts join team_members on team_members.contact_id = contacts.id where contacts.id = ${contactId})`;

export interface Activity {
  accountId: string;
  contactId: string;
  /** Such as `open`; `contract/rules/activity.ts` has words for each action and kind. */
  action: string;
  /** Never a name or number. */
  subject: { kind: string; id: string };
  at: Date;
}

/** Milliseconds in which opening or playing again counts as the same use. */
const maxUse = hours(1);

/** Also records the request's address. Pass the action's transaction, so that both happen or neither. */
export async function recordActivity(database: Queryable, activities: readonly Activity[]): Promise<void> {
  if (activities.length === 0) return;
  const rows = activities.map(({ subject, at, contactId, ...activity }) => ({
    ...activity,
    contactId: actorInstead(contactId),
    kind: subject.kind,
    id: subject.id,
    at: at.toISOString(),
  }));
  // one parameter, however many accounts a person has
  await sql`
    insert into access_log (account_id, contact_id, team_role, action, subject_kind, subject_id, place, happened_at)
    select "accountId", "contactId", ${teamRoleOf(sql`"contactId"`)}, action, kind, id, cast(${requestPlace()} as text), at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as done("accountId" text, "contactId" text, action text, kind text, id text, at timestamptz)`.execute(
    database,
  );
}

/** Unless the same use was recorded within the last hour. */
export async function recordUse(database: Queryable, use: Activity): Promise<void> {
  const { accountId, action, subject, at } = use;
  const contactId = actorInstead(use.contactId);
  await sql`
    insert into access_log (account_id, contact_id, team_role, action, subject_kind, subject_id, place, happened_at)
    select ${accountId}, ${contactId}, ${teamRoleOf(sql`${contactId}`)}, ${action}, ${subject.kind}, ${subject.id}, cast(${requestPlace()} as text),
      cast(${at} as timestamptz)
    where not exists (
      select 1 from access_log where account_id = ${accountId} and contact_id = ${contactId}
        and action = ${action} and subject_kind = ${subject.kind} and subject_id = ${subject.id}
        and happened_at >= ${new Date(at.getTime() - maxUse)})`.execute(database);
}
