import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * What a handler answers whose list is too long for one text: the fields of the reply without `records`, and the records in
 * batches, which are read as fast as the client takes them.
 */
export class StreamedRecords<Reply extends { records: readonly unknown[] }> {
  readonly fields: Omit<Reply, 'records'>;
  readonly batches: AsyncIterable<Reply['records']>;

  constructor(fields: Omit<Reply, 'records'>, batches: AsyncIterable<Reply['records']>) {
    this.fields = fields;
    this.batches = batches;
  }
}

/** A streamed reply of any route. */
export type AnyStreamedRecords = StreamedRecords<{ records: readonly unknown[] }>;

/** The batches after some that were read already; ending it ends their source. */
async function* withFirst<Batch>(
  first: IteratorResult<Batch>,
  rest: AsyncIterator<Batch>,
): AsyncGenerator<Batch> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* jsonOf(fields: object, batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  const empty = JSON.stringify({ status: 'success', data: { ...fields, records: [] } });
  const end = ']}}';
  yield empty.slice(0, -end.length);
  let separator = '';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
  }
  yield end;
}

/**
 * Sends a streamed reply in the envelope. An error before the first batch is an ordinary error reply; after that the connection
 * breaks, so that a part of the records cannot be mistaken for all of them.
 * @param check called with the reply of each batch; throws when it is not what the contract says
 */
export async function sendStreamedRecords(
  reply: FastifyReply,
  { fields, batches }: AnyStreamedRecords,
  check: (part: object) => void,
): Promise<FastifyReply> {
  async function* checkedBatches() {
    for await (const records of batches) {
      check({ ...fields, records });
      yield records;
    }
  }
  const iterator = checkedBatches();
  const first = await iterator.next();
  const text = Readable.from(jsonOf(fields, withFirst(first, iterator)), { objectMode: false });
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}
