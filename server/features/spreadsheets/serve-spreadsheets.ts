import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import * as contract from '@mailcall/contract/provider-spreadsheets.ts';
import { matchColumns, proposeKind, spreadsheetProblem } from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import type { Dependencies } from '../../dependencies.ts';
import { setFileHeaders } from '../../platform/http/download-reply.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { csvMediaType } from '../../platform/write-csv.ts';
import type { Viewer } from '../identity/index.ts';
import { overviewOf, sentFileOf, storeUploadedFile } from '../patient-lists/index.ts';
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

/** The row comes first, so that maintenance finds a file whose process was killed. */
async function receiveSpreadsheet(
  { database, clock, files }: SpreadsheetDependencies,
  viewer: Viewer,
  { fileName, body }: { fileName: string; body: Readable },
): Promise<string> {
  const { kysely } = database;
  const kinds = kindsFor(importerOf(viewer));
  const remembered = await rememberedHeaders(kysely);
  if ((await spreadsheetsOf(kysely, viewer.contactId, maxKept)).length >= maxKept)
    throw notPossible(`You have ${maxKept} spreadsheets here. Remove some of them first.`);
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

const isBusy = ({ state }: SpreadsheetRecord) => state === 'checking' || state === 'importing';
const beingRead = () => notPossible('This spreadsheet is being read. Wait until it is done.');
const importedAlready = () =>
  notPossible('This spreadsheet is imported. Drop the file again to import it again.');

export function serveSpreadsheets(routes: RouteServer<Viewer>, dependencies: SpreadsheetDependencies): void {
  const { database, clock, files } = dependencies;

  routes.serve(contract.listSpreadsheets, async ({ viewer }) => ({
    records: (await spreadsheetsOf(database.kysely, viewer.contactId, maxKept)).map(presentSpreadsheet),
  }));

  routes.serve(contract.sendSpreadsheet, async ({ viewer, query, request }) => {
    const id = await receiveSpreadsheet(dependencies, viewer, {
      fileName: query.fileName,
      body: sentFileOf(request),
    });
    return openSpreadsheet(
      dependencies,
      viewer,
      await requireSpreadsheet(database.kysely, viewer.contactId, id),
    );
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
      const record = await requireSpreadsheet(transaction, viewer.contactId, params.id, { lock: true });
      if (isBusy(record)) throw beingRead();
      if (record.state === 'imported') throw importedAlready();
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
      const record = await requireSpreadsheet(transaction, viewer.contactId, params.id, { lock: true });
      if (isBusy(record)) throw beingRead();
      if (record.state === 'imported') throw importedAlready();
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
      const record = await requireSpreadsheet(transaction, viewer.contactId, params.id, { lock: true });
      if (isBusy(record)) throw beingRead();
      await removeSpreadsheetFiles(transaction, files, record);
    });
    return {};
  });
}
