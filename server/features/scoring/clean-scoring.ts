import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';

const draftLifetime = days(14);
/** Suggestions quote what callers said; a save can be undone for an hour. */
const suggestionLifetime = { afterScore: days(1), afterAnswer: days(30) };

/** Also removes skips and drafts of calls that are scored or gone, and suggestions, of which the counts stay. */
export async function cleanScoring({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await sql`delete from score_claims where expires_at < ${new Date(now.getTime() - days(1))}`.execute(
    database.kysely,
  );
  await sql`delete from score_drafts where saved_at < ${new Date(now.getTime() - draftLifetime)}`.execute(
    database.kysely,
  );
  await sql`
    update score_suggestions set suggestions = '[]' where suggestions <> '[]' and (
      scored_at < ${new Date(now.getTime() - suggestionLifetime.afterScore)}
      or answered_at < ${new Date(now.getTime() - suggestionLifetime.afterAnswer)})`.execute(database.kysely);
  for (const table of ['score_drafts', 'score_skips'])
    await sql`
      delete from ${sql.table(table)} left_over where not exists (
        select 1 from calls where calls.account_id = left_over.account_id and calls.id = left_over.call_id and not calls.deleted
          and (calls.answered_by is null or calls.opportunity is null))
      and not exists (
        select 1 from score_second_passes pass
        where pass.account_id = left_over.account_id and pass.call_id = left_over.call_id and pass.state = 'open')`.execute(
      database.kysely,
    );
}
