/*
 * Score quality: how far people of the provider's team agree about the same calls.
 *
 *   passes     calls that two people scored, with both scores
 *   decide     a lead settles a difference, or returns it to the first person, who corrects or keeps the score
 *   figures    agreement by field, pair, person and month, who answers a field differently, and everyone's speed
 *
 * The room scoring chooses the calls and keeps the second score. Rules: contract/rules/agreement.ts and second-pass.ts.
 *
 * Tables: score_second_passes, with the room scoring.
 * Routes: /scoring/quality and below.
 */
import {
  decideSecondPass as decideRoute,
  getSecondPass,
  keepFirstScore as keepRoute,
  listSecondPasses,
  ownScoringQuality,
  returnSecondPass as returnRoute,
  scoringQuality,
} from '@mailcall/contract/score-quality.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { recordCallsRead } from '../activity/index.ts';
import { openRecordingAddresses } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import {
  findTeamCall,
  isBlindFor,
  readDeskCall,
  readRubric,
  readScoredCall,
  requireNotBlind,
  shownAuthorOf,
} from '../scoring/index.ts';
import { teamAccounts } from '../team/index.ts';
import { decideSecondPass, keepFirstScore, returnSecondPass } from './decide.ts';
import { readOwnQuality, readQuality } from './figures.ts';
import { readPass, readPasses } from './passes.ts';

export async function serveScoreQuality(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment,
    provider,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { provider: Provider },
): Promise<void> {
  const { kysely } = database;
  const addresses = await openRecordingAddresses({
    dataFolder: environment.dataFolder,
    lifetime: environment.recordingUrlLifetime,
    clock,
  });
  const { timeZone } = provider.hours;
  const personOf = (viewer: Viewer) => ({ viewer, now: clock.now() });

  routes.serve(scoringQuality, ({ viewer, query: { days, field } }) =>
    readQuality(kysely, { ...personOf(viewer), days, timeZone }, field),
  );

  routes.serve(ownScoringQuality, async ({ viewer, query: { days } }) => {
    const own = await readOwnQuality(kysely, { ...personOf(viewer), days, timeZone });
    const returned = await readPasses(
      kysely,
      sql`pass.state = 'returned' and pass.first_contact_id = ${viewer.contactId} and ${teamAccounts(viewer, 'pass.account_id')}
        and not ${isBlindFor(viewer, clock.now())}`,
      sql`pass.returned_at`,
    );
    return {
      ...own,
      returned: returned.map(({ pass }) => ({ ...pass, second: { id: '', name: 'A colleague' } })),
    };
  });

  routes.serve(listSecondPasses, async ({ viewer, query: { state } }) => {
    const records = await readPasses(
      kysely,
      sql`pass.state = ${state} and ${teamAccounts(viewer, 'pass.account_id')} and not ${isBlindFor(viewer, clock.now())}`,
      state === 'decided' ? sql`pass.decided_at desc` : sql`pass.second_at`,
    );
    return { records: records.map(({ pass }) => pass) };
  });

  routes.serve(getSecondPass, async ({ viewer, params }) => {
    const found = await readPass(kysely, viewer, params.callId);
    const call = await findTeamCall(kysely, viewer, params.callId);
    await requireNotBlind(kysely, viewer, call, clock.now());
    const shown = await readDeskCall(kysely, call, {
      viewer,
      now: clock.now(),
      addresses,
      expiresAt: clock.now(),
    });
    const { values } = await readScoredCall(kysely, call);
    const { version: rubric } = await readRubric(kysely);
    await recordCallsRead(kysely, { contactId: viewer.contactId, at: clock.now() }, [call]);
    // not the lead's draft
    return { ...found, call: { ...shown, values, marks: found.first.marks, isDraft: false }, rubric };
  });

  routes.serve(decideRoute, async ({ viewer, params, body }) => {
    const shownAs = shownAuthorOf(provider);
    const version = await database.transaction((transaction) =>
      decideSecondPass(transaction, params.callId, { ...body, ...personOf(viewer), shownAs }),
    );
    return { version };
  });

  routes.serve(returnRoute, async ({ viewer, params, body }) => {
    await database.transaction((transaction) =>
      returnSecondPass(transaction, params.callId, { ...body, ...personOf(viewer) }),
    );
    return null;
  });

  routes.serve(keepRoute, async ({ viewer, params, body }) => {
    await database.transaction((transaction) =>
      keepFirstScore(transaction, params.callId, { ...body, ...personOf(viewer) }),
    );
    return null;
  });
}
