import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { addImport, untouched } from './import-calls.ts';

/** A call imported by its report that looks like a leg of another. */
export interface Leg {
  callSid: string;
  accountId: string;
  startedAt: Date;
  duration: number;
  parentSid: string;
}

/** Calls during a longer call of the same caller and office, untouched by people. Two people on one number look the same. */
export async function findLegs(database: Queryable): Promise<Leg[]> {
  const { rows: reported } = await sql<{ callSid: string }>`
    select call_sid as "callSid" from twilio_calls where imported_at is not null and left_out is null`.execute(
    database,
  );
  const sids = reported.map(({ callSid }) => callSid);
  const seconds = (call: string) => sql`make_interval(secs => ${sql.ref(`${call}.duration_seconds`)})`;
  const { rows } = await sql<Leg>`
    select distinct on (leg.call_date_time, leg.id) leg.id as "callSid", leg.account_id as "accountId",
      leg.call_date_time as "startedAt", leg.duration_seconds as duration, parent.id as "parentSid"
    from calls leg join calls parent on parent.account_id = leg.account_id and parent.id = any(${sids}::text[])
      and not parent.deleted and parent.caller_phone_number = leg.caller_phone_number
      and parent.duration_seconds > leg.duration_seconds
      -- the service reports times to the second
      and leg.call_date_time between parent.call_date_time - interval '2 seconds' and parent.call_date_time + interval '1 day'
      and leg.call_date_time + ${seconds('leg')} <= parent.call_date_time + ${seconds('parent')} + interval '2 seconds'
    where leg.id = any(${sids}::text[]) and ${untouched('leg')}
    order by leg.call_date_time, leg.id, parent.call_date_time desc`.execute(database);
  return rows;
}

/** Adds jobs that withdraw the calls, as after a report that names them as legs. */
export async function withdrawLegs(transaction: Queryable, callSids: readonly string[]): Promise<void> {
  await sql`
    update twilio_calls set left_out = 'is a leg of another call', parameters = null, problem = null
    where call_sid = any(${[...callSids]}::text[]) and imported_at is not null`.execute(transaction);
  for (const callSid of callSids) await addImport(transaction, callSid);
}
