import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Queryable } from './database.ts';
import { machineUser } from './machine-user.ts';

/** Skips databases of older releases, which lack the table. `byItself`: not by a user. */
export async function recordCommandRun(
  { database, clock }: { database: Queryable; clock: Clock },
  run: { command: string; startedAt: Date; counts: Readonly<Record<string, number>>; byItself?: boolean },
): Promise<void> {
  const { rows } = await sql<{ present: boolean }>`
    select to_regclass('command_runs') is not null as present`.execute(database);
  if (!rows[0]?.present) return;
  await sql`
    insert into command_runs (command, run_by, started_at, finished_at, counts)
    values (${run.command}, ${run.byItself ? null : machineUser()}, ${run.startedAt}, ${clock.now()},
      ${JSON.stringify(run.counts)}::jsonb)`.execute(database);
}
