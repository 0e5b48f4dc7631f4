import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';

const changeLifetime = days(400);

const defaultBatch = 20_000;

/** Deletes old changes that a later published change of the same row has superseded: readers after any of them find the later one. */
export async function cleanPortalChanges(
  { database: { kysely }, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { batch = defaultBatch }: { batch?: number } = {},
): Promise<void> {
  const before = new Date(clock.now().getTime() - changeLifetime);
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ last: string | null }>`
      with looked as materialized (
        select id, account_id, file, row_id, position, made_at from portal_changes
        where id > ${after}::bigint order by id limit ${batch}
      ), deleted as (
        delete from portal_changes using looked
        where portal_changes.id = looked.id and looked.made_at < ${before} and exists (
          select 1 from portal_changes as later
          where later.file = looked.file and later.row_id = looked.row_id and later.position > looked.position
            and later.account_id is not distinct from looked.account_id)
      )
      select max(id) filter (where made_at < ${before})::text as last from looked`.execute(kysely);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    after = last;
  }
}
