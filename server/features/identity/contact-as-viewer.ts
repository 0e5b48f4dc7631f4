import type { Environment } from '../../platform/env.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from './viewer.ts';
import { viewerOf } from './viewer-of.ts';

/** For jobs and downloads. Null if the contact or the work's session is gone. */
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
