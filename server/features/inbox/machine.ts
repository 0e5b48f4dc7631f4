import type { Queryable } from '../../platform/database.ts';
import { type KindHandler, listAssignable } from '../connectors/index.ts';
import { forgetRejections, type ImportRejections, listRejections } from '../ingest/index.ts';
import { listFailedJobs } from '../operators/index.ts';
import { abandonedMessages } from '../outbox/index.ts';
import { noActions, type Waiting } from './waiting-item.ts';

const ofNoOffice = { ...noActions, accountId: null } as const;

export async function readParked(database: Queryable, handlers: readonly KindHandler[]): Promise<Waiting[]> {
  const parked = await listAssignable(database, handlers);
  return parked.map(({ connection, reference, count, firstAt, assignedTo }) => ({
    ...ofNoOffice,
    kind: 'parked' as const,
    id: `${connection} ${reference}`,
    since: firstAt,
    subject: reference,
    count,
    parked: { connection, assignedTo },
  }));
}

export async function readAbandoned(database: Queryable, now: Date): Promise<Waiting[]> {
  const messages = await abandonedMessages(database, now);
  return messages.map(({ id, channel, recipient, subject, abandonedAt, failure, canBeSent }) => ({
    ...ofNoOffice,
    kind: 'message' as const,
    id,
    since: abandonedAt,
    subject: subject ?? (channel === 'email' ? 'Email' : 'Text message'),
    person: recipient,
    detail: failure,
    canBeSent,
  }));
}

export async function readFailedJobs(database: Queryable): Promise<Waiting[]> {
  const jobs = await listFailedJobs(database);
  return jobs.map(({ task, count, since, problem }) => ({
    ...ofNoOffice,
    kind: 'job' as const,
    id: task,
    since,
    subject: task,
    count,
    detail: problem,
  }));
}

/** Later rejected rows are another item. */
const idOf = ({ source, file, lastAt }: ImportRejections) => `${lastAt.toISOString()} ${file} ${source}`;

const rowText = ({ line, column, reason }: ImportRejections['firstRejections'][number]) =>
  `line ${line}: ${column === '' ? 'the row' : column} ${reason}`;

export async function readRejected(database: Queryable): Promise<Waiting[]> {
  const rejections = await listRejections(database);
  return rejections.map((rows) => ({
    ...ofNoOffice,
    kind: 'rejected' as const,
    id: idOf(rows),
    since: rows.firstAt,
    subject: rows.file,
    person: rows.source === '' ? null : rows.source,
    count: rows.rejected,
    detail: rows.firstRejections.map(rowText).join('\n'),
  }));
}

export async function forgetSeenRejections(database: Queryable, id: string): Promise<void> {
  for (const rows of await listRejections(database))
    if (idOf(rows) === id) await forgetRejections(database, rows);
}
