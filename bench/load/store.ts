import { sql } from 'kysely';
import { callTerms } from '../../server/features/figures/index.ts';
import { sized } from '../options.ts';
import { type BenchRecord, openCachedRecord } from '../story.ts';

const end = new Date('2026-11-22T20:00:00.000Z');
const callsOfOffice = sized(5_000, 200);

/** Offices have about 5,000 calls, cards and maps. The first call creates the store. */
export const openLoadStore = (calls: number, say: (line: string) => void): Promise<BenchRecord> =>
  openCachedRecord(
    {
      folder: `mailcall-load/${calls}`,
      story: { today: end, calls, offices: Math.ceil(calls / callsOfOffice), seed: 2018 },
    },
    say,
  );

export interface OfficeWork {
  calls: string[];
  /** Waiting calls; whoever resolves one removes it. */
  due: string[];
  handler: string;
  designs: string[];
}

export async function readWork({ database }: BenchRecord): Promise<Map<string, OfficeWork>> {
  const { kysely } = database;
  const { rows } = await sql<OfficeWork & { id: string }>`
    select accounts.id,
      array(select id from calls where account_id = accounts.id and not deleted order by call_date_time desc limit 500) as calls,
      array(
        select id from calls where account_id = accounts.id and not deleted and ${callTerms.missedAndFollowUp}
        order by call_date_time desc limit 2000
      ) as due,
      (select min(id) from staff where account_id = accounts.id and not deleted) as handler,
      array(
        select designs.id from designs join design_versions version
          on version.account_id = designs.account_id and version.design_id = designs.id
        where designs.account_id = accounts.id and not designs.archived and version.front_image is not null
        group by designs.id
      ) as designs
    from accounts where exists (select 1 from calls where account_id = accounts.id)`.execute(kysely);
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}
