import { requestRecording, streamRecording as streamRecordingRoute } from '@mailcall/contract/recordings.ts';
import { modelPerson } from '@mailcall/contract/rules/team-roles.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { recordUse } from '../activity/index.ts';
import { OpenSessions, type Viewer } from '../identity/index.ts';
import { logCallAccess } from './access-log.ts';
import { noCall } from './locked-call.ts';
import { findRecording } from './one-call.ts';
import { addressEnded, openRecordingAddresses } from './recording-address.ts';
import { streamRecording } from './stream-recording.ts';

export async function serveRecordings(
  routes: RouteServer<Viewer>,
  { database, clock, files, environment }: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): Promise<void> {
  const addresses = await openRecordingAddresses({
    dataFolder: environment.dataFolder,
    lifetime: environment.recordingUrlLifetime,
    clock,
  });

  const sessions = new OpenSessions({ database: database.kysely, clock, idleTime: environment.idleTime });

  routes.serve(requestRecording, async ({ viewer, params, query }) => {
    const recording = await findRecording(database.kysely, viewer.accountIds, params.id);
    if (!recording) throw noCall(params.id);
    const { accountId, announced, removed, file, mediaType } = recording;
    if (removed) throw notFound('This recording is no longer kept.');
    if (!file || !mediaType) {
      throw notFound(announced ? 'The recording has not arrived yet.' : 'This call has no recording.');
    }
    const { signature, expiresAt } = await addresses.seal({
      file,
      mediaType,
      contactId: viewer.contactId,
      sessionId: viewer.sessionId,
    });
    await logCallAccess(database.kysely, {
      viewer,
      action: 'play',
      accountId,
      callId: params.id,
      at: clock.now(),
      continues: query.renewal ?? false,
    });
    return { url: pathOf(streamRecordingRoute, { signature }), expiresAt: expiresAt.toISOString() };
  });

  routes.serve(streamRecordingRoute, async ({ params, request, reply }) => {
    // for errors too: the answer of an expired address must not be cached
    reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    const recording = await addresses.open(params.signature);
    if (!(await sessions.isOpen(recording.sessionId))) throw addressEnded();
    const { modelCall } = recording;
    if (modelCall)
      await recordUse(database.kysely, {
        accountId: modelCall.accountId,
        contactId: modelPerson.id,
        action: 'play',
        subject: { kind: 'call', id: modelCall.callId },
        at: clock.now(),
      });
    await streamRecording(files, recording, request, reply);
  });
}
