import { Readable } from 'node:stream';
import {
  addPatientListUpload,
  cancelPatientListUpload,
  downloadUploadReport,
  getPatientListUpload,
  getUploadReport,
  listPatientListUploads,
  maxPatientFileBytes,
  readPatientListAgain,
  reportedItems,
  startPatientListUpload,
  uploadPatientList,
} from '@mailcall/contract/patient-list-uploads.ts';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import { guessColumns, isSameListName } from '@mailcall/contract/rules/patient-columns.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { setFileHeaders } from '../../platform/http/download-reply.ts';
import { notFound, notPossible, Problem } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { csvMediaType } from '../../platform/write-csv.ts';
import type { Viewer } from '../identity/index.ts';
import { accountsWithPatientLists, logPatientListUse, selectedAccounts } from './patient-list-access.ts';
import { patientListsOf } from './list-patient-lists.ts';
import { readAgain, receiveFile } from './receive-file.ts';
import { rememberedColumnsOf } from './remembered-columns.ts';
import { removeFile } from './remove-uploads.ts';
import { addAsNewList, startUpload } from './start-upload.ts';
import { findUpload, presentUpload, type UploadRecord, uploadsInProgress } from './upload-records.ts';
import type { FileOverview } from './uploaded-file.ts';
import { emptiedCellsOf, rejectedRowsOf, reportFile } from './upload-report.ts';

type UploadDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'>;

/** @throws {Problem} 404 if the viewer's accounts have no such upload */
async function requireUpload(
  database: Queryable,
  viewer: Viewer,
  id: string,
  options?: { lock: boolean },
): Promise<UploadRecord> {
  const upload = await findUpload(database, accountsWithPatientLists(viewer), id, options);
  if (!upload) throw notFound('There is no such upload.');
  return upload;
}

/** `March patients` from `march_patients.csv`. */
function listNameOf(fileName: string): string {
  const words = fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Patients';
}

/** @throws {Problem} 413 if the announced size is too large; 400 without a file */
export function sentFileOf(request: FastifyRequest): Readable {
  const { body } = request;
  if (!(body instanceof Readable)) throw new Problem(400, 'Send the file as the body of the request.');
  if (Number(request.headers['content-length'] ?? 0) > maxPatientFileBytes)
    throw new Problem(
      413,
      `This file is larger than ${maxPatientFileBytes / 1024 / 1024} MB. Upload it in parts.`,
    );
  return body;
}

type KnownList = RouteReply<typeof uploadPatientList>['lists'][number];

/** The account's lists, last changed first, and the replaceable list with the same name or file. */
async function knownLists(
  database: Queryable,
  viewer: Viewer,
  { accountId, listName, fileName }: { accountId: string; listName: string; fileName: string },
): Promise<{ lists: KnownList[]; sameNamed: { id: string; name: string } | null }> {
  const records = (await patientListsOf(database, viewer.contactId, [accountId])).sort((one, other) =>
    other.metadata.modifiedAt.localeCompare(one.metadata.modifiedAt),
  );
  const mayReplace = (list: PatientList) => list.mayArchive && list.source === 'portal' && !list.archived;
  const same = records.find(
    (list) => mayReplace(list) && (isSameListName(list.name, listName) || list.fileName === fileName),
  );
  const lists = records.map((list) => ({
    id: list.id,
    name: list.name,
    source: list.source,
    uploadedBy: list.uploadedBy,
    modifiedAt: list.metadata.modifiedAt,
    archived: list.archived,
    mayReplace: mayReplace(list),
  }));
  return { lists, sameNamed: same ? { id: same.id, name: same.name } : null };
}

async function previewOf(
  database: Queryable,
  viewer: Viewer,
  id: string,
  { headers, rows, layout, headLines, mixedLines, leftOut, leftOutCount }: FileOverview,
): Promise<RouteReply<typeof uploadPatientList>> {
  const upload = await requireUpload(database, viewer, id);
  const { accountId, fileName } = upload;
  const guessed = guessColumns(headers, await rememberedColumnsOf(database, accountId));
  const listName = listNameOf(fileName);
  const { lists, sameNamed } = await knownLists(database, viewer, { accountId, listName, fileName });
  return {
    upload: presentUpload(upload),
    columns: headers.map((header, at) => ({ header, field: guessed[at] ?? null })),
    rows,
    ...layout,
    headLines,
    mixedLines: mixedLines.slice(0, 20),
    mixedLineCount: mixedLines.length,
    leftOut,
    leftOutCount,
    listName: sameNamed?.name ?? listName,
    sameNamed,
    lists,
  };
}

export function serveUploads(routes: RouteServer<Viewer>, dependencies: UploadDependencies): void {
  const { database, clock, files } = dependencies;
  routes.serve(uploadPatientList, async ({ viewer, query, request }) => {
    const { accountId, fileName } = query;
    if (!accountsWithPatientLists(viewer).includes(accountId))
      throw notPossible('You cannot upload a patient list to this account.');
    const { id, ...overview } = await receiveFile(dependencies, {
      accountId,
      contactId: viewer.contactId,
      fileName,
      body: sentFileOf(request),
    });
    return previewOf(database.kysely, viewer, id, overview);
  });

  routes.serve(readPatientListAgain, async ({ viewer, params, body }) => {
    const upload = await requireUpload(database.kysely, viewer, params.id);
    const overview = await readAgain(dependencies, upload, { contactId: viewer.contactId, ...body });
    return previewOf(database.kysely, viewer, params.id, overview);
  });

  routes.serve(startPatientListUpload, async ({ viewer, params, body }) => {
    await database.transaction(async (transaction) => {
      const upload = await requireUpload(transaction, viewer, params.id, { lock: true });
      await startUpload(transaction, { viewer, upload, confirmed: body, at: clock.now() });
    });
    return { upload: presentUpload(await requireUpload(database.kysely, viewer, params.id)) };
  });

  routes.serve(addPatientListUpload, async ({ viewer, params }) => {
    await database.transaction(async (transaction) => {
      const upload = await requireUpload(transaction, viewer, params.id, { lock: true });
      await addAsNewList(transaction, upload, clock.now());
    });
    return { upload: presentUpload(await requireUpload(database.kysely, viewer, params.id)) };
  });

  routes.serve(getPatientListUpload, async ({ viewer, params }) => ({
    upload: presentUpload(await requireUpload(database.kysely, viewer, params.id)),
  }));

  routes.serve(listPatientListUploads, async ({ viewer, query }) => {
    const accountIds = await selectedAccounts(database.kysely, viewer, query);
    return { records: (await uploadsInProgress(database.kysely, accountIds)).map(presentUpload) };
  });

  routes.serve(cancelPatientListUpload, async ({ viewer, params }) => {
    const { id, accountId, fileKey } = await requireUpload(database.kysely, viewer, params.id);
    const { numUpdatedRows } = await database.kysely
      .updateTable('patient_list_uploads')
      .set({ canceled_at: clock.now() })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('canceled_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await removeFile(files, fileKey);
    return { upload: presentUpload(await requireUpload(database.kysely, viewer, params.id)) };
  });

  serveReport(routes, dependencies);
}

/** Both routes log the use. */
function serveReport(routes: RouteServer<Viewer>, { database, clock }: UploadDependencies): void {
  const openReport = async (viewer: Viewer, id: string, action: 'open' | 'download') => {
    const upload = await requireUpload(database.kysely, viewer, id);
    await logPatientListUse(database.kysely, {
      contactId: viewer.contactId,
      action,
      list: upload,
      subject: 'patient list upload',
      at: clock.now(),
      continues: action === 'open',
    });
    return upload;
  };

  routes.serve(getUploadReport, async ({ viewer, params }) => {
    const upload = await openReport(viewer, params.id, 'open');
    return {
      rows: await rejectedRowsOf(database.kysely, upload, reportedItems),
      cells: await emptiedCellsOf(database.kysely, upload, reportedItems),
    };
  });

  routes.serve(downloadUploadReport, async ({ viewer, params, reply }) => {
    const upload = await openReport(viewer, params.id, 'download');
    reply.header('cache-control', 'private, no-store');
    setFileHeaders(reply, { name: 'import-report.csv', mediaType: csvMediaType });
    await reply.send(await reportFile(database.kysely, upload));
  });
}
