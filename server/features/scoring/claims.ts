import { scoreClaimMinutes } from '@mailcall/contract/scoring.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import type { ClaimPurpose, WaitingCall } from './waiting-calls.ts';

interface Claim {
  viewer: Viewer;
  now: Date;
}

/** @returns end of the claim; null if another person has the call */
export async function claimCall(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  { viewer, now }: Claim,
  purpose: ClaimPurpose = 'score',
): Promise<Date | null> {
  const expiresAt = new Date(now.getTime() + minutes(scoreClaimMinutes));
  const { rows } = await sql`
    insert into score_claims as known (account_id, call_id, purpose, contact_id, claimed_at, expires_at)
    values (${accountId}, ${callId}, ${purpose}, ${viewer.contactId}, ${now}, ${expiresAt})
    on conflict (account_id, call_id, purpose) do update set
      claimed_at = case when known.contact_id = excluded.contact_id and known.expires_at > excluded.claimed_at
        then known.claimed_at else excluded.claimed_at end,
      contact_id = excluded.contact_id, expires_at = excluded.expires_at
    where known.contact_id = excluded.contact_id or known.expires_at <= ${now}
    returning 1`.execute(database);
  return rows.length > 0 ? expiresAt : null;
}

export async function keepOnly(
  database: Queryable,
  { contactId }: Pick<Viewer, 'contactId'>,
  callIds: readonly string[],
): Promise<void> {
  await sql`
    delete from score_claims
    where contact_id = ${contactId} and call_id <> all(${[...callIds]}::text[])`.execute(database);
}

export async function giveBack(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  { contactId }: Pick<Viewer, 'contactId'>,
): Promise<void> {
  await sql`
    delete from score_claims
    where account_id = ${accountId} and call_id = ${callId} and contact_id = ${contactId}`.execute(database);
}

/** @returns start of the person's claim, locked; null without one. @throws {Problem} 422 if another person works on the call */
export async function lockClaim(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  { viewer, now }: Claim,
  purpose: ClaimPurpose = 'score',
): Promise<Date | null> {
  const { rows } = await sql<{ contactId: string; name: string; claimedAt: Date; isOpen: boolean }>`
    select claim.contact_id as "contactId", claim.claimed_at as "claimedAt", claim.expires_at > ${now} as "isOpen",
      coalesce((select name from contacts where contacts.id = claim.contact_id), 'Another person') as name
    from score_claims claim
    where claim.account_id = ${accountId} and claim.call_id = ${callId} and claim.purpose = ${purpose} for update of claim`.execute(
    transaction,
  );
  const [claim] = rows;
  if (!claim) return null;
  if (claim.contactId === viewer.contactId) return claim.claimedAt;
  if (claim.isOpen) throw notPossible(`${claim.name} is scoring this call now.`);
  return null;
}

/** Claims a call or keeps its claim. @returns end of the claim. @throws {Problem} 422 if another person works on the call */
export async function holdCall(
  transaction: Queryable,
  call: WaitingCall,
  claim: Claim,
  purpose: ClaimPurpose,
): Promise<Date> {
  await lockClaim(transaction, call, claim, purpose);
  const expiresAt = await claimCall(transaction, call, claim, purpose);
  if (expiresAt === null) throw notPossible('Another person is scoring this call now.');
  return expiresAt;
}
