import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import * as contract from '@mailcall/contract/provider-spreadsheets.ts';
import { matchColumns, proposeKind, spreadsheetProblem } from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { setFileHeaders } from '../../platform/http/download-reply.ts';
import { notFound, notPossible, Problem } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { csvMediaType } from '../../platform/write-csv.ts';
import type { Viewer } from '../identity/index.ts';
import { openUploadedFile, overviewOf, sentFileOf, storeUploadedFile } from '../patient-lists/index.ts';
import { type Importer, kindsFor, rememberedHeaders, rememberHeaders } from './kinds.ts';
import {
  presentSpreadsheet,
  readReport,
  rejectedKey,
  removeSpreadsheetFiles,
  requireSpreadsheet,
  type SpreadsheetRecord,
  spreadsheetFiles,
  spreadsheetsOf,
  storeReport,
} from './records.ts';
import { queueSpreadsheet } from './spreadsheet-jobs.ts';

type SpreadsheetDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'>;

const maxKept = 100;

function importerOf({ team }: Viewer): Importer {
  if (!team) throw notFound('There is nothing here.');
  return team;
}

interface SentFile {
  fileName: string;
  body: AsyncIterable<Uint8Array>;
}

/** The row comes first, so that maintenance finds a file whose process was killed. */
async function keepSpreadsheet(
  { database: { kysely }, clock, files }: SpreadsheetDependencies,
  viewer: Viewer,
  { fileName, body }: SentFile,
): Promise<string> {
  const kinds = kindsFor(importerOf(viewer));
  const remembered = await rememberedHeaders(kysely);
  const id = randomUUID();
  const fileKey = `${spreadsheetFiles}/${id}.csv`;
  const now = clock.now();
  await kysely
    .insertInto('spreadsheets')
    .values({
      id,
      contact_id: viewer.contactId,
      file_name: fileName,
      file_key: fileKey,
      state: 'receiving',
      created_at: now,
      heartbeat_at: now,
    })
    .execute();
  try {
    const stored = await storeUploadedFile(files, fileKey, body);
    const { layout, headers, rows, rowCount } = await overviewOf(files, fileKey, {
      ...stored,
      guess(cells) {
        const kind = proposeKind(cells, kinds, { fileName, remembered });
        const known = kinds.find((one) => one.kind === kind);
        return known ? matchColumns(cells, known, remembered(known.kind)) : cells.map(() => null);
      },
    });
    await storeReport(files, fileKey, { firstRows: rows, report: null });
    await kysely
      .updateTable('spreadsheets')
      .set({
        encoding: layout.encoding,
        delimiter: layout.delimiter,
        header_line: layout.headerLine,
        headers,
        row_count: rowCount,
        state: 'draft',
      })
      .where('id', '=', id)
      .execute();
    return id;
  } catch (error) {
    await removeSpreadsheetFiles(kysely, files, { id, fileKey });
    throw error;
  }
}

/** Ids of the spreadsheets: one for each sheet of a workbook that can be read as rows. @throws {Problem} 422 if none can */
async function receiveSpreadsheets(
  dependencies: SpreadsheetDependencies,
  viewer: Viewer,
  { fileName, source }: { fileName: string; source: Readable },
): Promise<[string, ...string[]]> {
  const kept = await spreadsheetsOf(dependencies.database.kysely, viewer.contactId, maxKept);
  const requireRoom = (count: number) => {
    if (kept.length + count > maxKept)
      throw notPossible(`At most ${maxKept} spreadsheets are kept for you. Remove some of them first.`);
  };
  requireRoom(1);
  const opened = await openUploadedFile(source);
  if (opened.sheets === null)
    return [await keepSpreadsheet(dependencies, viewer, { fileName, body: opened.body })];
  const { sheets } = opened;
  requireRoom(sheets.length);
  const ids: string[] = [];
  const refused: unknown[] = [];
  // the list has the newest first, and the sheets in their order
  for (const { name, csv } of sheets.toReversed())
    await keepSpreadsheet(dependencies, viewer, {
      fileName: sheets.length === 1 ? fileName : `${fileName} · ${name}`,
      body: Readable.from([csv]),
    }).then(
      (id) => ids.unshift(id),
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        refused.push(error);
      },
    );
  const [first, ...others] = ids;
  if (first === undefined) throw refused.at(-1);
  return [first, ...others];
}

async function openSpreadsheet(
  { database, files }: SpreadsheetDependencies,
  viewer: Viewer,
  record: SpreadsheetRecord,
): Promise<contract.OpenSpreadsheet> {
  const { headers, fileName } = record;
  const kinds = kindsFor(importerOf(viewer));
  const remembered = await rememberedHeaders(database.kysely);
  const { firstRows, report } = await readReport(files, record.fileKey);
  return {
    spreadsheet: presentSpreadsheet(record),
    headers,
    rows: firstRows,
    columns: record.columns,
    proposedKind: proposeKind(headers, kinds, { fileName, remembered }),
    kinds: kinds.map((kind) => ({
      kind: kind.kind,
      columns: [...kind.columns],
      required: [...new Set([...kind.keys, ...kind.required])],
      proposed: matchColumns(headers, kind, remembered(kind.kind)),
    })),
    report: record.state === 'draft' ? null : report,
  };
}

/** Locked. @throws {Problem} 404 for another person's, 422 while it is read */
async function lockIdle(transaction: Queryable, viewer: Viewer, id: string): Promise<SpreadsheetRecord> {
  const record = await requireSpreadsheet(transaction, viewer.contactId, id, { lock: true });
  if (record.state === 'checking' || record.state === 'importing')
    throw notPossible('This spreadsheet is being read. Wait until it is done.');
  return record;
}

/** @throws {Problem} as {@link lockIdle}, and 422 once it is imported */
async function lockOpen(transaction: Queryable, viewer: Viewer, id: string): Promise<SpreadsheetRecord> {
  const record = await lockIdle(transaction, viewer, id);
  if (record.state === 'imported')
    throw notPossible('This spreadsheet is imported. Drop the file again to import it again.');
  return record;
}

export function serveSpreadsheets(routes: RouteServer<Viewer>, dependencies: SpreadsheetDependencies): void {
  const { database, clock, files } = dependencies;

  routes.serve(contract.listSpreadsheets, async ({ viewer }) => ({
    records: (await spreadsheetsOf(database.kysely, viewer.contactId, maxKept)).map(presentSpreadsheet),
  }));

  routes.serve(contract.sendSpreadsheet, async ({ viewer, query, request }) => {
    const ids = await receiveSpreadsheets(dependencies, viewer, {
      fileName: query.fileName,
      source: sentFileOf(request),
    });
    const first = await requireSpreadsheet(database.kysely, viewer.contactId, ids[0]);
    return { ...(await openSpreadsheet(dependencies, viewer, first)), sheets: ids.length };
  });

  routes.serve(contract.getSpreadsheet, async ({ viewer, params }) =>
    openSpreadsheet(
      dependencies,
      viewer,
      await requireSpreadsheet(database.kysely, viewer.contactId, params.id),
    ),
  );

  routes.serve(contract.checkSpreadsheet, async ({ viewer, params, body }) => {
    const { kind, columns } = body;
    const own = kindsFor(importerOf(viewer)).find((one) => one.kind === kind);
    await database.transaction(async (transaction) => {
      const record = await lockOpen(transaction, viewer, params.id);
      if (!own) throw notPossible('Your role does not import such rows. An operator can.');
      if (columns.length !== record.headers.length)
        throw notPossible('Choose what each column is, or that it is not read.');
      const problem = spreadsheetProblem(own, columns);
      if (problem !== null) throw notPossible(problem);
      const at = clock.now();
      await rememberHeaders(transaction, { kind, headers: record.headers, columns, at });
      await transaction
        .updateTable('spreadsheets')
        .set({
          kind,
          // the driver writes an array
          columns: columns as string[],
          state: 'checking',
          counts: null,
          failure: null,
          attempts: 0,
          done_count: 0,
          heartbeat_at: at,
        })
        .where('id', '=', record.id)
        .execute();
      await queueSpreadsheet(transaction, record.id);
    });
    return {
      spreadsheet: presentSpreadsheet(await requireSpreadsheet(database.kysely, viewer.contactId, params.id)),
    };
  });

  routes.serve(contract.importSpreadsheet, async ({ viewer, params }) => {
    await database.transaction(async (transaction) => {
      const record = await lockOpen(transaction, viewer, params.id);
      if (record.state !== 'checked') throw notPossible('Check the spreadsheet first.');
      await transaction
        .updateTable('spreadsheets')
        .set({ state: 'importing', attempts: 0, done_count: 0, heartbeat_at: clock.now() })
        .where('id', '=', record.id)
        .execute();
      await queueSpreadsheet(transaction, record.id);
    });
    return {
      spreadsheet: presentSpreadsheet(await requireSpreadsheet(database.kysely, viewer.contactId, params.id)),
    };
  });

  routes.serve(contract.downloadRejectedRows, async ({ viewer, params, reply }) => {
    const record = await requireSpreadsheet(database.kysely, viewer.contactId, params.id);
    const key = rejectedKey(record.fileKey);
    if (!record.counts || !(await files.stat(key))) throw notFound('There are no rejected rows yet.');
    reply.header('cache-control', 'private, no-store');
    setFileHeaders(reply, { name: 'rejected-rows.csv', mediaType: csvMediaType });
    await reply.send(files.createReadStream(key));
  });

  routes.serve(contract.removeSpreadsheet, async ({ viewer, params }) => {
    await database.transaction(async (transaction) => {
      await removeSpreadsheetFiles(transaction, files, await lockIdle(transaction, viewer, params.id));
    });
    return {};
  });
}
