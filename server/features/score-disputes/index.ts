/*
 * Score disputes: an office says that a field of a call's score is wrong, and the provider's leads decide.
 *
 *   disputes    what was disputed, for the office and for leads, with the leads' figures
 *   office      opening, withdrawing, answering a decision, and which decisions a person has not seen
 *   decide      accepting, which saves a score version, and declining
 *   mail        the alert Dispute Answered
 *
 * Rules: contract/rules/score-disputes.ts. Locks: the dispute, then the call's claim, the call, its account's version.
 *
 * Tables: score_disputes, dispute_mail_settings.
 * Routes: /calls/:id/disputes and below, /disputes/decided, /settings/dispute-answered, /scoring/disputes and below.
 */
import {
  acceptDispute as acceptRoute,
  answerDispute as answerRoute,
  callDisputes,
  decidedDisputes,
  declineDispute as declineRoute,
  disputeMailSetting,
  getDispute,
  listDisputes,
  noteDecisionsSeen,
  openDispute as openRoute,
  saveDisputeMailSetting,
  withdrawDispute as withdrawRoute,
} from '@mailcall/contract/score-disputes.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
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
  readHistory,
  readOptions,
  readRubric,
  readScoredCall,
  requireNotBlind,
  shownAuthorOf,
} from '../scoring/index.ts';
import { teamAccounts } from '../team/index.ts';
import { acceptDispute, declineDispute } from './decide.ts';
import {
  noDispute,
  ofTeam,
  readDispute,
  readDisputeFigures,
  readDisputes,
  readTeamDisputes,
} from './disputes.ts';
import { type DisputeMailer, readMailSetting, saveMailSetting, writeDisputeMail } from './mail.ts';
import {
  answerDispute,
  findOfficeCall,
  noteSeen,
  openDispute,
  readDecided,
  readFields,
  withdrawDispute,
} from './office.ts';

export { openDisputes, readDisputedFields } from './disputes.ts';
export { disputeEmails } from './mail.ts';

type ServingDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'> &
  Omit<DisputeMailer, 'now'> & { provider: Provider };

export async function serveScoreDisputes(
  routes: RouteServer<Viewer>,
  dependencies: ServingDependencies,
): Promise<void> {
  serveOffices(routes, dependencies);
  await serveLeads(routes, dependencies);
}

function serveOffices(routes: RouteServer<Viewer>, { database, clock }: ServingDependencies): void {
  const { kysely } = database;

  routes.serve(callDisputes, async ({ viewer, params }) => {
    const call = await findOfficeCall(kysely, viewer, params.id);
    return { fields: await readFields(kysely, call), records: await readDisputes(kysely, call) };
  });

  routes.serve(openRoute, async ({ viewer, params, body }) => {
    const call = await findOfficeCall(kysely, viewer, params.id);
    await database.transaction((transaction) =>
      openDispute(transaction, call, { viewer, now: clock.now(), opening: body }),
    );
    return { dispute: await readDispute(kysely, { accountId: call.accountId, id: body.requestId }) };
  });

  routes.serve(withdrawRoute, async ({ viewer, params: { id: callId, disputeId: id } }) => {
    const call = await findOfficeCall(kysely, viewer, callId);
    await database.transaction((transaction) =>
      withdrawDispute(transaction, call, { viewer, now: clock.now(), id }),
    );
    return { dispute: await readDispute(kysely, { accountId: call.accountId, id }) };
  });

  routes.serve(answerRoute, async ({ viewer, params: { id: callId, disputeId: id }, body }) => {
    const call = await findOfficeCall(kysely, viewer, callId);
    await database.transaction((transaction) =>
      answerDispute(transaction, call, { viewer, now: clock.now(), id, answer: body.answer }),
    );
    return { dispute: await readDispute(kysely, { accountId: call.accountId, id }) };
  });

  routes.serve(decidedDisputes, async ({ viewer }) => {
    const records = await readDecided(kysely, viewer);
    return {
      records: records.map((record) => ({ ...record, decidedAt: record.decidedAt.toISOString() })),
    } as RouteReply<typeof decidedDisputes>;
  });

  routes.serve(noteDecisionsSeen, async ({ viewer, params }) => {
    const call = await findOfficeCall(kysely, viewer, params.id);
    await database.transaction((transaction) => noteSeen(transaction, call, { viewer, now: clock.now() }));
    return null;
  });

  routes.serve(disputeMailSetting, async ({ viewer }) => ({
    email: await readMailSetting(kysely, viewer.contactId),
  }));

  routes.serve(saveDisputeMailSetting, async ({ viewer, body }) => {
    await saveMailSetting(kysely, { contactId: viewer.contactId, email: body.email, now: clock.now() });
    return body;
  });
}

async function serveLeads(
  routes: RouteServer<Viewer>,
  { database, clock, environment, ...mailing }: ServingDependencies,
): Promise<void> {
  const { kysely } = database;
  const addresses = await openRecordingAddresses({
    dataFolder: environment.dataFolder,
    lifetime: environment.recordingUrlLifetime,
    clock,
  });
  const deciderOf = (viewer: Viewer) => ({
    viewer,
    now: clock.now(),
    shownAs: shownAuthorOf(mailing.provider),
  });
  const mailerAt = (now: Date): DisputeMailer => ({ ...mailing, now });

  routes.serve(listDisputes, async ({ viewer, query }) => {
    const own = sql`${teamAccounts(viewer, 'dispute.account_id')} and not ${isBlindFor(viewer, clock.now())}`;
    const records =
      query.state === 'open'
        ? await readTeamDisputes(kysely, sql`${own} and dispute.state = 'open'`)
        : await readTeamDisputes(
            kysely,
            sql`${own} and dispute.state in ('accepted', 'declined')`,
            sql`dispute.decided_at desc`,
          );
    return { records, ...(await readDisputeFigures(kysely, viewer, clock.now())) };
  });

  routes.serve(getDispute, async ({ viewer, params }) => {
    const [dispute] = await readTeamDisputes(kysely, ofTeam(viewer, params.disputeId));
    if (!dispute) throw noDispute();
    const found = await findTeamCall(kysely, viewer, dispute.callId);
    await requireNotBlind(kysely, viewer, found, clock.now());
    await recordCallsRead(kysely, { contactId: viewer.contactId, at: clock.now() }, [found]);
    const call = await readDeskCall(kysely, found, {
      viewer,
      now: clock.now(),
      addresses,
      expiresAt: clock.now(),
    });
    const scored = await readScoredCall(kysely, found);
    const history = await readHistory(kysely, found, null);
    const rubric = await readRubric(kysely);
    const { staff } = await readOptions(kysely, found.accountId);
    return {
      dispute,
      // not the lead's draft
      call: { ...call, values: scored.values, marks: history[0]?.marks ?? [], isDraft: false },
      context: scored.context as RouteReply<typeof getDispute>['context'],
      staff,
      history,
      rubric: { version: rubric.version, ...rubric.fields[dispute.field] },
    };
  });

  routes.serve(acceptRoute, async ({ viewer, params, body }) => {
    const decider = deciderOf(viewer);
    return database.transaction(async (transaction) => {
      const { dispute, version } = await acceptDispute(transaction, params.disputeId, {
        ...body,
        ...decider,
      });
      await writeDisputeMail(transaction, mailerAt(decider.now), dispute, true);
      return { version };
    });
  });

  routes.serve(declineRoute, async ({ viewer, params, body }) => {
    const decider = deciderOf(viewer);
    await database.transaction(async (transaction) => {
      const dispute = await declineDispute(transaction, params.disputeId, { ...decider, ...body });
      await writeDisputeMail(transaction, mailerAt(decider.now), dispute, false);
    });
    return null;
  });
}
