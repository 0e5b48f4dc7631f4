import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { machineUser } from '../../platform/machine-user.ts';
import { recordActivity, teamRoleOf } from '../activity/index.ts';

/** Who changes a connection: a person of the desk, or null for the user of the machine. */
export interface By {
  contactId: string | null;
  at: Date;
}

export const connectionActions = [
  'add',
  'rotate',
  'rotate api',
  'pause',
  'resume',
  'replay',
  'assign',
  'confirm',
  'leave out',
  'key',
  'join',
] as const;
type ConnectionAction = (typeof connectionActions)[number];

interface Change {
  connection: string;
  action: ConnectionAction;
  subjectId?: string;
  /** Office whose activity names it, too. */
  accountId?: string | null;
}

/** Never with a secret. */
export async function recordChanges(
  transaction: Queryable,
  { contactId, at }: By,
  changes: readonly Change[],
): Promise<void> {
  await sql`
    insert into connection_changes (connection, happened_at, contact_id, team_role, made_by, action, subject_id)
    select made.connection, ${at}::timestamptz, ${contactId}, ${contactId === null ? null : teamRoleOf(sql`${contactId}`)},
      ${contactId === null ? machineUser() : null}, made.action, made."subjectId"
    from rows from (jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as (connection text, action text, "subjectId" text))
      with ordinality as made (connection, action, "subjectId", place)
    order by made.place`.execute(transaction);
  if (contactId === null) return;
  await recordActivity(
    transaction,
    changes.flatMap(({ connection, action, subjectId, accountId }) =>
      accountId && (action === 'confirm' || action === 'assign')
        ? [
            {
              accountId,
              contactId,
              action,
              subject: {
                kind: action === 'confirm' ? 'connected company' : 'parked number',
                id: subjectId ?? connection,
              },
              at,
            },
          ]
        : [],
    ),
  );
}

export interface ConnectionChange {
  at: Date;
  /** Name of the person, or user of the machine. */
  by: string | null;
  teamRole: string | null;
  action: string;
  subjectId: string | null;
}

/** Newest first. */
export async function listChanges(
  database: Queryable,
  connection: string,
  limit: number,
): Promise<ConnectionChange[]> {
  const { rows } = await sql<ConnectionChange>`
    select happened_at as at, coalesce(contacts.name, made_by) as by, team_role as "teamRole", action, subject_id as "subjectId"
    from connection_changes left join contacts on contacts.id = contact_id
    where connection = ${connection} order by connection_changes.id desc limit ${limit}`.execute(database);
  return rows;
}
