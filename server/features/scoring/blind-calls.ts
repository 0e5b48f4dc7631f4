import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { undoTime } from './second-pass.ts';
import { isOfCall, type WaitingCall } from './waiting-calls.ts';

/** Condition over `calls`: the person can still score the call in an open calibration set, so no route shows them its score. */
export const isBlindFor = (
  { contactId }: Pick<Viewer, 'contactId'>,
  now: Date,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from calibration_calls item
  join calibration_sets on calibration_sets.id = item.set_id and calibration_sets.state = 'open'
  join calibration_people person on person.set_id = item.set_id and person.contact_id = ${contactId}
  where ${isOfCall('item')} and not exists (
    select 1 from calibration_answers answer
    where answer.account_id = item.account_id and answer.set_id = item.set_id and answer.call_id = item.call_id
      and answer.contact_id = ${contactId} and answer.saved_at <= ${new Date(now.getTime() - undoTime)}))`;

/** @throws {Problem} 422 */
export async function requireNotBlind(
  database: Queryable,
  viewer: Viewer,
  { accountId, callId }: WaitingCall,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    select 1 from calls where calls.account_id = ${accountId} and calls.id = ${callId} and ${isBlindFor(viewer, now)}`.execute(
    database,
  );
  if (rows.length > 0)
    throw notPossible(
      'This call is in a calibration set. Its score is hidden until an hour after you scored it there.',
    );
}
