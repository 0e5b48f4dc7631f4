import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { getRubric } from '@mailcall/contract/scoring.ts';
import { type OwnRubric, rubricOf } from '@mailcall/contract/rules/score-rubric.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';

type Reply = RouteReply<typeof getRubric>;

export async function readRubric(database: Queryable): Promise<Reply> {
  const { rows } = await sql<OwnRubric & { changedBy: string | null; changedAt: Date }>`
    select rubric.version, rubric.fields, contacts.name as "changedBy", rubric.made_at as "changedAt"
    from score_rubrics rubric left join contacts on contacts.id = rubric.contact_id
    order by rubric.version desc limit 1`.execute(database);
  const [row] = rows;
  const own = row ? { version: row.version, fields: row.fields } : null;
  const { version, fields } = rubricOf(own);
  const texts = Object.entries(fields).map(([field, { counts, doesNotCount, examples }]) => [
    field,
    { counts, doesNotCount, examples: [...examples] },
  ]);
  return {
    version,
    fields: Object.fromEntries(texts) as Reply['fields'],
    own,
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}

/** @throws {Problem} 422 unless the version follows the newest */
export async function saveRubric(
  transaction: Queryable,
  { version, fields }: OwnRubric,
  { contactId, now }: { contactId: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    insert into score_rubrics (version, fields, contact_id, made_at)
    select ${version}, ${JSON.stringify(fields)}::jsonb, ${contactId}, ${now}
    where ${version} = 1 + coalesce((select max(version) from score_rubrics), 0)
    on conflict do nothing returning 1`.execute(transaction);
  if (rows.length === 0)
    throw notPossible('Someone else changed the rubric meanwhile. Reload it, and change it again.');
}
