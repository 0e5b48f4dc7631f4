import { reportTwilioCall } from '@mailcall/contract/ingest.ts';
import { days, minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import { notAllowed, notValid } from '../../../platform/http/problems.ts';
import type { RouteServer } from '../../../platform/http/serve.ts';
import { checkTexts } from '../../../platform/storable-texts.ts';
import { openSealedTexts } from '../../../platform/sealed-text.ts';
import { RefusedRequests } from '../refused-requests.ts';
import type { Viewer } from '../../identity/index.ts';
import { wholeBody } from '../../ingest/index.ts';
import { addImport, addLaterReport, keptProblemDays, noteLeftOut } from './import-calls.ts';
import { isFinalStatus, isOutdated, leftOutOf, readReport } from './reported-call.ts';
import { isSigned } from './signature.ts';
import { findTwilioWebhook, pathOfWebhook } from './webhooks.ts';

const formLimits = { bytes: 64 * 1024, time: 10_000 };
const keptDays = 400;

/** Stores each report with a job, so that it waits for no import. */
export async function serveTwilio(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment' | 'log'>,
): Promise<void> {
  const { database, clock, environment, log } = dependencies;
  const sealedTexts = await openSealedTexts(environment);
  const refused = new RefusedRequests({ database, clock }, 'twilio_webhooks');
  routes.serve(reportTwilioCall, async ({ params, request }) => {
    const { webhookId } = params;
    const parameters = new URLSearchParams((await wholeBody(request, formLimits)).toString());
    const webhook = await findTwilioWebhook(database.kysely, sealedTexts, webhookId);
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const address = environment.publicUrl + pathOfWebhook(webhookId) + query;
    const signature = request.headers['x-twilio-signature'];
    const now = clock.now();
    if (webhook?.token === null)
      log.warn(
        { webhook: webhookId },
        'a report was refused, because the auth token of its address cannot be opened with secrets/sealing-key of DATA_DIR; put that file back from a backup and restart, or twilio remove and twilio add',
      );
    const refuse = async (reason: string) => {
      await refused.add(webhookId);
      throw notAllowed(reason);
    };
    if (!webhook?.token || !isSigned(webhook.token, address, parameters, signature))
      return refuse('The request is not signed for this address.');
    if (parameters.get('AccountSid') !== webhook.accountSid)
      return refuse('This address is for calls of another account.');
    if (isOutdated(parameters, now)) return refuse('The report is older than a day.');
    if (!isFinalStatus(parameters.get('CallStatus'))) return { stored: false };
    const callSid = parameters.get('CallSid') ?? '';
    if (!/^[A-Za-z0-9_-]{8,100}$/.test(callSid)) throw notValid({ CallSid: 'Send the id of the call.' });
    const leftOut = leftOutOf(parameters);
    if (leftOut !== null) {
      await database.transaction((transaction) =>
        noteLeftOut(transaction, { callSid, webhookId, leftOut, now }),
      );
      return { stored: false };
    }
    const call = readReport(parameters, now);
    checkTexts(call);
    return database.transaction(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('twilio_calls')
        .values({
          call_sid: callSid,
          webhook_id: webhookId,
          parameters: JSON.stringify(call),
          received_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      const stored = numInsertedOrUpdatedRows === 1n;
      if (stored) await addImport(transaction, callSid);
      const isLater = !stored && (await addLaterReport(transaction, callSid, call));
      await sql`
        update twilio_webhooks set last_used_at = ${now}
        where id = ${webhookId} and (last_used_at is null or last_used_at < ${new Date(now.getTime() - minutes(1))})`.execute(
        transaction,
      );
      return { stored: stored || isLater };
    });
  });
}

export async function cleanTwilio({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = (count: number) => new Date(clock.now().getTime() - days(count));
  await sql`delete from twilio_calls where received_at < ${before(keptDays)}`.execute(database.kysely);
  await sql`
    update twilio_calls set parameters = null
    where received_at < ${before(keptProblemDays)} and parameters is not null`.execute(database.kysely);
}
