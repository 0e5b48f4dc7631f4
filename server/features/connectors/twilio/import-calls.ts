import { isDeepStrictEqual } from 'node:util';
import * as duration from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { dayText } from '../../../platform/sql-terms.ts';
import { addJob, requeueInterrupted, type Tasks } from '../../../platform/jobs.ts';
import { scoreValueOf } from '../../calls/index.ts';
import { type ImportQueue, rowsSource } from '../../ingest/index.ts';
import { type CalledLine, findCalledLines } from '../../tracking-lines/index.ts';
import { mergeReports, type ReportedCall } from './reported-call.ts';

const importTask = 'import reported call';

const maxImportTime = duration.minutes(2);

const day = duration.days(1);
/** Days of attempts, and days after which a call that could not be imported is forgotten. */
const triedDays = 1;
export const keptProblemDays = 7;

/** Mails and sign-in codes, which the same worker sends, go first. */
export const addImport = (transaction: Queryable, callSid: string): Promise<void> =>
  addJob(transaction, importTask, { callSid }, { key: `${importTask} ${callSid}`, waitsForOthers: true });

interface WaitingCall {
  callSid: string;
  to: string;
  receivedAt: Date;
  /** Completes "The call …". */
  problem: string;
}

/** Returns the calls that are not imported, oldest first, and tries them again. */
export function retryImports(database: Pick<Database, 'transaction'>): Promise<WaitingCall[]> {
  return database.transaction(async (transaction) => {
    const { rows } = await sql<WaitingCall>`
      select call_sid as "callSid", parameters->>'to' as "to", received_at as "receivedAt",
        coalesce(problem, 'waited') as problem
      from twilio_calls where parameters is not null
      order by received_at, call_sid`.execute(transaction);
    for (const { callSid } of rows) await addImport(transaction, callSid);
    return rows;
  });
}

/** For `/health`: calls that are no longer tried. Their reports are deleted after a week. */
export async function reportedCallWarnings(database: Queryable, now: Date): Promise<string[]> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  // the index by time keeps this from reading the calls of a year
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from twilio_calls
    where received_at between ${before(keptProblemDays + 1)} and ${before(triedDays)}
      and parameters is not null`.execute(database);
  const failed = rows[0]?.failed ?? 0;
  if (failed === 0) return [];
  return [
    `${failed} reported ${failed === 1 ? 'call' : 'calls'} could not be imported: npm run cli -- twilio retry`,
  ];
}

/** For a report of no call to a tracking line. Forgets earlier reports of it; a job withdraws the call if one was imported. */
export async function noteLeftOut(
  transaction: Queryable,
  { callSid, webhookId, leftOut, now }: { callSid: string; webhookId: string; leftOut: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ isImported: boolean }>`
    insert into twilio_calls (call_sid, webhook_id, received_at, left_out) values (${callSid}, ${webhookId}, ${now}, ${leftOut})
    on conflict (call_sid) do update set left_out = excluded.left_out, parameters = null, problem = null
    returning imported_at is not null as "isImported"`.execute(transaction);
  if (rows[0]?.isImported) await addImport(transaction, callSid);
}

/** True if only the telephone service has reported the call: it was not scored, resolved or given an appointment. */
export const untouched = (call: string): RawBuilder<boolean> => sql<boolean>`(
  not ${sql.ref(`${call}.deleted`)} and coalesce(${sql.ref(`${call}.score_source`)}, 'telephony') = 'telephony'
  and ${sql.ref(`${call}.appointment_count`)} = 0 and ${sql.ref(`${call}.resolve_date`)} is null)`;

/** Row to write: for a known call, only its missing values. Null if there is nothing to write. */
async function rowOf(
  database: Queryable,
  callSid: string,
  call: ReportedCall,
  line: CalledLine | null,
): Promise<Record<string, unknown> | null> {
  const known = await database
    .selectFrom('calls')
    .select(['account_id', 'deleted', 'tracking_line_id', 'duration_seconds', 'caller_phone_number'])
    .select([
      'caller_id_name',
      sql<number | null>`${sql.raw(scoreValueOf('answered_by', 'telephony'))}`.as('answered_by'),
    ])
    .where('id', '=', callSid)
    .executeTakeFirst();
  if (known?.deleted) return null;
  const values: [name: string, value: unknown, known: unknown][] = [
    ['duration_seconds', call.duration || null, known?.duration_seconds || null],
    ['caller_phone_number', call.from || null, known?.caller_phone_number],
    ['caller_id_name', call.callerName || null, known?.caller_id_name],
    ['call_answered_by', call.answeredBy, known?.answered_by],
  ];
  if (line && (!known || known.account_id === line.account_id))
    values.push(['tracking_line_id', line.id, known?.tracking_line_id]);
  const lacking = values.flatMap(([name, value, stored]) =>
    value === null || (stored ?? null) !== null ? [] : [[name, value] as const],
  );
  if (known) return lacking.length === 0 ? null : { id: callSid, ...Object.fromEntries(lacking) };
  const startedAt = new Date(Date.parse(call.endedAt) - call.duration * 1000);
  return {
    id: callSid,
    account_id: line?.account_id,
    call_date_time: startedAt.toISOString(),
    ...Object.fromEntries(lacking),
  };
}

/** Merges a later report of a reported call. False if it says nothing new, or the call is gone. */
export async function addLaterReport(
  transaction: Queryable,
  callSid: string,
  later: ReportedCall,
): Promise<boolean> {
  const {
    parameters,
    imported_at: importedAt,
    left_out: leftOut,
  } = await transaction
    .selectFrom('twilio_calls')
    .select(['parameters', 'imported_at', 'left_out'])
    .where('call_sid', '=', callSid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (leftOut !== null) return false;
  const earlier = parameters as ReportedCall | null;
  const merged = earlier ? mergeReports(earlier, later) : later;
  if (earlier) {
    if (isDeepStrictEqual(merged, earlier)) return false;
  } else {
    const row = importedAt && (await rowOf(transaction, callSid, later, null));
    if (!row || 'call_date_time' in row) return false;
  }
  await transaction
    .updateTable('twilio_calls')
    .set({ parameters: JSON.stringify(merged) })
    .where('call_sid', '=', callSid)
    .execute();
  await addImport(transaction, callSid);
  return true;
}

export class ReportedCalls {
  readonly tasks: Tasks = {
    [importTask]: (payload) => this.#import(z.object({ callSid: z.string() }).parse(payload).callSid),
  };
  readonly #dependencies: Pick<Dependencies, 'database' | 'files' | 'clock' | 'environment'>;
  readonly #queue: ImportQueue;

  constructor(
    dependencies: Pick<Dependencies, 'database' | 'files' | 'clock' | 'environment'>,
    queue: ImportQueue,
  ) {
    this.#dependencies = dependencies;
    this.#queue = queue;
  }

  /** Queues calls of killed processes again, `after` milliseconds since a job was taken. */
  resume(after = maxImportTime): Promise<void> {
    return this.#dependencies.database.transaction((transaction) =>
      requeueInterrupted(transaction, importTask, after),
    );
  }

  async #import(callSid: string): Promise<void> {
    const { database, clock } = this.#dependencies;
    const { rows } = await sql<{
      call: ReportedCall | null;
      leftOut: string | null;
      importedAt: Date | null;
      callbacksFrom: string | null;
    }>`
      select parameters as call, left_out as "leftOut", imported_at as "importedAt", ${dayText('callbacks_from')} as "callbacksFrom"
      from twilio_calls left join twilio_webhooks on twilio_webhooks.id = webhook_id
      where call_sid = ${callSid}`.execute(database.kysely);
    const [reported] = rows;
    if (reported?.leftOut && reported.importedAt) return this.#withdraw(callSid);
    const call = reported?.call;
    if (!call) return;
    const problem = await this.#write(callSid, call, reported.callbacksFrom);
    await database.kysely
      .updateTable('twilio_calls')
      .set(problem === null ? { imported_at: clock.now(), parameters: null, problem: null } : { problem })
      .where('call_sid', '=', callSid)
      // a later report that came meanwhile has a job of its own
      .where('parameters', '=', JSON.stringify(call))
      .execute();
    // the line, or the call with its account, may come later; the last time the log says that it is given up
    if (problem !== null) throw new Error(`A reported call ${problem}.`);
  }

  /** Returns why the call cannot be imported, without its data. */
  async #write(callSid: string, call: ReportedCall, callbacksFrom: string | null): Promise<string | null> {
    const { database } = this.#dependencies;
    const found = (await findCalledLines(database.kysely, [call.to])).get(call.to) ?? '';
    const row = await rowOf(database.kysely, callSid, call, typeof found === 'string' ? null : found);
    if (row === null) return null;
    if ('call_date_time' in row && typeof found === 'string') return found;
    return this.#importRow(row, callbacksFrom);
  }

  /** Removes an imported call that is a leg, unless people have worked on it or scored it. */
  async #withdraw(callSid: string): Promise<void> {
    const { database } = this.#dependencies;
    const call = await database.kysely
      .selectFrom('calls')
      .select(['id', 'account_id'])
      .where('id', '=', callSid)
      .where(untouched('calls'))
      .executeTakeFirst();
    const problem = call ? await this.#importRow({ ...call, deleted: true }, null) : null;
    if (problem !== null) throw new Error(`A leg of a call ${problem}.`);
    await database.kysely
      .updateTable('twilio_calls')
      .set({ imported_at: null })
      .where('call_sid', '=', callSid)
      .execute();
  }

  async #importRow(row: object, callbacksFrom: string | null): Promise<string | null> {
    const body = Buffer.from(JSON.stringify(row));
    const rows = rowsSource(this.#dependencies, { system: 'twilio', file: 'calls', body });
    const source = { ...rows, scoreSource: 'telephony' as const };
    const [rejection] = (await this.#queue.import(source, { listed: 1, callbacksFrom })).firstRejections;
    return rejection ? `is rejected: ${rejection.column} ${rejection.reason}` : null;
  }
}
