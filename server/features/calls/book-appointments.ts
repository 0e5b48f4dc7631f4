import { randomUUID } from 'node:crypto';
import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import { dateAndTimeInZone } from '@mailcall/contract/rules/office-time.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import { addCallAction, type NewCallAction } from './call-actions.ts';
import type { LockedCall } from './locked-call.ts';

/**
 * Books appointments on a locked call and writes each down as an action of the person. The caller settles the call
 * afterwards. An appointment without a phone number takes the one that the call came from.
 * @param version the new version of the account's data
 * @returns the ids of the appointments; they are their portal ids too
 */
export async function bookAppointments(
  transaction: QueryExecutorProvider,
  call: LockedCall,
  appointments: readonly NewAppointment[],
  { version, ...by }: Pick<NewCallAction, 'contactId' | 'at' | 'requestId'> & { version: string },
): Promise<string[]> {
  const booked: string[] = [];
  for (const { firstName, lastName, dateTime, phone } of appointments) {
    const id = randomUUID();
    await sql`
      insert into appointments (account_id, id, portal_id, call_id, first_name, last_name, phone, date_time, created_at, v)
      values (${call.accountId}, ${id}, ${id}, ${call.callId}, ${firstName}, ${lastName},
        ${phone || call.callerPhoneNumber}, ${new Date(dateTime)}, ${by.at}, cast(${version} as bigint))`.execute(
      transaction,
    );
    await addCallAction(transaction, call, {
      ...by,
      action: 'appointment added',
      details: `${firstName} ${lastName}, ${dateAndTimeInZone(dateTime, call.timeZone)}`,
      portalId: id,
    });
    booked.push(id);
  }
  return booked;
}
