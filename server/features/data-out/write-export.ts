import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { ownerOnly, ownerOnlyFolder } from '../../platform/private-files.ts';
import type { FileStore } from '../../platform/files.ts';
import { exportImages } from '../images/index.ts';
import { type exportDescriptionSchema, exportFile, portalFiles, readTies } from '../ingest/index.ts';
import { publishChanges } from '../changes/index.ts';
import { type ExportedRow, type ExportedScores, patientsOf, readChanges } from './changed-rows.ts';
import { BadCursor, cursorAt, type LogState, positionOf, readLogState } from './cursors.ts';

const batchSize = 500;

export type ExportDescription = z.output<typeof exportDescriptionSchema>;

export async function onSnapshot<Result>(
  { kysely }: Pick<Database, 'kysely'>,
  work: (snapshot: Queryable) => Promise<Result>,
): Promise<Result> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`set transaction read only`.execute(transaction);
      return work(transaction);
    });
}

export async function* rowsOf(
  snapshot: Queryable,
  file: string,
  range: { after: number; upTo: number; scores?: ExportedScores },
): AsyncGenerator<ExportedRow> {
  const seen = new Set<string>();
  for (let { after } = range; ; ) {
    const changes = await readChanges(snapshot, { ...range, after, file, limit: batchSize });
    for (const { row } of changes) {
      if (row === null || seen.has(String(row['id']))) continue;
      seen.add(String(row['id']));
      yield row;
    }
    const last = changes.at(-1);
    if (!last) return;
    after = last.position;
  }
}

async function* patientRows(
  snapshot: Queryable,
  range: { after: number; upTo: number },
): AsyncGenerator<ExportedRow> {
  for await (const { id } of rowsOf(snapshot, 'patient-lists', range))
    for await (const rows of patientsOf(snapshot, String(id))) yield* rows;
}

const pictureCell = /^image:([0-9a-f]{64})$/;

/** NDJSON; no file without rows. Returns their number, and adds the pictures that they name. */
async function writeRows(
  path: string,
  rows: AsyncGenerator<ExportedRow>,
  pictures: Set<string>,
): Promise<number> {
  const first = await rows.next();
  if (first.done) return 0;
  let count = 0;
  async function* lines() {
    for (let next: IteratorResult<ExportedRow> = first; !next.done; next = await rows.next()) {
      count += 1;
      for (const cell of Object.values(next.value)) {
        const [, picture] = pictureCell.exec(typeof cell === 'string' ? cell : '') ?? [];
        if (picture !== undefined) pictures.add(picture);
      }
      yield `${JSON.stringify(next.value)}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: ownerOnly }));
  return count;
}

async function writeFiles(
  { snapshot, files }: { snapshot: Queryable; files: FileStore },
  folder: string,
  { state, since, madeAt }: { state: LogState; since: string | null; madeAt: Date },
): Promise<ExportDescription> {
  const range = { after: positionOf(state, since), upTo: state.position };
  const counts: Record<string, number> = {};
  const pictures = new Set<string>();
  for (const { name } of portalFiles) {
    const rows = name === 'patients' ? patientRows(snapshot, range) : rowsOf(snapshot, name, range);
    const count = await writeRows(join(folder, `${name}.ndjson`), rows, pictures);
    if (count > 0) counts[name] = count;
  }
  await exportImages({ database: snapshot, files }, pictures, join(folder, 'images'));
  return {
    format: 'mailcall portal export',
    version: 1,
    since,
    cursor: cursorAt(state, state.position),
    madeAt: madeAt.toISOString(),
    rows: counts,
    ties: await readTies(snapshot),
  };
}

async function requireNew(folder: string): Promise<void> {
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new OperatorProblem(`${folder} is not a folder that can be written to (${error.code}).`);
  });
  if (present.length > 0)
    throw new OperatorProblem(`${folder} is not empty. Name a folder that does not exist yet.`);
}

interface ExportRequest {
  folder: string;
  /** Cursor; null for everything. */
  since: string | null;
}

interface ExportRange {
  snapshot: Queryable;
  folder: string;
  state: LogState;
  since: string | null;
}

/** From one snapshot, complete or absent. @throws {OperatorProblem} if the folder is not empty, or the cursor cannot be used */
export async function fillFolder<Result>(
  database: Database,
  { folder, since }: ExportRequest,
  fill: (range: ExportRange) => Promise<Result>,
): Promise<Result> {
  await requireNew(folder);
  // in case no worker runs
  await publishChanges(database);
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}`);
  await mkdir(draft, { recursive: true, mode: ownerOnlyFolder });
  try {
    const result = await onSnapshot(database, async (snapshot) => {
      await sql`set local statement_timeout = 0`.execute(snapshot);
      return fill({ snapshot, folder: draft, state: await readLogState(snapshot), since });
    });
    await rmdir(folder).catch(() => {});
    await rename(draft, folder);
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error instanceof BadCursor ? new OperatorProblem(error.message) : error;
  }
}

/** Changes of people since a cursor, as an importable folder. @throws {OperatorProblem} as {@link fillFolder} */
export const writeExport = (
  { database, clock, files }: { database: Database; clock: Clock; files: FileStore },
  request: ExportRequest,
): Promise<ExportDescription> =>
  fillFolder(database, request, async ({ snapshot, folder, state, since }) => {
    const description = await writeFiles({ snapshot, files }, folder, { state, since, madeAt: clock.now() });
    await writeFile(join(folder, exportFile), `${JSON.stringify(description, null, 2)}\n`, {
      mode: ownerOnly,
    });
    return description;
  });
