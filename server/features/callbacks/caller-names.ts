import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { displayedCallerId } from '../calls/index.ts';
import { callTerms } from '../figures/index.ts';

export interface CallerNames {
  callerName: string | null;
  callerIdName: string | null;
  callerPhoneNumber: string | null;
}

export interface NamedCaller {
  names: CallerNames;
  /** Calls with an appointment. */
  bookedCallIds: ReadonlySet<string>;
}

const maxCalls = 100;

export async function readNames(
  database: Queryable,
  callers: readonly { accountId: string; calls: readonly { id: string }[] }[],
): Promise<NamedCaller[]> {
  const lastCalls = callers.map(({ calls }) => calls.slice(-maxCalls).map(({ id }) => id));
  const accountIds = [...new Set(callers.map(({ accountId }) => accountId))];
  const { rows } = await sql<CallerNames & { id: string; booked: boolean }>`
    select id, caller_name as "callerName", caller_id_name as "callerIdName", caller_phone_number as "callerPhoneNumber",
      ${callTerms.appointment} as booked
    from calls where account_id = any(${accountIds}) and id = any(${lastCalls.flat()})`.execute(database);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return lastCalls.map((ids) => {
    const calls = ids.flatMap((id) => byId.get(id) ?? []);
    const lastKnown = (name: 'callerName' | 'callerIdName') =>
      calls.findLast((call) => call[name]?.trim())?.[name] ?? null;
    return {
      names: {
        callerName: lastKnown('callerName'),
        callerIdName: displayedCallerId(lastKnown('callerIdName')),
        callerPhoneNumber: calls.at(-1)?.callerPhoneNumber ?? null,
      },
      bookedCallIds: new Set(calls.flatMap(({ id, booked }) => (booked ? id : []))),
    };
  });
}
