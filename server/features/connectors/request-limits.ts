import { days, hours, minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Vendor, type VendorAccess, VendorProblem } from './vendor-api.ts';

const minute = minutes(1);

/** Counts the requests of all processes with an agency's key, because a system's limit is the key's. */
export function limitsOf(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  connection: string,
  { name, limits }: Pick<Vendor, 'name' | 'limits'>,
): Required<Pick<VendorAccess, 'spend' | 'deferred'>> {
  const { kysely } = database;
  const later = (wait: number) =>
    new VendorProblem(`${name} wants no more requests for now.`, { retryAfter: Math.max(wait, minute) });
  return {
    async spend() {
      const now = clock.now();
      const { rows } = await sql<{ resumeAt: Date | null; hour: number; day: number }>`
        select api_resume_at as "resumeAt",
          (select coalesce(sum(count), 0)::int from connection_requests
            where connection = name and minute > ${new Date(now.getTime() - hours(1))}) as hour,
          (select coalesce(sum(count), 0)::int from connection_requests
            where connection = name and minute > ${new Date(now.getTime() - days(1))}) as day
        from connections where name = ${connection}`.execute(kysely);
      const { resumeAt = null, hour = 0, day = 0 } = rows[0] ?? {};
      if (resumeAt !== null && resumeAt > now) throw later(resumeAt.getTime() - now.getTime());
      if (limits && hour >= limits.hour) throw later(minutes(10));
      if (limits && day >= limits.day) throw later(hours(1));
      await sql`
        insert into connection_requests as known (connection, minute, count)
        values (${connection}, ${new Date(Math.floor(now.getTime() / minute) * minute)}, 1)
        on conflict (connection, minute) do update set count = known.count + 1`.execute(kysely);
    },
    async deferred(wait) {
      await sql`
        update connections set api_resume_at = ${new Date(clock.now().getTime() + wait)} where name = ${connection}`.execute(
        kysely,
      );
    },
  };
}

export async function cleanRequests(database: Queryable, now: Date): Promise<void> {
  await sql`delete from connection_requests where minute < ${new Date(now.getTime() - days(2))}`.execute(
    database,
  );
}
