import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { noCall } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { teamAccounts } from '../team/index.ts';
import type { WaitingCall } from './waiting-calls.ts';

/** @throws {Problem} 404 outside the viewer's accounts */
export async function findTeamCall(
  database: Queryable,
  viewer: Viewer,
  callId: string,
): Promise<WaitingCall> {
  const { rows } = await sql<WaitingCall>`
    select account_id as "accountId", id as "callId" from calls
    where id = ${callId} and not deleted and not personal_data_removed and ${teamAccounts(viewer, 'account_id')}`.execute(
    database,
  );
  const [found] = rows;
  if (!found) throw noCall(callId);
  return found;
}

/** @throws {Problem} 404 outside the viewer's offices */
export async function findOwnCall(database: Queryable, viewer: Viewer, callId: string): Promise<WaitingCall> {
  const { rows } = await sql<WaitingCall>`
    select account_id as "accountId", id as "callId" from calls
    where id = ${callId} and not deleted and account_id = any(${[...viewer.accountIds]}::text[])`.execute(
    database,
  );
  const [found] = rows;
  if (!found) throw noCall(callId);
  return found;
}
