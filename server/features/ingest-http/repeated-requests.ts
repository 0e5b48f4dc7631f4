import { createHash } from 'node:crypto';
import type { IngestReport } from '@mailcall/contract/ingest.ts';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { notPossible, notValid } from '../../platform/http/problems.ts';

/** Milliseconds for which a repeated request gets the first report. */
const keptTime = 24 * 60 * 60 * 1000;
const header = 'idempotency-key';

/** A request that can be repeated. */
export interface RepeatableRequest {
  apiKeyId: string;
  /** Its `Idempotency-Key`. */
  key: string;
  file: string;
  bodyHash: Buffer;
}

/**
 * The request by its `Idempotency-Key`; null without one.
 * @throws {Problem} 400 for a key that is no plain text of 1 to 200 characters
 */
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

/**
 * The report of the first request with the same key; null for the first.
 * @throws {Problem} 422 when the first one had another file or body
 */
export async function findReport(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: RepeatableRequest,
): Promise<IngestReport | null> {
  const found = await database.kysely
    .selectFrom('ingest_reports')
    .select(['file', 'body_hash', 'report'])
    .where('api_key_id', '=', request.apiKeyId)
    .where('idempotency_key', '=', request.key)
    .where('created_at', '>', new Date(clock.now().getTime() - keptTime))
    .executeTakeFirst();
  if (!found) return null;
  if (found.file !== request.file || !found.body_hash.equals(request.bodyHash))
    throw notPossible('This Idempotency-Key was used for another request. Use a new one for each request.');
  return found.report as unknown as IngestReport;
}

/** Stores the report of a request, for when it is repeated. */
export async function storeReport(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  request: RepeatableRequest,
  report: IngestReport,
): Promise<void> {
  const values = {
    file: request.file,
    body_hash: request.bodyHash,
    report: JSON.stringify(report),
    created_at: clock.now(),
  };
  await database.kysely
    .insertInto('ingest_reports')
    .values({ api_key_id: request.apiKeyId, idempotency_key: request.key, ...values })
    .onConflict((conflict) => conflict.columns(['api_key_id', 'idempotency_key']).doUpdateSet(values))
    .execute();
}

/** Forgets the reports of yesterday. */
export async function cleanReports({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.kysely
    .deleteFrom('ingest_reports')
    .where('created_at', '<=', new Date(clock.now().getTime() - keptTime))
    .execute();
}
