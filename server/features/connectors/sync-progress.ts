import { hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Reason of a reading: an operator requested it, or it reads the last hours or days again. */
export type SyncKind = 'command' | 'hourly' | 'nightly';

/** Numbers of calls or pieces that were read, by result. */
export interface SyncCounts {
  pages: number;
  read: number;
  /** Also those that say nothing new. */
  imported: number;
  /** Items that do not count: outbound calls, texts, forms, chats, tests; pieces that the post has not seen. */
  leftOut: number;
  /** Calls to numbers, and pieces of mailings, that nothing knows. */
  parked: number;
  rejected: number;
}

/** How far a reading of a connection's calls or pieces has come. */
export interface SyncProgress extends SyncCounts {
  connection: string;
  kind: SyncKind;
  /** The calls that began, or the pieces that were sent between these instants. */
  since: Date;
  until: Date;
  /** The path of the next page at the connection's origin; null before the first. */
  nextPage: string | null;
  startedAt: Date;
  /** When a page was imported last. */
  advancedAt: Date | null;
  /** Null while it goes on. */
  endedAt: Date | null;
  /** When it goes on at the earliest; null for at once. */
  resumeAt: Date | null;
  /** Why it could not go on last, as a sentence. */
  failure: string | null;
}

/** The columns are named after calls, and have the counts of pieces too. */
const columns = sql`connection, kind, since, until, next_page as "nextPage", pages, calls_read as read,
  calls_imported as imported, calls_left_out as "leftOut", calls_parked as parked, calls_rejected as rejected, started_at as "startedAt",
  advanced_at as "advancedAt", ended_at as "endedAt", resume_at as "resumeAt", failure`;

/** The newest reading of each kind of a connection, or of all connections that were not removed. */
export async function listProgress(database: Queryable, connection?: string): Promise<SyncProgress[]> {
  const { rows } = await sql<SyncProgress>`
    select ${columns} from connection_syncs
    where exists (select 1 from connections where name = connection and removed_at is null)
      and (${connection ?? null}::text is null or connection = ${connection ?? null})
    order by connection, kind`.execute(database);
  return rows;
}

/** Begins a reading, instead of the one of the same kind before. */
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

/** Stores that a page was imported; without a next page the reading has ended. */
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

/**
 * Stores why a reading could not go on, and when it does so at the earliest.
 * @param problem.fromStart whether it goes on with the first page
 */
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

/** Milliseconds without a page after which a reading that fails is worth a warning. */
const warnAfter = hours(3);

/** Warnings for `/health`: connections whose calls or pieces could not be read for hours. */
export async function syncWarnings(database: Queryable, now: Date): Promise<string[]> {
  const stuck = (await listProgress(database)).filter(
    ({ endedAt, failure, advancedAt, startedAt }) =>
      endedAt === null && failure !== null && now.getTime() - (advancedAt ?? startedAt).getTime() > warnAfter,
  );
  return [...new Map(stuck.map(({ connection, failure }) => [connection, failure]))].map(
    ([connection, failure]) => `The system of the connection ${connection} cannot be read: ${failure}`,
  );
}
