import { AccountsOfRows, BatchCuts } from './accounts-of-rows.ts';
import { addCodes } from './add-codes.ts';
import type { FeedFile } from './feed-files.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { readCells } from './read-cells.ts';
import { type FeedRow, keyColumns } from './read-rows.ts';
import {
  type KeptPath,
  newAttachments,
  reportMissing,
  stageAttachments,
  storeAttachments,
} from './stage-attachments.ts';

/** Text of COPY in bytes: garbage collection scans long joined strings. */
export type CopyLines = readonly Uint8Array[];

export const chunkRows = 500;

const copyText = (value: string) =>
  /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => copyEscapes[found] as string) : value;
const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

type Rejection = Parameters<ImportRun['report']['reject']>[1][number];

interface Gathered {
  lines: Uint8Array[];
  later: Uint8Array[];
  rows: number;
  rejected: Rejection[];
  attachments: Map<string, KeptPath>;
}

const nothing = (): Gathered => ({ lines: [], later: [], rows: 0, rejected: [], attachments: new Map() });

export interface OtherConnection {
  run: ImportRun;
  /** Resolves when its user has ended. */
  free: Promise<void>;
}

interface Merged {
  rows: number;
  rejected: readonly Rejection[];
}

interface Merging {
  merge(run: ImportRun): Promise<Merged>;
  /** After rejections are reported; an error ends the import. */
  onMerged(run: ImportRun, rows: number): void;
}

export interface Sending {
  rows: number;
  isLater(id: string): boolean;
  /** Prepares a free connection for the next rows. */
  prepare?(run: ImportRun): Promise<void>;
  /** Sends rows. The next rows wait until it has finished. */
  send(run: ImportRun, lines: CopyLines, later: CopyLines): Promise<void>;
  /** Merges sent rows while reading. Reading pauses during a transfer; otherwise the database would wait for the parser. */
  merging?: Merging;
  beside?: OtherConnection | null;
}

interface Lane {
  run: ImportRun;
  /** Resolves when the connection is free, also after a failure. */
  busy: Promise<void>;
  isUsed: boolean;
  accounts: AccountsOfRows;
  attachments: Set<string>;
}

interface Staging {
  lanes: readonly [Lane, ...Lane[]];
  gathered: Gathered;
  /** Accounts of gathered rows, and of rows to gather next. */
  accounts: AccountsOfRows;
  errors: unknown[];
  /** Resolves when the rejections of all sent rows are reported, in the file's order. */
  reported: Promise<void>;
}

const newLane = (run: ImportRun, free: Promise<void> = Promise.resolve()): Lane => ({
  run,
  busy: free,
  isUsed: false,
  accounts: new AccountsOfRows(),
  attachments: new Set(),
});

/** No other connection may merge rows of the same accounts: they wait for each other's versions, and rows can depend on each other. */
async function freeLane({ lanes, errors }: Staging, accounts: AccountsOfRows | null): Promise<Lane> {
  for (const lane of lanes) if (accounts?.meets(lane.accounts)) await lane.busy;
  const free = await Promise.race(lanes.map((lane) => lane.busy.then(() => lane)));
  if (errors.length > 0) throw errors[0];
  return free;
}

async function readChunk(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  { rows, staging, isLater }: { rows: readonly FeedRow[]; staging: Staging; isLater: Sending['isLater'] },
): Promise<void> {
  const { gathered } = staging;
  // pictures of people's work are looked up in the database
  if (run.portalWork || run.byPerson) await freeLane(staging, null);
  const attachments = await storeAttachments(file, run, rows);
  const rejected: { line: number; column: string; reason: string }[] = [];
  const emptied: { line: number; column: string; reason: string }[] = [];
  const staged: FeedRow[] = [];
  let [lines, later] = ['', ''];
  const keys = keyColumns(file).map(
    (name) => [name, file.columns.findIndex((column) => column.name === name)] as const,
  );
  const made = (file.idOf ?? []).map((name) => file.columns.findIndex((column) => column.name === name));
  const idAt = file.columns.findIndex(({ name }) => name === 'id');
  let waiting = rows;
  while (waiting.length > 0) {
    const withoutCodes: FeedRow[] = [];
    const newValues: [string, string][] = [];
    for (const row of waiting) {
      const reading = row.problem ? { problem: row.problem } : readCells(file, run, row.values, attachments);
      if ('problem' in reading) {
        rejected.push({ line: row.line, ...reading.problem });
      } else if ('newValues' in reading) {
        withoutCodes.push(row);
        newValues.push(...reading.newValues);
      } else {
        const { cells } = reading;
        const key = keys.find(([, index]) => cells[index] === null);
        if (key !== undefined) {
          rejected.push({ line: row.line, column: key[0], reason: 'is missing' });
          continue;
        }
        if (made.length > 0) cells[idAt] = made.map((index) => cells[index]).join(':');
        let line = `${row.line}\t${reading.present}`;
        for (const cell of cells) line += cell === null ? '\t\\N' : `\t${copyText(cell)}`;
        line += '\n';
        if (isLater(cells[idAt] ?? '')) later += line;
        else lines += line;
        staged.push(row);
        for (const cell of [...(row.skipped ?? []), ...reading.emptied])
          emptied.push({ line: row.line, ...cell });
      }
    }
    if (newValues.length > 0) {
      await addCodes((await freeLane(staging, null)).run, newValues);
    }
    waiting = withoutCodes;
  }
  rejected.sort((one, other) => one.line - other.line);
  if (lines !== '') gathered.lines.push(Buffer.from(lines));
  if (later !== '') gathered.later.push(Buffer.from(later));
  gathered.rows += staged.length;
  gathered.rejected.push(...rejected);
  for (const [path, kept] of attachments) gathered.attachments.set(path, kept);
  await run.report.empty(report, emptied);
  await reportMissing(run, file, report, { attachments, staged });
}

/** Reports rejections in the file's order. */
async function mergeSent(
  { report: all }: ImportRun,
  report: FileReport,
  staging: Staging,
  { run, gathered, merging }: { run: ImportRun; gathered: Gathered; merging: Merging },
): Promise<void> {
  const { rejected, lines } = gathered;
  const earlier = staging.reported;
  const merged = lines.length > 0 ? merging.merge(run) : Promise.resolve({ rows: 0, rejected: [] });
  const reporting = async () => {
    // saved rows are reported even if earlier rows could not be saved
    await earlier.catch(() => {});
    await all.reject(report, rejected);
    await all.reject(report, (await merged).rejected);
  };
  const reported = reporting();
  // awaited later; this only prevents an unhandled rejection
  reported.catch(() => {});
  staging.reported = reported;
  const result = await merged;
  // a connection that is ahead must not accumulate rejections
  if (rejected.length > 0 || result.rejected.length > 0) await reported;
  merging.onMerged(run, result.rows);
}

async function sendGathered(
  run: ImportRun,
  report: FileReport,
  staging: Staging,
  sending: Sending,
): Promise<void> {
  const { gathered, accounts } = staging;
  const { rejected } = gathered;
  const { merging } = sending;
  staging.gathered = nothing();
  staging.accounts = new AccountsOfRows();
  if (gathered.rows === 0) {
    await staging.reported;
    return run.report.reject(report, rejected);
  }
  const lane = await freeLane(staging, merging ? accounts : null);
  const sent = sendRows(lane, gathered, sending);
  if (merging) await sent;
  const working = merging ? mergeSent(run, report, staging, { run: lane.run, gathered, merging }) : sent;
  lane.accounts = accounts;
  lane.isUsed = true;
  lane.busy = working.catch((error: unknown) => void staging.errors.push(error));
  if (!merging) await run.report.reject(report, rejected);
}

async function sendRows(lane: Lane, gathered: Gathered, sending: Sending): Promise<void> {
  await sending.prepare?.(lane.run);
  await stageAttachments(lane.run, newAttachments(gathered.attachments, lane.attachments));
  await sending.send(lane.run, gathered.lines, gathered.later);
}

/** Above this share of a batch, a row of a new account begins the next batch. */
const leastShare = 0.75;

export async function sendWhileReading(
  run: ImportRun,
  file: FeedFile,
  report: FileReport,
  { batches, sending }: { batches: AsyncIterable<FeedRow[]>; sending: Sending },
): Promise<void> {
  const accountAt = sending.beside ? file.columns.findIndex(({ name }) => name === 'account_id') : -1;
  // without account_id, rows of an account could be merged over both
  const beside = accountAt >= 0 ? sending.beside : null;
  const staging: Staging = {
    lanes: [newLane(run), ...(beside ? [newLane(beside.run, beside.free)] : [])],
    gathered: nothing(),
    accounts: new AccountsOfRows(),
    errors: [],
    reported: Promise.resolve(),
  };
  const cuts = new BatchCuts();
  const send = (isCut = false) => {
    cuts.ended(staging.accounts, isCut);
    return sendGathered(run, report, staging, sending);
  };
  const read = async (rows: readonly FeedRow[]) => {
    report.rows += rows.length;
    await readChunk(run, file, report, { rows, staging, isLater: sending.isLater });
    const { rows: good, rejected } = staging.gathered;
    if (Math.max(good, rejected.length) >= sending.rows) await send();
    run.progress({ file: report.file, phase: 'reading', rows: report.rows, total: null });
  };
  const atOnce = Math.min(chunkRows, sending.rows);
  try {
    let chunk: FeedRow[] = [];
    for await (const rows of batches) {
      for (const row of rows) {
        // a row with a problem is not merged, so its account does not matter
        if (beside && !row.problem) {
          const account = row.values[accountAt];
          const gathered = staging.gathered.rows + chunk.length;
          if (cuts.pay && gathered >= leastShare * sending.rows && !staging.accounts.has(account)) {
            await read(chunk);
            chunk = [];
            if (staging.gathered.rows > 0) await send(true);
          }
          staging.accounts.add(account);
        }
        chunk.push(row);
        if (chunk.length < atOnce) continue;
        await read(chunk);
        chunk = [];
      }
    }
    await read(chunk);
    await send();
  } finally {
    // later work must find the connections free, even after a failure
    for (const { busy, isUsed } of staging.lanes) if (isUsed) await busy;
    await staging.reported.catch(() => {});
  }
  if (staging.errors.length > 0) throw staging.errors[0];
  await staging.reported;
}
