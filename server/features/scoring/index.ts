/*
 * Scoring: the desk at which the provider's team scores calls.
 *
 *   waiting-calls, proposals    calls that wait for a score, who may take them, and proposals: short, silent, spam
 *   backlog                     how many wait, by account and age
 *   claims, skip-call           who works on a call now; a claim ends by itself
 *   call-context, desk-call     a call as the form needs it, with the person's draft
 *   save-score, versions        saves, each a version of its own, and taking back the newest one
 *   blind-calls                 calls of which a person may not see the score yet
 *   second-pass, pass-draw      which calls a second person scores again without seeing the first score, and what they saved
 *   options, rubric             what the form offers for an office, and what counts
 *   suggestions                 values that the provider's model suggests, and which people accept; room suggestions asks for them
 *
 * The form's rules are in contract/rules/score-form.ts. Calls show scores by the room calls (scores/).
 *
 * Tasks: cleanScoring removes ended claims and forgotten drafts every hour.
 * Tables: score_versions, score_claims, score_drafts, score_skips, score_rubrics, score_second_passes, score_pass_draws, score_suggestions.
 * Routes: /scoring and below, GET /calls/:id/scores.
 */
import {
  acceptProposals,
  callScores,
  getRubric,
  giveBackCall,
  listProposals,
  openScoringCall,
  recordScoringPlay,
  saveRubric as saveRubricRoute,
  saveScore as saveScoreRoute,
  saveScoreDraft,
  scoringHistory,
  scoringOptions,
  scoringOverview,
  skipCall as skipCallRoute,
  takeNextCall,
  undoScore as undoScoreRoute,
} from '@mailcall/contract/scoring.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { type ReadCall, recordActivity, recordCallsRead, recordUse } from '../activity/index.ts';
import { noCall, openRecordingAddresses } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import { requireTeamAccount } from '../team/index.ts';
import { countScoredToday, readBacklog } from './backlog.ts';
import { requireNotBlind } from './blind-calls.ts';
import { readScoredCall } from './call-context.ts';
import { claimCall, giveBack, holdCall, keepOnly, lockClaim } from './claims.ts';
import { readDeskCall, writeDraft } from './desk-call.ts';
import { findOwnCall, findTeamCall } from './find-call.ts';
import { readOptions } from './options.ts';
import { proposedValues, readProposals, stillProposed } from './proposals.ts';
import { isLead, shownAuthorOf } from './roles.ts';
import { readRubric, saveRubric } from './rubric.ts';
import { saveScore, undoScore } from './save-score.ts';
import {
  hasSavedSecond,
  isSecondPass,
  saveSecondScore,
  secondScoreNumber,
  undoSecondScore,
} from './second-pass.ts';
import { skipCall } from './skip-call.ts';
import { hasWorkedOn, newestVersion, readHistory } from './versions.ts';
import { noteSuggestionsShown } from './suggestions.ts';
import {
  type ClaimPurpose,
  type DeskOptions,
  isWaiting,
  nextCalls,
  type WaitingCall,
} from './waiting-calls.ts';

export { saveScore } from './save-score.ts';
export { cleanScoring } from './clean-scoring.ts';
export { findTeamCall } from './find-call.ts';
export { isBlindFor, requireNotBlind } from './blind-calls.ts';
export { readScoredCall, readShownCalls, type ScoredCall } from './call-context.ts';
export { checkedValues } from './checked-values.ts';
export { draftOf, readDeskCall, recordingOf } from './desk-call.ts';
export { readOptions } from './options.ts';
export { readRubric } from './rubric.ts';
export { lockClaim } from './claims.ts';
export { shownAuthorOf } from './roles.ts';
export { changePass, lockPass, type StoredPass, undoTime } from './second-pass.ts';
export { newestVersion, readHistory, readVersion } from './versions.ts';
export { waitsForScore, type WaitingCall } from './waiting-calls.ts';

/** More than one, because others can take some meanwhile. */
const candidates = 10;

/** Scorers score waiting calls and correct their own scores; leads score any call. @throws {Problem} 422 */
async function requireScorable(database: Queryable, options: DeskOptions, call: WaitingCall): Promise<void> {
  if (isLead(options.viewer) || (await isWaiting(database, options, call))) return;
  const newest = await newestVersion(database, call);
  if (newest?.contactId !== options.viewer.contactId)
    throw notPossible('This call has a score already. A scoring lead can change it.');
}

export async function serveScoring(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment,
    provider,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { provider: Provider },
): Promise<void> {
  const addresses = await openRecordingAddresses({
    dataFolder: environment.dataFolder,
    lifetime: environment.recordingUrlLifetime,
    clock,
  });
  const { kysely } = database;
  const optionsOf = (viewer: Viewer) => ({ viewer, provider, now: clock.now() });
  const shownAs = shownAuthorOf(provider);
  const present = async (viewer: Viewer, call: WaitingCall, expiresAt: Date, isBlind = false) => {
    const { accountId, callId } = call;
    const { contactId } = viewer;
    await recordUse(kysely, {
      accountId,
      contactId,
      action: 'open',
      subject: { kind: 'call', id: callId },
      at: clock.now(),
    });
    const shown = await readDeskCall(kysely, call, {
      viewer,
      now: clock.now(),
      addresses,
      expiresAt,
      isBlind,
    });
    if (shown.suggestions.length > 0) await noteSuggestionsShown(kysely, call, clock.now());
    return shown;
  };
  const purposeOf = async (viewer: Viewer, call: WaitingCall): Promise<ClaimPurpose> =>
    (await isSecondPass(kysely, call, viewer)) ? 'second pass' : 'score';
  const noteReading = ({ contactId }: Viewer, calls: readonly ReadCall[]) =>
    recordCallsRead(kysely, { contactId, at: clock.now() }, calls);

  routes.serve(scoringOverview, async ({ viewer }) => {
    const options = optionsOf(viewer);
    const backlog = await readBacklog(kysely, options);
    const today = await countScoredToday(kysely, options);
    const { byAccount, byAge, inWork, proposals, skipped } = backlog;
    const oldest = byAccount[0]?.oldest.toISOString() ?? null;
    return {
      waiting: byAccount.reduce((sum, { waiting }) => sum + waiting, 0),
      late: byAccount.reduce((sum, { late }) => sum + late, 0),
      oldest,
      inWork,
      scoredToday: today.all,
      scoredTodayByMe: today.mine,
      targetHours: provider.scoringTarget,
      byAge,
      byAccount: byAccount
        .slice(0, 500)
        .map((account) => ({ ...account, oldest: account.oldest.toISOString() })),
      proposals,
      skipped: isLead(viewer) ? skipped : [],
      isLead: isLead(viewer),
    };
  });

  routes.serve(takeNextCall, async ({ viewer, body }) => {
    const options = optionsOf(viewer);
    await keepOnly(kysely, viewer, body.except);
    const { accountIds } = body;
    for (const call of await nextCalls(kysely, options, {
      except: body.except,
      ...(accountIds && { accountIds }),
      limit: candidates,
    })) {
      const isSecond = call.purpose === 'second pass';
      const expiresAt = await claimCall(kysely, call, options, call.purpose);
      if (expiresAt === null) continue;
      // the call can be scored between look and claim
      const isStillWaiting = isSecond ? isSecondPass(kysely, call, viewer) : isWaiting(kysely, options, call);
      if (await isStillWaiting) return { call: await present(viewer, call, expiresAt, isSecond) };
      await giveBack(kysely, call, viewer);
    }
    return { call: null };
  });

  routes.serve(openScoringCall, async ({ viewer, params }) => {
    const options = optionsOf(viewer);
    const call = await findTeamCall(kysely, viewer, params.callId);
    const purpose = await purposeOf(viewer, call);
    if (purpose === 'score') {
      await requireScorable(kysely, options, call);
      if (!(await isWaiting(kysely, options, call))) await requireNotBlind(kysely, viewer, call, clock.now());
    }
    const expiresAt = await database.transaction((transaction) =>
      holdCall(transaction, call, options, purpose),
    );
    return { call: await present(viewer, call, expiresAt, purpose === 'second pass') };
  });

  routes.serve(saveScoreDraft, async ({ viewer, params, body }) => {
    const options = optionsOf(viewer);
    const call = await findTeamCall(kysely, viewer, params.callId);
    const purpose = await purposeOf(viewer, call);
    if (purpose === 'score') await requireScorable(kysely, options, call);
    return database.transaction(async (transaction) => {
      const expiresAt = await holdCall(transaction, call, options, purpose);
      await writeDraft(transaction, call, { ...options, ...body, purpose });
      return { expiresAt: expiresAt.toISOString() };
    });
  });

  routes.serve(giveBackCall, async ({ viewer, params }) => {
    await giveBack(kysely, await findTeamCall(kysely, viewer, params.callId), viewer);
    return null;
  });

  routes.serve(skipCallRoute, async ({ viewer, params, body }) => {
    const options = optionsOf(viewer);
    const call = await findTeamCall(kysely, viewer, params.callId);
    const purpose = await purposeOf(viewer, call);
    await database.transaction(async (transaction) => {
      await lockClaim(transaction, call, options, purpose);
      await skipCall(transaction, call, { ...options, ...body });
    });
    return null;
  });

  routes.serve(saveScoreRoute, async ({ viewer, params, body }) => {
    const call = await findTeamCall(kysely, viewer, params.callId);
    if (await isSecondPass(kysely, call, viewer)) {
      await database.transaction((transaction) =>
        saveSecondScore(transaction, call, { ...body, viewer, now: clock.now() }),
      );
      return { version: secondScoreNumber };
    }
    // the other look came first: the same request can have been saved meanwhile
    if (await hasSavedSecond(kysely, call, viewer, body.requestId)) return { version: secondScoreNumber };
    await requireScorable(kysely, optionsOf(viewer), call);
    const version = await database.transaction((transaction) =>
      saveScore(transaction, call, { ...body, viewer, now: clock.now(), shownAs, rates: provider.scoring }),
    );
    return { version };
  });

  routes.serve(undoScoreRoute, async ({ viewer, params, body }) => {
    const options = optionsOf(viewer);
    const call = await findTeamCall(kysely, viewer, params.callId);
    if (await hasSavedSecond(kysely, call, viewer)) {
      const expiresAt = await database.transaction(async (transaction) => {
        const undone = await undoSecondScore(transaction, call, options);
        await writeDraft(transaction, call, { ...options, ...undone, purpose: 'second pass' });
        return claimCall(transaction, call, options, 'second pass');
      });
      return { call: await present(viewer, call, expiresAt ?? options.now, true) };
    }
    const expiresAt = await database.transaction(async (transaction) => {
      const { values, marks } = await undoScore(transaction, call, { ...options, version: body.version });
      await writeDraft(transaction, call, { ...options, values, marks });
      return claimCall(transaction, call, options);
    });
    return { call: await present(viewer, call, expiresAt ?? options.now) };
  });

  routes.serve(recordScoringPlay, async ({ viewer, params }) => {
    const { accountId, callId } = await findTeamCall(kysely, viewer, params.callId);
    const at = clock.now();
    await recordActivity(kysely, [
      { accountId, contactId: viewer.contactId, action: 'play', subject: { kind: 'call', id: callId }, at },
    ]);
    return null;
  });

  routes.serve(scoringOptions, async ({ viewer, params }) => {
    requireTeamAccount(viewer, params.accountId);
    return readOptions(kysely, params.accountId);
  });

  routes.serve(listProposals, async ({ viewer, params }) => {
    const records = await readProposals(kysely, optionsOf(viewer), params.kind);
    await noteReading(viewer, records);
    return { records };
  });

  routes.serve(acceptProposals, async ({ viewer, params, body }) => {
    const options = optionsOf(viewer);
    const { version: rubric } = await readRubric(kysely);
    let scored = 0;
    for (const call of await stillProposed(kysely, options, { kind: params.kind, callIds: body.callIds })) {
      const isSaved = await database.transaction(async (transaction) => {
        const read = await readScoredCall(transaction, call, { lock: true });
        if (!(await isWaiting(transaction, options, call))) return false;
        const newest = await newestVersion(transaction, call);
        await saveScore(transaction, call, {
          viewer,
          now: options.now,
          version: newest?.number ?? 0,
          call: read,
          values: proposedValues(params.kind, read),
          marks: [],
          rubric,
          reason: 'scored',
          shownAs,
          rates: provider.scoring,
        });
        return true;
      });
      if (isSaved) scored++;
    }
    return { scored };
  });

  routes.serve(scoringHistory, async ({ viewer, params }) => {
    const call = await findTeamCall(kysely, viewer, params.callId);
    const isHidden = await isSecondPass(kysely, call, viewer);
    if (isHidden || (!isLead(viewer) && !(await hasWorkedOn(kysely, call, viewer))))
      throw noCall(params.callId);
    await requireNotBlind(kysely, viewer, call, clock.now());
    await noteReading(viewer, [call]);
    return { records: await readHistory(kysely, call, null) };
  });

  routes.serve(callScores, async ({ viewer, params }) => {
    const call = await findOwnCall(kysely, viewer, params.id);
    await noteReading(viewer, [call]);
    return { records: await readHistory(kysely, call, shownAs ?? null) };
  });

  routes.serve(getRubric, () => readRubric(kysely));

  routes.serve(saveRubricRoute, async ({ viewer, body }) => {
    await database.transaction((transaction) =>
      saveRubric(transaction, body, { contactId: viewer.contactId, now: clock.now() }),
    );
    return readRubric(kysely);
  });
}
