import { Readable } from 'node:stream';
import type { ExpressionBuilder } from 'kysely';
import { consentTexts } from '@mailcall/contract/exports.ts';
import { downloadPatientList, requestPatientListDownload } from '@mailcall/contract/patient-lists.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  downloadTurns,
  downloadUsed,
  prepareDownload,
  sendInTurn,
  setFileHeaders,
} from '../../platform/http/download-reply.ts';
import type { Schema } from '../../platform/database.ts';
import { notAllowed } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { downloadTokenLifetime, hashOfToken, makeToken } from '../../platform/signed-texts.ts';
import { csvMediaType } from '../../platform/write-csv.ts';
import { contactAsViewer, type Viewer } from '../identity/index.ts';
import { auditFile } from './audit-file.ts';
import { findPatientList, logPatientListUse } from './patient-list-access.ts';

const fileNameOf = (name: string) =>
  `${
    name
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'patients'
  }-audit.csv`;

export function serveDownload(
  routes: RouteServer<Viewer>,
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
): void {
  routes.serve(requestPatientListDownload, async ({ viewer, params }) => {
    const now = clock.now();
    const slt = makeToken();
    const expiresAt = new Date(now.getTime() + downloadTokenLifetime);
    return database.transaction(async (transaction) => {
      const list = await findPatientList(transaction, viewer, params.id);
      const { contactId, sessionId } = viewer;
      await transaction
        .insertInto('patient_list_exports')
        .values({
          account_id: list.accountId,
          patient_list_id: list.id,
          contact_id: contactId,
          session_id: sessionId,
          requested_at: now,
          consent: Object.values(consentTexts),
          patient_count: list.patientCount,
          token_hash: hashOfToken(slt),
          expires_at: expiresAt,
        })
        .execute();
      await logPatientListUse(transaction, { contactId, action: 'export', list, at: now });
      return { slt, expiresAt: expiresAt.toISOString(), rows: list.patientCount };
    });
  });

  const downloads = downloadTurns();
  routes.serve(downloadPatientList, async ({ params, query, request, reply }) => {
    prepareDownload(request, reply);
    const asked = clock.now();
    const isToken = (token: ExpressionBuilder<Schema, 'patient_list_exports'>) =>
      token.and([
        token('token_hash', '=', hashOfToken(query.slt)),
        token('patient_list_id', '=', params.id),
        token('used_at', 'is', null),
        token('expires_at', '>', asked),
      ]);
    const token = await database.kysely
      .selectFrom('patient_list_exports')
      .select(['contact_id as contactId', 'session_id as sessionId'])
      .where(isToken)
      .executeTakeFirstOrThrow(downloadUsed);
    const send = async () => {
      const now = clock.now();
      const { numUpdatedRows } = await database.kysely
        .updateTable('patient_list_exports')
        .set({ used_at: now })
        .where(isToken)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw downloadUsed();
      // the session may have ended while the download waited
      const viewer = await contactAsViewer(database.kysely, token, { now, environment });
      if (!viewer || viewer.limited) throw notAllowed();
      const list = await findPatientList(database.kysely, viewer, params.id);
      await logPatientListUse(database.kysely, {
        contactId: viewer.contactId,
        action: 'download',
        list,
        at: now,
      });
      setFileHeaders(reply, { name: fileNameOf(list.name), mediaType: csvMediaType });
      await reply.send(Readable.from(auditFile(database.kysely, list), { objectMode: false }));
    };
    await sendInTurn(downloads, token.contactId, reply, send);
  });
}
