import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** For lists too long for one text. Batches are read as fast as the client takes them. */
export class StreamedRecords<Reply extends { records: readonly unknown[] }> {
  readonly fields: Omit<Reply, 'records'>;
  readonly batches: AsyncIterable<Reply['records']>;

  constructor(fields: Omit<Reply, 'records'>, batches: AsyncIterable<Reply['records']>) {
    this.fields = fields;
    this.batches = batches;
  }
}

export type AnyStreamedRecords = StreamedRecords<{ records: readonly unknown[] }>;

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

/** An error after the first batch breaks the connection, so that no one mistakes a part for the whole. `check` throws for a wrong batch. */
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
