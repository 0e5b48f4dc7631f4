import { randomUUID } from 'node:crypto';
import type { NewAppointment } from '@mailcall/contract/resolve.ts';
import { dateAndTimeInZone } from '@mailcall/contract/time/office-time.ts';
import { isWithheldNumber } from '@mailcall/contract/rules/phone.ts';
import type { Queryable } from '../../platform/database.ts';
import { recordChanges } from '../changes/index.ts';
import { addCallAction, type NewCallAction } from './call-actions.ts';
import type { LockedCall } from './locked-call.ts';

/** The caller locks and recomputes the call. A missing phone number becomes the caller's. @returns ids, which are also portal ids */
export async function bookAppointments(
  transaction: Queryable,
  call: LockedCall,
  appointments: readonly NewAppointment[],
  { version, ...by }: Pick<NewCallAction, 'contactId' | 'at' | 'requestId' | 'shownAs'> & { version: string },
): Promise<string[]> {
  const booked: string[] = [];
  for (const { firstName, lastName, dateTime, phone } of appointments) {
    const id = randomUUID();
    await transaction
      .insertInto('appointments')
      .values((eb) => ({
        account_id: call.accountId,
        id,
        portal_id: id,
        call_id: call.callId,
        first_name: firstName,
        last_name: lastName,
        phone: phone && isWithheldNumber(phone) ? null : phone || call.callerPhoneNumber,
        date_time: new Date(dateTime),
        created_at: by.at,
        version: eb.cast<number>(eb.val(version), 'bigint'),
      }))
      .execute();
    await recordChanges(
      transaction,
      [{ accountId: call.accountId, file: 'appointments', rowId: id, action: 'added' }],
      by,
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
