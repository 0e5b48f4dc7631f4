import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';

const sealedFor = (connection: string, callId: string) => `call event ${connection} ${callId}`;
const numberPurpose = 'number in a call event';
const bodyPurpose = 'body of a call event';

const maxNumbers = 500;
/** A North American number in any usual spelling, or one with its country. */
const numberPattern =
  /(?<!\d)(?:\+?1[\s.-]*)?\(?[2-9]\d{2}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?!\d)|\+[1-9]\d{7,14}(?!\d)/g;

/** Digits with the country, from all texts of a row. */
function numbersIn(row: Readonly<Record<string, unknown>>): string[] {
  const found = new Set<string>();
  let level: unknown[] = [row];
  while (level.length > 0) {
    for (const value of level) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      for (const [number] of String(value).matchAll(numberPattern)) {
        const digits = number.replace(/\D/g, '');
        if (found.size < maxNumbers) found.add(digits.length === 10 ? `1${digits}` : digits);
      }
    }
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return [...found];
}

interface NewBody {
  connection: string;
  callId: string;
  body: Buffer;
  row: Readonly<Record<string, unknown>>;
  /** Null if the event only names the call. */
  modifiedAt: Date | null;
}

/** Does nothing if the same body came before. */
export async function storeBody(
  transaction: Queryable,
  sealedTexts: SealedTexts,
  { connection, callId, body, row, modifiedAt }: NewBody,
  now: Date,
): Promise<void> {
  const text = body.toString('utf8');
  const sealed = sealedTexts.seal(text, sealedFor(connection, callId));
  const hashes = numbersIn(row).map((number) => sealedTexts.hash(number, numberPurpose));
  await sql`
    insert into connection_call_events
      (id, connection, call_id, body_hash, modified_at, sealed_body, number_hashes, received_at)
    values (${crypto.randomUUID()}, ${connection}, ${callId}, ${sealedTexts.hash(text, bodyPurpose)}, ${modifiedAt},
      ${sealed}, ${hashes}::bytea[], ${now})
    on conflict (connection, call_id, body_hash) do nothing`.execute(transaction);
}

export interface KeptBody {
  callId: string;
  modifiedAt: Date | null;
  text: string;
}

export async function readBodies(
  database: Queryable,
  sealedTexts: SealedTexts,
  { connection, callIds }: { connection: string; callIds: readonly string[] },
): Promise<KeptBody[]> {
  const { rows } = await sql<{ callId: string; modifiedAt: Date | null; sealed: Buffer }>`
    select call_id as "callId", modified_at as "modifiedAt", sealed_body as sealed from connection_call_events
    where connection = ${connection} and call_id = any(${[...callIds]}::text[]) order by received_at, id`.execute(
    database,
  );
  return rows.map(({ sealed, ...row }) => {
    const text = sealedTexts.open(sealed, sealedFor(connection, row.callId));
    // a body sealed with another key still names the call
    return text === null ? { ...row, modifiedAt: null, text: '' } : { ...row, text };
  });
}

/** SQL condition; numbers are digits with the country. */
const hasNumber = (sealedTexts: SealedTexts, numbers: readonly string[]) =>
  sql`number_hashes && ${numbers.map((number) => sealedTexts.hash(number, numberPurpose))}::bytea[]`;

/** Numbers are digits with the country. Null for bodies that were changed. */
export async function bodiesWithNumbers(
  database: Queryable,
  sealedTexts: SealedTexts,
  numbers: readonly string[],
): Promise<{ connection: string; call_id: string; received_at: Date; body: string | null }[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ connection: string; call_id: string; received_at: Date; sealed: Buffer }>`
    select connection, call_id, received_at, sealed_body as sealed from connection_call_events
    where ${hasNumber(sealedTexts, numbers)} order by received_at, call_id, id`.execute(database);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    body: sealedTexts.open(sealed, sealedFor(row.connection, row.call_id)),
  }));
}

/** A deleted call that still waits is read from the system's API. */
export async function deleteBodiesWithNumbers(
  transaction: Queryable,
  sealedTexts: SealedTexts,
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`delete from connection_call_events where ${hasNumber(sealedTexts, numbers)}`.execute(transaction);
}

export async function deleteBodiesBefore(database: Queryable, before: Date): Promise<void> {
  await sql`delete from connection_call_events where received_at < ${before}`.execute(database);
}
