import { setTimeout as timeout } from 'node:timers/promises';
import type { Dependencies } from '../../dependencies.ts';
import { Problem } from '../../platform/http/problems.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { importCalls } from './import-calls.ts';
import { noteCompanyProblem, type ReadCompany, readCompaniesOf } from './companies.ts';
import { type Connection, findConnection } from './connections.ts';
import type { ImportQueue } from '../ingest/index.ts';
import { keptDays } from '../mail-tracking/index.ts';
import { recordPieces } from './receive-mail-events.ts';
import { accessOf, type ConnectionAccess, pieceAccessOf } from './api-access.ts';
import type { TheirCall } from './call-system.ts';
import { callSystemOf, callSystems, printers } from './systems.ts';
import { VendorProblem } from './vendor-api.ts';
import { listCalls, listPieces } from './read-lists.ts';
import type { SyncCounts } from './sync-progress.ts';
import { requestRecordings } from './recordings.ts';
import { hours, seconds } from '@mailcall/contract/time/durations.ts';

export type SyncDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment' | 'log'> & {
  queue: ImportQueue;
};

export interface Rejection {
  /** The call's id; the kind of item if its id must not be known. */
  item: string;
  /** The column or field and its problem, without its value. */
  reason: string;
}

interface ImportedPage extends Omit<SyncCounts, 'pages'> {
  next: string | null;
  rejections: readonly Rejection[];
}

export interface SyncSource {
  items: 'calls' | 'pieces';
  /** Milliseconds that a scheduled reading looks back. */
  again: { hourly?: number; nightly: number };
  /** The nightly reading waits for the night even when long overdue. */
  onlyAtNight: boolean;
  /** The first day that can be read, and why; null if all can. */
  oldest(now: Date): { day: Date; reason: string } | null;
  pages(
    dependencies: SyncDependencies,
    connection: Connection,
    window: { since: Date; until: Date },
    from: string | null,
    signal: AbortSignal,
  ): AsyncGenerator<ImportedPage>;
}

const hour = hours(1);
const day = 24 * hour;

/** Attempts and milliseconds between them, while another import runs. */
const busyAttempts = 30;
const busyPause = seconds(10);

async function whenFree<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Problem && [429, 503].includes(error.statusCode);
      if (!isBusy || attempt >= busyAttempts) throw error;
    }
    await timeout(busyPause, undefined, { signal });
  }
}

interface Reading {
  dependencies: SyncDependencies;
  connection: Connection;
  signal: AbortSignal;
}

type ImportedCalls = Omit<ImportedPage, 'next'>;

async function importPage(
  { dependencies, signal }: Pick<Reading, 'dependencies' | 'signal'>,
  connection: Connection,
  calls: readonly TheirCall[],
): Promise<ImportedCalls> {
  const outcomes = await whenFree(signal, () =>
    importCalls(dependencies, dependencies.queue, connection, calls),
  );
  await requestRecordings(dependencies, { connection: connection.name, kind: connection.kind, calls });
  const count = (wanted: string) => outcomes.filter(({ state }) => state === wanted).length;
  return {
    read: calls.length,
    imported: count('imported'),
    leftOut: count('left out'),
    parked: count('parked'),
    rejected: count('failed'),
    rejections: outcomes.flatMap(({ callId, state, reason }) =>
      // a call imported without a column has a reason, too
      reason !== null && (state === 'failed' || state === 'imported') ? [{ item: callId, reason }] : [],
    ),
  };
}

const nothing: ImportedCalls = { read: 0, imported: 0, leftOut: 0, parked: 0, rejected: 0, rejections: [] };

/** Imports calls of confirmed companies, each by the connection that receives its events. Others are dropped unread. */
async function importByCompany(
  reading: Reading,
  companies: ReadonlyMap<string, ReadCompany>,
  calls: readonly TheirCall[],
): Promise<ImportedCalls> {
  const { dependencies, connection } = reading;
  const { companyOf } = callSystemOf(connection.kind);
  const byReceiver = Map.groupBy(calls, (call) => companies.get(companyOf(call))?.receiver);
  let sum = nothing;
  for (const [name, theirs] of byReceiver) {
    if (name === undefined) continue;
    const receiver =
      name === connection.name ? connection : await findConnection(dependencies.database.kysely, name);
    if (!receiver || receiver.pausedAt !== null) continue;
    const { rejections, ...counts } = await importPage(reading, receiver, theirs);
    sum = {
      read: sum.read + counts.read,
      imported: sum.imported + counts.imported,
      leftOut: sum.leftOut + counts.leftOut,
      parked: sum.parked + counts.parked,
      rejected: sum.rejected + counts.rejected,
      rejections: [...sum.rejections, ...rejections],
    };
  }
  return sum;
}

/** Calls of a list that is one account's. */
const withCompany = ({ source, account }: ConnectionAccess, calls: readonly TheirCall[]): TheirCall[] =>
  calls.map((call) => (source.agencies.oneList ? call : { account_id: account, ...call }));

async function* agencyPages(
  reading: Reading,
  access: ConnectionAccess,
  window: { since: Date; until: Date },
  from: string | null,
): AsyncGenerator<ImportedPage> {
  const { dependencies, connection } = reading;
  const companies = await readCompaniesOf(dependencies.database.kysely, connection);
  if (access.source.agencies.oneList) {
    for await (const { calls, next } of listCalls(access, { ...window, account: access.account }, from))
      yield { ...(await importByCompany(reading, companies, calls)), next };
    return;
  }
  yield* companyByCompany(reading, access, { ...window, companies }, from);
}

/** One account after another, in the order of their ids, so that the address of a page says where to continue. */
async function* companyByCompany(
  reading: Reading,
  access: ConnectionAccess,
  { companies, ...window }: { since: Date; until: Date; companies: ReadonlyMap<string, ReadCompany> },
  from: string | null,
): AsyncGenerator<ImportedPage> {
  const { database } = reading.dependencies;
  const ids = [...companies.keys()];
  const firstOf = (id: string | undefined) =>
    id === undefined ? null : access.source.firstPage({ ...window, account: id });
  const prefixOf = (id: string) => access.source.firstPage({ ...window, account: id }).split('?')[0];
  const at = from === null ? 0 : ids.findIndex((id) => from.split('?')[0] === prefixOf(id));
  // one that is no longer confirmed: all are read again
  const start = Math.max(at, 0);
  for (const [offset, id] of ids.slice(start).entries()) {
    const after = firstOf(ids[start + offset + 1]);
    const note = (problem: string | null) =>
      noteCompanyProblem(database.kysely, { connection: reading.connection.name, companyId: id, problem });
    try {
      const page = offset === 0 && at >= 0 ? from : null;
      for await (const { calls, next } of listCalls(access, { ...window, account: id }, page)) {
        const theirs = withCompany({ ...access, account: id }, calls);
        yield { ...(await importByCompany(reading, companies, theirs)), next: next ?? after };
      }
      await note(null);
    } catch (error) {
      if (!(error instanceof VendorProblem && error.isFinal) || ids.length === 1) throw error;
      // the others are read
      await note(error.message);
      yield { ...nothing, next: after };
    }
  }
  if (ids.length === 0) yield { ...nothing, next: null };
}

/** Read again because webhooks get lost, and scores come late. */
const ofCalls = (kind: string): SyncSource => ({
  items: 'calls',
  again: { hourly: 48 * hour, nightly: 30 * day },
  onlyAtNight: true,
  oldest(now) {
    const { keptMonths, name } = callSystems[kind] ?? { keptMonths: null, name: '' };
    if (keptMonths === null) return null;
    const oldest = new Date(now);
    oldest.setUTCMonth(oldest.getUTCMonth() - keptMonths);
    return { day: oldest, reason: `${name} keeps calls for ${keptMonths} months.` };
  },
  async *pages(dependencies, connection, window, from, signal) {
    const access = await accessOf(dependencies, connection, signal);
    const given = { dependencies, connection, signal };
    if (connection.isAgency) return yield* agencyPages(given, access, window, from);
    const companies =
      connection.agency === null ? null : await readCompaniesOf(dependencies.database.kysely, connection);
    for await (const { calls, next } of listCalls(access, { ...window, account: access.account }, from)) {
      const imported = companies
        ? importByCompany(given, companies, withCompany(access, calls))
        : importPage(given, connection, calls);
      yield { ...(await imported), next };
    }
  },
});

/** Milliseconds for which a piece is read again after its entry, and from its sending until the post has it. */
const [afterEntry, beforeEntry] = [30 * day, 15 * day];

/** Printers' lists have no filter for changes. */
const ofPieces: SyncSource = {
  items: 'pieces',
  again: { nightly: afterEntry + beforeEntry },
  onlyAtNight: false,
  oldest: (now) => ({
    day: new Date(now.getTime() - keptDays * day),
    reason: `Events of more than ${keptDays} days ago are not counted.`,
  }),
  async *pages(dependencies, connection, window, from, signal) {
    const access = await pieceAccessOf(dependencies, connection, signal);
    for await (const { pieces, next } of listPieces(access, window, from)) {
      const { rejections, recorded, ...counts } = await recordPieces(
        dependencies,
        connection,
        access.source,
        pieces,
      );
      yield {
        read: pieces.length,
        imported: recorded,
        ...counts,
        rejected: rejections.length,
        next,
        rejections: rejections.map((field) => ({ item: 'a piece', reason: `${field} is not as documented` })),
      };
    }
  },
};

export const findSyncSource = (kind: string): SyncSource | undefined =>
  callSystems[kind] ? ofCalls(kind) : printers[kind] ? ofPieces : undefined;

/** @throws {OperatorProblem} if nothing is read from such a system */
export function syncSourceOf(kind: string): SyncSource {
  const source = findSyncSource(kind);
  if (!source) throw new OperatorProblem(`Nothing is read from a connection of the kind ${kind}.`);
  return source;
}

/** `wanted`: first day; undefined for the scheduled days. @throws {OperatorProblem} if nothing is read, or not as far back */
export function checkSync(
  { name, kind }: Pick<Connection, 'name' | 'kind'>,
  wanted: Date | undefined,
  now: Date,
): { items: SyncSource['items']; since: Date } {
  if (kind === 'informed-visibility')
    throw new OperatorProblem(
      `Nothing is read again from Informed Visibility: import its next file, npm run cli -- mail-events import ${name} FILE`,
    );
  const { items, again, oldest } = syncSourceOf(kind);
  if (!wanted && again.hourly !== undefined)
    throw new OperatorProblem('Name the first day, such as --since 2026-01-01.');
  const since = wanted ?? new Date(now.getTime() - again.nightly);
  if (since > now) throw new OperatorProblem('--since is a day in the future.');
  const first = oldest(now);
  if (first && since < first.day)
    throw new OperatorProblem(`${first.reason} The first day is ${first.day.toISOString().slice(0, 10)}.`);
  return { items, since };
}
