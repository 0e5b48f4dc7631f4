import type { SkipReason } from '@mailcall/contract/scoring.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { giveBack } from './claims.ts';
import type { WaitingCall } from './waiting-calls.ts';

/** Time in which a missing recording usually comes. */
const recordingWait = minutes(30);

export async function skipCall(
  transaction: Queryable,
  found: WaitingCall,
  {
    viewer,
    now,
    reason,
    language,
  }: { viewer: Viewer; now: Date; reason: SkipReason; language?: string | undefined },
): Promise<void> {
  const until = reason === 'no recording' ? new Date(now.getTime() + recordingWait) : null;
  await sql`
    insert into score_skips (account_id, call_id, contact_id, reason, language, skipped_at, until)
    values (${found.accountId}, ${found.callId}, ${viewer.contactId}, ${reason}, ${reason === 'language' ? (language ?? null) : null},
      ${now}, ${until})
    on conflict (account_id, call_id, contact_id) do update set reason = excluded.reason, language = excluded.language,
      skipped_at = excluded.skipped_at, until = excluded.until`.execute(transaction);
  await giveBack(transaction, found, viewer);
}
