import { hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** An operator requested it, or it reads the last hours or days again. */
export type SyncKind = 'command' | 'hourly' | 'nightly';

export interface SyncCounts {
  pages: number;
  read: number;
  /** Includes items that say nothing new. */
  imported: number;
  /** Outbound calls, texts, forms, chats, tests; pieces that the post has not seen. */
  leftOut: number;
  /** Calls to unknown numbers, and pieces of unknown mailings. */
  parked: number;
  rejected: number;
}

export interface SyncProgress extends SyncCounts {
  connection: string;
  kind: SyncKind;
  since: Date;
  until: Date;
  /** Path at the connection's origin; null before the first page. */
  nextPage: string | null;
  startedAt: Date;
  advancedAt: Date | null;
  endedAt: Date | null;
  /** Earliest time to continue; null for at once. */
  resumeAt: Date | null;
  /** Why it stopped last, as a sentence. */
  failure: string | null;
}

/** The columns are named after calls, and also count pieces. */
const columns = sql`connection, kind, since, until, next_page as "nextPage", pages, calls_read as read,
  calls_imported as imported, calls_left_out as "leftOut", calls_parked as parked, calls_rejected as rejected, started_at as "startedAt",
  advanced_at as "advancedAt", ended_at as "endedAt", resume_at as "resumeAt", failure`;

/** The newest reading of each kind, of one connection or of all that were not removed. */
export async function listProgress(database: Queryable, connection?: string): Promise<SyncProgress[]> {
  const { rows } = await sql<SyncProgress>`
    select ${columns} from connection_syncs
    where exists (select 1 from connections where name = connection and removed_at is null)
      and (${connection ?? null}::text is null or connection = ${connection ?? null})
    order by connection, kind`.execute(database);
  return rows;
}

export async function beginSync(
  database: Queryable,
  { connection, kind, since, until }: Pick<SyncProgress, 'connection' | 'kind' | 'since' | 'until'>,
  now: Date,
): Promise<SyncProgress> {
  const { rows } = await sql<SyncProgress>`
    insert into connection_syncs (connection, kind, since, until, started_at)
    values (${connection}, ${kind}, ${since}, ${until}, ${now})
    on conflict (connection, kind) do update set since = excluded.since, until = excluded.until, started_at = excluded.started_at,
      next_page = null, pages = 0, calls_read = 0, calls_imported = 0, calls_left_out = 0, calls_parked = 0, calls_rejected = 0,
      advanced_at = null, ended_at = null, resume_at = null, failure = null
    returning ${columns}`.execute(database);
  return rows[0] as SyncProgress;
}

const of = ({ connection, kind }: Pick<SyncProgress, 'connection' | 'kind'>) =>
  sql`connection = ${connection} and kind = ${kind}`;

/** Without a next page the reading has ended. */
export async function advanceSync(
  database: Queryable,
  progress: SyncProgress,
  page: Omit<SyncCounts, 'pages'> & { next: string | null },
  now: Date,
): Promise<SyncProgress> {
  const { rows } = await sql<SyncProgress>`
    update connection_syncs set next_page = ${page.next}, pages = pages + 1, calls_read = calls_read + ${page.read},
      calls_imported = calls_imported + ${page.imported}, calls_left_out = calls_left_out + ${page.leftOut},
      calls_parked = calls_parked + ${page.parked}, calls_rejected = calls_rejected + ${page.rejected}, advanced_at = ${now}, resume_at = null, failure = null,
      ended_at = ${page.next === null ? now : null}
    where ${of(progress)} returning ${columns}`.execute(database);
  return rows[0] as SyncProgress;
}

/** `fromStart`: continue with the first page. */
export async function failSync(
  database: Queryable,
  progress: SyncProgress,
  { failure, resumeAt, fromStart }: { failure: string; resumeAt: Date; fromStart: boolean },
): Promise<void> {
  await sql`
    update connection_syncs set failure = ${failure}, resume_at = ${resumeAt},
      next_page = case when ${fromStart}::boolean then null else next_page end
    where ${of(progress)}`.execute(database);
}

/** Milliseconds without a page before a failing reading causes a warning. */
const warnAfter = hours(3);

/** For `/health`: connections that could not be read for hours. */
export async function syncWarnings(database: Queryable, now: Date): Promise<string[]> {
  const stuck = (await listProgress(database)).filter(
    ({ endedAt, failure, advancedAt, startedAt }) =>
      endedAt === null && failure !== null && now.getTime() - (advancedAt ?? startedAt).getTime() > warnAfter,
  );
  return [...new Map(stuck.map(({ connection, failure }) => [connection, failure]))].map(
    ([connection, failure]) => `The system of the connection ${connection} cannot be read: ${failure}`,
  );
}
