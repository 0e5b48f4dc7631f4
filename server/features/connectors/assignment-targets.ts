import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { inText, textMatches } from '../../platform/text-search.ts';
import { accountNamesForOperators } from '../identity/index.ts';
import { choiceOfMailing } from '../scope/index.ts';
import type { KindHandler } from './kind-handler.ts';

export interface AssignmentTarget {
  id: string;
  accountId: string;
  name: string;
  office: string;
}

const shown = 20;

/** Finds by name, number, id and office, with each word of the query. */
export async function findTargets(
  database: Queryable,
  assignedTo: KindHandler['assignedTo'],
  query: string,
): Promise<AssignmentTarget[]> {
  const isMailing = assignedTo === 'mailing';
  const name = isMailing ? choiceOfMailing : sql<string>`trim(concat_ws(' ', friendly_name, number))`;
  const digits = query.replace(/\D/g, '');
  const { rows: offices } = await sql<{ id: string }>`
    select id from accounts where not deleted and ${textMatches(query, [inText(sql`name`), inText(sql`id`)]) ?? sql`true`} limit 100`.execute(
    database,
  );
  const ofOffices = sql`account_id = any(${offices.map(({ id }) => id)}::text[])`;
  const byNumber =
    isMailing || digits.length < 4
      ? sql`false`
      : sql`regexp_replace(number, '\\D', '', 'g') like ${`%${digits}%`}`;
  const { rows } = await sql<Omit<AssignmentTarget, 'office'>>`
    select id, account_id as "accountId", ${name} as name from ${sql.table(isMailing ? 'campaigns' : 'tracking_lines')}
    where not deleted
      and (${textMatches(query, [inText(name), inText(sql`id`)]) ?? sql`true`} or ${byNumber} or ${ofOffices})
    order by lower(${name}), account_id, id limit ${shown}`.execute(database);
  const names = await accountNamesForOperators(
    database,
    rows.map(({ accountId }) => accountId),
  );
  return rows.map((row) => ({ ...row, office: names.get(row.accountId) ?? row.accountId }));
}
