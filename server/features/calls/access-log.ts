import type { Queryable } from '../../platform/database.ts';
import { recordActivity, recordUse } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';

export type CallAccess = 'open' | 'play' | 'resolve' | 'book';

/** A request whose use cannot be logged fails. An entry that `continues` the same use, logged within the last hour, is not logged again. */
export async function logCallAccess(
  database: Queryable,
  entry: {
    viewer: Viewer;
    action: CallAccess;
    accountId: string;
    callId: string;
    at: Date;
    continues?: boolean;
    /** `caller` for all calls of the caller of this call at once. */
    kind?: 'call' | 'caller';
  },
): Promise<void> {
  const { viewer, action, accountId, callId, at, continues = false, kind = 'call' } = entry;
  const use = { accountId, contactId: viewer.contactId, action, subject: { kind, id: callId }, at };
  await (continues ? recordUse(database, use) : recordActivity(database, [use]));
}
