/*
 * Calibration: a lead puts calls together, chosen people score them without seeing each other, and the result shows who differs where.
 *
 *   sets       drafts, their calls and people, starting and closing
 *   answers    the calls of one person, their drafts and saves; no figure, version or agreement of production knows them
 *   result     the closed set for leads, each person's own differences, and what leads agreed
 *
 * Rules: contract/rules/calibration.ts. Locks: the set, then the call.
 *
 * Tables: calibration_sets, calibration_people, calibration_calls, calibration_answers, calibration_notes.
 * Routes: /scoring/calibration and below.
 * Tasks: cleanCalibration closes sets whose due date has passed, every hour; requests do so before.
 */
import {
  addCalibrationCalls,
  addRandomCalibrationCalls,
  calibrationRecording,
  calibrationResult,
  closeCalibrationSet,
  deleteCalibrationSet,
  getCalibrationSet,
  listCalibrationSets,
  makeCalibrationSet,
  nextCalibrationCall,
  openCalibrationCall,
  ownCalibrationResult,
  removeCalibrationCall,
  saveCalibrationAnswer,
  saveCalibrationDraft,
  saveCalibrationNote,
  startCalibrationSet,
  undoCalibrationAnswer,
} from '@mailcall/contract/calibration.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { recordUse } from '../activity/index.ts';
import { openRecordingAddresses } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readDeskCall, recordingOf } from '../scoring/index.ts';
import {
  draftOfAnswer,
  findSetCall,
  nextCall,
  readAnswer,
  refuseSaved,
  saveAnswer,
  type SetCall,
  undoAnswer,
  writeDraft,
} from './answers.ts';
import { readOwnResult, readResult, saveNote } from './result.ts';
import {
  addCalls,
  addRandomCalls,
  cleanDrafts,
  closeDueSets,
  closeSet,
  deleteSet,
  findSet,
  makeSet,
  noSet,
  presentSet,
  readOwnSets,
  readPeople,
  readSetCalls,
  readSets,
  removeCall,
  startSet,
} from './sets.ts';

export { saveAnswer } from './answers.ts';
export { saveNote } from './result.ts';
export { addCalls, closeSet, makeSet, startSet } from './sets.ts';

type ServingDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'> & { provider: Provider };

export async function cleanCalibration({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await closeDueSets(database.kysely, clock.now());
  await cleanDrafts(database.kysely);
}

export async function serveCalibration(
  routes: RouteServer<Viewer>,
  dependencies: ServingDependencies,
): Promise<void> {
  const { environment, clock } = dependencies;
  const addresses = await openRecordingAddresses({
    dataFolder: environment.dataFolder,
    lifetime: environment.recordingUrlLifetime,
    clock,
  });
  serveDrafts(routes, dependencies);
  serveSets(routes, { ...dependencies, addresses });
  serveDesk(routes, { ...dependencies, addresses });
}

const isLead = ({ team }: Viewer) => team !== null && teamMayUse('scoring-lead', team.roles);

type Addresses = Awaited<ReturnType<typeof openRecordingAddresses>>;

function serveDrafts(routes: RouteServer<Viewer>, { database, clock, provider }: ServingDependencies): void {
  const personOf = (viewer: Viewer) => ({ viewer, now: clock.now() });

  routes.serve(makeCalibrationSet, async ({ viewer, body }) => {
    await makeSet(database.kysely, { ...body, ...personOf(viewer) });
    return { id: body.id };
  });

  routes.serve(addCalibrationCalls, ({ viewer, params, body }) =>
    database.transaction((transaction) =>
      addCalls(transaction, params.setId, { ...body, ...personOf(viewer) }),
    ),
  );

  routes.serve(addRandomCalibrationCalls, async ({ viewer, params, body }) => ({
    added: await database.transaction((transaction) =>
      addRandomCalls(transaction, params.setId, { ...body, ...personOf(viewer) }),
    ),
  }));

  routes.serve(removeCalibrationCall, async ({ viewer, params: { setId, callId } }) => {
    await database.transaction((transaction) =>
      removeCall(transaction, setId, { callId, ...personOf(viewer) }),
    );
    return null;
  });

  routes.serve(startCalibrationSet, async ({ viewer, params, body }) => {
    await database.transaction((transaction) =>
      startSet(transaction, params.setId, {
        ...body,
        ...personOf(viewer),
        timeZone: provider.hours.timeZone,
      }),
    );
    return null;
  });

  routes.serve(deleteCalibrationSet, async ({ viewer, params }) => {
    await database.transaction((transaction) => deleteSet(transaction, params.setId, personOf(viewer)));
    return null;
  });
}

function serveSets(
  routes: RouteServer<Viewer>,
  { database, clock, addresses }: ServingDependencies & { addresses: Addresses },
): void {
  const { kysely } = database;

  routes.serve(listCalibrationSets, async ({ viewer }) => {
    await closeDueSets(kysely, clock.now());
    return {
      own: await readOwnSets(kysely, viewer),
      sets: isLead(viewer) ? await readSets(kysely, viewer) : [],
    };
  });

  routes.serve(getCalibrationSet, async ({ viewer, params: { setId } }) => {
    await closeDueSets(kysely, clock.now());
    const set = await findSet(kysely, viewer, setId);
    return {
      set: presentSet(set),
      ...(await readSetCalls(kysely, setId)),
      people: await readPeople(kysely, set),
    };
  });

  routes.serve(closeCalibrationSet, async ({ viewer, params }) => {
    await database.transaction((transaction) =>
      closeSet(transaction, params.setId, { viewer, now: clock.now() }),
    );
    return null;
  });

  routes.serve(calibrationResult, async ({ viewer, params: { setId } }) => {
    await closeDueSets(kysely, clock.now());
    return readResult(kysely, viewer, setId);
  });

  routes.serve(ownCalibrationResult, async ({ viewer, params: { setId } }) => {
    await closeDueSets(kysely, clock.now());
    return readOwnResult(kysely, viewer, setId);
  });

  routes.serve(saveCalibrationNote, async ({ viewer, params, body }) => ({
    version: await database.transaction((transaction) =>
      saveNote(transaction, params, { ...body, viewer, now: clock.now() }),
    ),
  }));

  routes.serve(calibrationRecording, async ({ viewer, params: { setId, callId } }) => {
    if (isLead(viewer)) await findSet(kysely, viewer, setId);
    else {
      const [own] = await readOwnSets(kysely, viewer, sql`calibration_sets.id = ${setId}::uuid`);
      if (own?.state !== 'closed') throw noSet();
    }
    const { calls } = await readSetCalls(kysely, setId, { of: viewer });
    const call = calls.find((one) => one.callId === callId);
    if (!call) throw noSet();
    const { rows } = await sql<{ key: string; media_type: string; peaks: number[] | null }>`
      select recordings.key, recordings.media_type, recordings.peaks from calls
      join recordings on recordings.account_id = calls.account_id and recordings.key = calls.audio
      where calls.account_id = ${call.accountId} and calls.id = ${callId}`.execute(kysely);
    const [kept] = rows;
    if (!kept) return { recording: null };
    await recordUse(kysely, {
      accountId: call.accountId,
      contactId: viewer.contactId,
      action: 'open',
      subject: { kind: 'call', id: callId },
      at: clock.now(),
    });
    return { recording: await recordingOf(kept, { viewer, addresses }) };
  });
}

function serveDesk(
  routes: RouteServer<Viewer>,
  { database, clock, addresses }: ServingDependencies & { addresses: Addresses },
): void {
  const { kysely } = database;
  const personOf = (viewer: Viewer) => ({ viewer, now: clock.now() });

  const present = async (viewer: Viewer, found: SetCall) => {
    const { accountId, callId } = found;
    const now = clock.now();
    const answer = await readAnswer(kysely, found, viewer);
    refuseSaved(answer);
    await recordUse(kysely, {
      accountId,
      contactId: viewer.contactId,
      action: 'open',
      subject: { kind: 'call', id: callId },
      at: now,
    });
    return readDeskCall(kysely, found, {
      viewer,
      now,
      addresses,
      expiresAt: now,
      calibration: { draft: draftOfAnswer(answer) },
    });
  };

  routes.serve(nextCalibrationCall, async ({ viewer, params: { setId }, body: { except } }) => {
    await closeDueSets(kysely, clock.now());
    const found = await nextCall(kysely, viewer, { setId, except });
    return { call: found && (await present(viewer, found)) };
  });

  routes.serve(openCalibrationCall, async ({ viewer, params }) => ({
    call: await present(viewer, await findSetCall(kysely, viewer, params)),
  }));

  routes.serve(saveCalibrationDraft, async ({ viewer, params, body }) => {
    await database.transaction((transaction) =>
      writeDraft(transaction, params, { ...body, ...personOf(viewer) }),
    );
    return null;
  });

  routes.serve(saveCalibrationAnswer, async ({ viewer, params, body }) => {
    await database.transaction((transaction) =>
      saveAnswer(transaction, params, { ...body, ...personOf(viewer) }),
    );
    return null;
  });

  routes.serve(undoCalibrationAnswer, async ({ viewer, params }) => {
    const found = await database.transaction((transaction) =>
      undoAnswer(transaction, params, personOf(viewer)),
    );
    return { call: await present(viewer, found) };
  });
}
