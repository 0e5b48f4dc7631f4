import type { Environment } from '../../platform/env.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from './viewer.ts';
import { viewerOf } from './viewer-of.ts';

/**
 * A person as the record knows them now, for work that continues without a request of theirs: a job, a download by a
 * token. Grants give nothing here. Null when the contact is gone, or the session that the work belongs to has ended.
 */
export async function contactAsViewer(
  database: Queryable,
  person: { contactId: string; sessionId: string | null },
  { now, environment }: { now: Date; environment: Pick<Environment, 'idleTime'> },
): Promise<Viewer | null> {
  const found = await viewerOf(
    database,
    { ...person, roles: [], generation: null, grantHash: null },
    { now, idleTime: environment.idleTime },
  );
  return found?.viewer ?? null;
}
