import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { findConnection } from './connections.ts';
import { allowedAddress, type ConnectionFetches, requestFetches } from '../ingest/index.ts';
import { accessOf } from './api-access.ts';
import type { TheirCall } from './call-system.ts';
import { callSystems } from './systems.ts';
import { namedOriginsOf } from './vendor-api.ts';

type RecordingDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

/** Requests missing recordings from origins that the operator names, except those in progress or failed. Returns their number. */
export async function requestRecordings(
  dependencies: RecordingDependencies,
  { connection, kind, calls }: { connection: string; kind: string; calls: readonly TheirCall[] },
): Promise<number> {
  const { database, environment } = dependencies;
  const named = calls.flatMap((call) => {
    const recording = callSystems[kind]?.recordingOf(call) ?? null;
    return recording && allowedAddress(recording.address, environment.ingestFetchOrigins) ? [recording] : [];
  });
  if (named.length === 0) return 0;
  // two statements: a distributed database does not join calls with tables of the coordinator alone
  const { rows: missing } = await sql<{ id: string; address: string }>`
    select named.id, named.address
    from unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ address }) => address)}::text[]) as named (id, address)
      join calls on calls.id = named.id
    where (calls.audio is null or calls.audio like 'missing/%') and not calls.deleted
      and not calls.personal_data_removed`.execute(database.kysely);
  const { rows: requested } = await sql<{ id: string; address: string }>`
    select row_id as id, address from ingest_fetches
    where file = 'calls' and column_name = 'audio' and row_id = any(${missing.map(({ id }) => id)}::text[])`.execute(
    database.kysely,
  );
  const rows = missing.filter(
    (one) => !requested.some(({ id, address }) => id === one.id && address === one.address),
  );
  return requestFetches(dependencies, {
    system: connection,
    file: 'calls',
    body: Buffer.from(rows.map(({ id, address }) => JSON.stringify({ id, audio: address })).join('\n')),
    addresses: new Set(rows.map(({ address }) => address)),
    rejectedLines: new Set(),
  });
}

/** Uses the API secret on requests to the API itself. */
export const connectionFetches =
  (dependencies: RecordingDependencies): ConnectionFetches =>
  async (system) => {
    const connection = await findConnection(dependencies.database.kysely, system);
    if (!connection || !callSystems[connection.kind]) return null;
    const { source, origin, secrets } = await accessOf(
      dependencies,
      connection,
      new AbortController().signal,
    );
    const [secret = ''] = secrets;
    return {
      headersFor: (address) => (address.origin === (origin ?? source.origin) ? source.headers(secret) : null),
      namedOrigins: namedOriginsOf(origin),
    };
  };

export interface WaitingRecordings {
  connection: string;
  count: number;
  /** A sentence; null before the first attempt. */
  failure: string | null;
  isOver: boolean;
}

export async function listWaitingRecordings(database: Queryable): Promise<WaitingRecordings[]> {
  const { rows } = await sql<WaitingRecordings>`
    select system as connection, count(*)::int as count, failure, failed_at is not null as "isOver"
    from ingest_fetches join connections on connections.name = system and removed_at is null
    where file = 'calls' and column_name = 'audio'
    group by system, failure, failed_at is not null order by 1, 2 desc, 3`.execute(database);
  return rows;
}
