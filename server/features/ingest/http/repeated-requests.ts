import { createHash } from 'node:crypto';
import type { IngestReport } from '@mailcall/contract/ingest.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import { notPossible, notValid, Problem } from '../../../platform/http/problems.ts';

/** Milliseconds for which a repeated request gets the first report. */
const keptTime = days(1);
const header = 'idempotency-key';

export interface RepeatableRequest {
  apiKeyId: string;
  key: string;
  file: string;
  bodyHash: Buffer;
}

/** Null without an `Idempotency-Key`. Throws 400 unless it is plain text of 1 to 200 characters. */
export function repeatable(
  request: FastifyRequest,
  { apiKeyId, file, body }: { apiKeyId: string; file: string; body: Buffer },
): RepeatableRequest | null {
  const key = request.headers[header];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw notValid({ [header]: 'Use 1 to 200 letters, digits and signs, without spaces.' });
  return { apiKeyId, key, file, bodyHash: createHash('sha256').update(body).digest() };
}

/** Milliseconds after which a killed process's claim ends; a living one renews it more often. */
const claimTime = 30_000;

/** Answers repeated requests with the first report. Throws 422 if the first had another file or body, 409 while any process handles it. */
export async function handleOnce(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  request: RepeatableRequest,
  handle: () => Promise<IngestReport>,
): Promise<IngestReport> {
  const before = await claim(dependencies, request);
  if (before) return before;
  const renewing = setInterval(() => void renew(dependencies, request).catch(() => undefined), claimTime / 3);
  try {
    const report = await handle();
    await storeReport(dependencies, request, report);
    return report;
  } catch (error) {
    await release(dependencies, request).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** Returns the report if the request was handled before. A claim is a row without a report. */
async function claim(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { apiKeyId, key, file, bodyHash }: RepeatableRequest,
): Promise<IngestReport | null> {
  const now = clock.now();
  const [keptSince, claimedSince] = [keptTime, claimTime].map((time) => new Date(now.getTime() - time));
  const { rows } = await sql<{ is_new: boolean }>`
    insert into ingest_reports as known (api_key_id, idempotency_key, file, body_hash, report, created_at)
    values (${apiKeyId}, ${key}, ${file}, ${bodyHash}, 'null', ${now})
    on conflict (api_key_id, idempotency_key) do update
      set file = excluded.file, body_hash = excluded.body_hash, report = excluded.report, created_at = excluded.created_at
      where known.created_at <= case when known.report = 'null' then ${claimedSince}::timestamptz else ${keptSince} end
    returning true as is_new`.execute(database.kysely);
  if (rows.length > 0) return null;
  const found = await database.kysely
    .selectFrom('ingest_reports')
    .select(['file', 'body_hash', 'report'])
    .where('api_key_id', '=', apiKeyId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (found && (found.file !== file || !found.body_hash.equals(bodyHash)))
    throw notPossible('This Idempotency-Key was used for another request. Use a new one for each request.');
  if (found?.report) return found.report as unknown as IngestReport;
  throw new Problem(
    409,
    'The request with this Idempotency-Key is being handled. Send it again in a moment.',
    {
      headers: { 'retry-after': '2' },
    },
  );
}

const rowOf = ({ apiKeyId, key }: RepeatableRequest) =>
  sql`api_key_id = ${apiKeyId} and idempotency_key = ${key} and report = 'null'`;

async function renew(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: RepeatableRequest,
): Promise<void> {
  await sql`update ingest_reports set created_at = ${clock.now()} where ${rowOf(request)}`.execute(
    database.kysely,
  );
}

/** Lets a failed request be sent again at once. */
async function release(
  { database }: Pick<Dependencies, 'database'>,
  request: RepeatableRequest,
): Promise<void> {
  await sql`delete from ingest_reports where ${rowOf(request)}`.execute(database.kysely);
}

async function storeReport(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: RepeatableRequest,
  report: IngestReport,
): Promise<void> {
  await sql`
    update ingest_reports set report = ${JSON.stringify(report)}::jsonb, created_at = ${clock.now()}
    where ${rowOf(request)}`.execute(database.kysely);
}

export async function cleanReports({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.kysely
    .deleteFrom('ingest_reports')
    .where('created_at', '<=', new Date(clock.now().getTime() - keptTime))
    .execute();
}
