import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ConnectionKind } from '@mailcall/contract/rules/connections.ts';
import { readPhone } from '@mailcall/contract/rules/phone.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { type ReadCompany, readCompaniesOf } from './companies.ts';
import type { Connection } from './connections.ts';
import { currentMapping } from './mappings.ts';
import { findAssignments, park, unpark } from './parked.ts';
import {
  type FeedRow,
  type FeedSource,
  feedFileOf,
  type ImportReport,
  type ImportQueue,
} from '../ingest/index.ts';
import { type Mapping, openMappedSource, type Preview, readMapping } from '../mapping/index.ts';
import { type CalledLine, findCalledLines, otherOffice } from '../tracking-lines/index.ts';
import { writeTranscripts } from '../transcripts/index.ts';
import type { CallSystem, TheirCall } from './call-system.ts';
import { callSystemOf } from './systems.ts';
import { noteFound } from './gone-calls.ts';
import { firstTurns, mappedCall } from './transcript-of-call.ts';

export interface CallOutcome {
  callId: string;
  state: 'imported' | 'left out' | 'parked' | 'failed';
  /** Why it was not imported, or which columns were left out; without names of people. */
  reason: string | null;
  mappingVersion: number;
  /** Id that the mapping gave; null if not imported. */
  recordId: string | null;
}

/** Mappings find the calls under this name. */
const fileOfCalls = 'calls.ndjson';

/** @throws {OperatorProblem} with the line of the first problem */
export function readCallMapping(name: string, text: string): Mapping {
  const mapping = readMapping(name, text);
  const calls = mapping.files.find(({ file }) => file.name === 'calls');
  if (!calls) throw new OperatorProblem(`${name}: the mapping of a connection needs calls under files.`);
  const lookup = calls.columns.find((column) => column.lookup !== null);
  if (lookup)
    throw new OperatorProblem(
      `${lookup.place}: ${lookup.name} needs the lookup ${lookup.lookup?.name}, and a connection has no other files.`,
    );
  return { files: [{ ...calls, from: fileOfCalls }], lookups: [], source: 'telephony' };
}

const connectors = join(import.meta.dirname, '../../../connectors');

export const readyMapping = (kind: ConnectionKind): Promise<string> =>
  readFile(join(connectors, kind, 'mapping.yaml'), 'utf8');

export async function mappingOf(
  database: Queryable,
  { name, kind }: Connection,
): Promise<{ version: number; mapping: Mapping }> {
  const { version, text } = (await currentMapping(database, name)) ?? { version: 0, text: null };
  return { version, mapping: readCallMapping(`${name}.yaml`, text ?? (await readyMapping(kind))) };
}

const referenceOf = (number: string) => readPhone(number) ?? (number.slice(0, 100) || 'no number');

const columnsOfCalls = feedFileOf('calls')?.columns ?? [];
const positionOf = (name: string) => columnsOfCalls.findIndex((column) => column.name === name);
const accountColumn = positionOf('account_id');
const lineColumn = positionOf('tracking_line_id');
const idColumn = positionOf('id');

/** Puts mapped calls on the called lines; calls without a line stay behind. */
class LineFinder {
  readonly #database: Queryable;
  readonly #connection: Connection;
  readonly #kind: CallSystem;
  readonly #companies: ReadonlyMap<string, ReadCompany> | null;
  readonly parked = new Map<number, { reference: string; reason: string }>();

  /** `companies`: confirmed ones; null for a connection of one company. */
  constructor(
    database: Queryable,
    connection: Connection,
    kind: CallSystem,
    companies: ReadonlyMap<string, ReadCompany> | null,
  ) {
    this.#companies = companies;
    this.#database = database;
    this.#connection = connection;
    this.#kind = kind;
  }

  async #linesById(ids: readonly string[]): Promise<ReadonlyMap<string, CalledLine>> {
    const { rows } = await sql<CalledLine>`
      select account_id, id from tracking_lines where not deleted and id = any(${[...ids]}::text[])`.execute(
      this.#database,
    );
    // an id that several offices have says nothing
    const byId = Map.groupBy(rows, ({ id }) => id);
    return new Map(
      [...byId].flatMap(([id, [line, ...more]]) => (line && more.length === 0 ? [[id, line]] : [])),
    );
  }

  /** Rows with a line: named by the mapping, assigned by an operator, or with the called number. */
  async find(rows: readonly FeedRow[], calls: readonly TheirCall[]): Promise<FeedRow[]> {
    const numberOf = ({ line }: FeedRow) => this.#kind.calledNumber(calls[line - 1] ?? {});
    const good = rows.filter(({ problem }) => problem === null);
    const named = await this.#linesById(good.flatMap(({ values }) => values[lineColumn] || []));
    const numbers = good.map(numberOf);
    const assigned = await findAssignments(this.#database, this.#connection.name, numbers.map(referenceOf));
    const companyOf = (row: FeedRow) =>
      this.#kind.companyOf(calls[row.line - 1] ?? {}) || (this.#connection.companyId ?? '');
    const officesOf = (row: FeedRow) =>
      this.#companies && (this.#companies.get(companyOf(row))?.accountIds ?? new Set<string>());
    const officesOfNumber = new Map(good.map((row) => [numberOf(row), officesOf(row)]));
    const called = await findCalledLines(
      this.#database,
      numbers,
      (number, accountId) => officesOfNumber.get(number)?.has(accountId) ?? true,
    );
    return rows.filter((row) => {
      if (row.problem) return true;
      const number = numberOf(row);
      const reference = referenceOf(number);
      const assignment = assigned.get(reference);
      const offices = officesOf(row);
      const namedLine = named.get(row.values[lineColumn] ?? '');
      const line =
        (namedLine && (offices?.has(namedLine.account_id) ?? true) ? namedLine : undefined) ??
        (assignment && { account_id: assignment.accountId, id: assignment.targetId }) ??
        called.get(number) ??
        (namedLine ? otherOffice : undefined) ??
        'was to a number of no tracking line';
      if (typeof line === 'string') {
        this.parked.set(row.line, { reference, reason: line });
        return false;
      }
      row.values[accountColumn] = line.account_id;
      row.values[lineColumn] = line.id;
      return true;
    });
  }
}

const notFetched = { refused: false, reason: 'is not fetched' } as const;

function sourceOf(connection: Connection, calls: readonly TheirCall[]): FeedSource {
  const names = callSystemOf(connection.kind).transcriptFields;
  return {
    name: `the connection ${connection.name}`,
    system: connection.name,
    files: async () => [fileOfCalls],
    open: async () => Readable.from([Buffer.from(calls.map((call) => mappedCall(call, names)).join('\n'))]),
    attachment: async () => notFetched,
  };
}

export interface CallImport {
  mapping: Mapping;
  attachment?: FeedSource['attachment'];
  preview?: Preview;
}

/** `work` imports the rows. Returns the result of each, in order, except that `failed` rows come from the report. */
export async function mapCalls(
  { database }: Pick<Dependencies, 'database'>,
  connection: Connection,
  calls: readonly TheirCall[],
  { mapping, attachment, preview }: CallImport,
  work: (source: FeedSource) => Promise<Pick<ImportReport, 'firstRejections' | 'firstEmptied'>>,
): Promise<(Pick<CallOutcome, 'state' | 'reason' | 'recordId'> & { reference: string | null })[]> {
  const folder = sourceOf(connection, calls);
  const mapped = await openMappedSource(
    attachment ? { ...folder, attachment } : folder,
    mapping,
    preview ? { pool: database.pool, preview } : { pool: database.pool },
  );
  const companies =
    connection.isAgency || connection.agency !== null
      ? await readCompaniesOf(database.kysely, connection)
      : null;
  const finder = new LineFinder(database.kysely, connection, callSystemOf(connection.kind), companies);
  const seen = new Set<number>();
  const recordIds = new Map<number, string>();
  const source: FeedSource = {
    ...mapped.source,
    async *rows(name, notice) {
      for await (const batch of mapped.source.rows?.(name, notice) ?? []) {
        for (const { line, values } of batch) {
          seen.add(line);
          if (values[idColumn]) recordIds.set(line, values[idColumn]);
        }
        const rows = await finder.find(batch, calls);
        if (rows.length > 0) yield rows;
      }
    },
  };
  try {
    const { firstRejections, firstEmptied } = await work(source);
    const emptied = Map.groupBy(firstEmptied, ({ line }) => line);
    const rejected = new Map(firstRejections.map((one) => [one.line, `${one.column} ${one.reason}`.trim()]));
    return calls.map((_, index) => {
      const line = index + 1;
      const parked = finder.parked.get(line);
      const rejection = rejected.get(line);
      const none = { reference: null, recordId: null };
      if (parked) return { state: 'parked' as const, recordId: null, ...parked };
      if (rejection !== undefined) return { state: 'failed' as const, reason: rejection, ...none };
      const left = emptied.get(line)?.map(({ column, reason }) => `${column} ${reason}`);
      return seen.has(line)
        ? {
            ...none,
            state: 'imported' as const,
            reason: left ? `without ${left.join('; ')}` : null,
            recordId: recordIds.get(line) ?? null,
          }
        : { ...none, state: 'left out' as const, reason: 'the mapping leaves it out' };
    });
  } finally {
    mapped.close();
  }
}

/** Up to some thousand calls; repeatable. Parks unknown lines. @throws {OperatorProblem} for the mapping; {Problem} 429 or 503 when busy */
export async function importCalls(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  queue: ImportQueue,
  connection: Connection,
  calls: readonly TheirCall[],
  options: Pick<CallImport, 'attachment'> = {},
): Promise<CallOutcome[]> {
  if (calls.length === 0) return [];
  const { database, clock } = dependencies;
  const { callIdOf, transcriptFields } = callSystemOf(connection.kind);
  const { version, mapping } = await mappingOf(database.kysely, connection);
  const outcomes = await mapCalls(dependencies, connection, calls, { ...options, mapping }, (source) =>
    queue.import(source, { listed: calls.length, callbacksFrom: connection.callbacksFrom }),
  );
  const items = outcomes.flatMap(({ reference }, index) =>
    reference === null ? [] : [{ reference, item: callIdOf(calls[index] ?? {}) }],
  );
  const others = outcomes.flatMap(({ reference }, index) =>
    reference === null ? [callIdOf(calls[index] ?? {})] : [],
  );
  const transcripts = outcomes.flatMap(({ recordId }, index) =>
    recordId === null ? [] : { callId: recordId, turns: firstTurns(calls[index] ?? {}, transcriptFields) },
  );
  await database.transaction(async (transaction) => {
    await writeTranscripts(transaction, 'telephony', transcripts);
    await unpark(transaction, { connection: connection.name, items: others });
    await park(transaction, { connection: connection.name, items }, clock.now());
    await noteFound(
      transaction,
      outcomes.flatMap(({ recordId }) => recordId ?? []),
    );
  });
  return outcomes.map(({ state, reason, recordId }, index) => ({
    callId: callIdOf(calls[index] ?? {}),
    state,
    reason,
    mappingVersion: version,
    recordId,
  }));
}
