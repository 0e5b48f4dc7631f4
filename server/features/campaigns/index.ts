import { type CallSort, callSorts, type SortDirection } from '@mailcall/contract/calls.ts';
import {
  approveMailing as approveMailingRoute,
  drawerCallRows,
  getMailing,
  listMailings as listMailingsRoute,
  mailingCalls,
  mailingSummary,
  mailingZone,
  renameMailing as renameMailingRoute,
} from '@mailcall/contract/mailings.ts';
import type { OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import { conversionRate } from '@mailcall/contract/rules/rates.ts';
import { unboundedSpan } from '@mailcall/contract/scope/date-range.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { ClientTransaction } from '../../platform/database.ts';
import { notFound, notValid } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { listCalls } from '../calls/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { ImageAddresses } from '../images/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { summaryOf } from '../scoreboard/index.ts';
import { checkAccountsWithSubAccounts, checkScope } from '../scope/index.ts';
import { noMailing, renameMailing } from './approve-mailing.ts';
import { campaignNumbers } from './campaign-numbers.ts';
import { findMailing, listMailings } from './list-mailings.ts';
import { presentMailing } from './mailing-rows.ts';
import { findMailingZone } from './mailing-zone.ts';

export { approveMailing, noMailing } from './approve-mailing.ts';
export { campaignNumbers } from './campaign-numbers.ts';
export { type LockedMailing, lockMailings } from './locked-mailing.ts';
export {
  designFacts,
  type MailingState,
  mailingStateColumn,
  type MailingStep,
  mailingStep,
  stepsOfMailings,
} from './mailing-step.ts';
export { officePlace } from './office-place.ts';
export { reviewedDesign } from './reviewed-design.ts';

/** The most calls of a mailing that are given at once. */
const maxCalls = 1000;

/** Serves the campaigns screen: mailings with what they brought, their approval, names, calls and zones. */
export function serveCampaigns(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'> & {
    imageAddresses: ImageAddresses;
    outbox: Outbox;
    /** Approves a mailing with the design that it is printed from. */
    approve: (
      on: ClientTransaction,
      viewer: Viewer,
      what: { campaignId: string; now: Date; outbox: Outbox; publicUrl: string },
    ) => Promise<void>;
  },
): void {
  const { database, clock, environment, imageAddresses, outbox, approve } = dependencies;

  const mailingOf = async (viewer: Viewer, id: string) => {
    const mailing = await findMailing(database.kysely, viewer.accountIds, id);
    if (!mailing) throw noMailing();
    return mailing;
  };
  const shown = async (viewer: Viewer, id: string) => ({
    record: presentMailing(await mailingOf(viewer, id), imageAddresses, viewer),
  });
  /** Calls of a mailing over its whole life: those that its figures count, whatever All Time leaves out. */
  const callsOf = async (
    viewer: Viewer,
    mailing: { id: string; account_id: string },
    request: { page: number; pageSize: number; sort: CallSort; dir: SortDirection },
    outcome: OutcomeFilter[] = [],
  ) => {
    const now = clock.now();
    const filters = { ...unboundedSpan, campaigns: [mailing.id], outcome };
    const scope = await checkScope(
      database.kysely,
      viewer,
      { accountIds: [mailing.account_id], filters },
      now,
    );
    return listCalls(
      database.kysely,
      scope,
      { ...request, accountIds: [], exceptAccountIds: [], filters },
      now,
    );
  };

  routes.serve(listMailingsRoute, async ({ viewer, query }) =>
    listMailings(
      database.kysely,
      (row) => presentMailing(row, imageAddresses, viewer),
      await checkAccountsWithSubAccounts(database.kysely, viewer, query),
      query,
      clock.now(),
    ),
  );

  routes.serve(mailingSummary, async ({ viewer, query }) => {
    const now = clock.now();
    const figures = await summaryOf(
      database.kysely,
      await checkScope(database.kysely, viewer, query, now),
      now,
    );
    return {
      all: figures.all_calls_count,
      leads: figures.opportunity_calls_count,
      appointments: figures.appointment_calls_count,
      conversionRate: conversionRate(
        figures.all_appointment_set_by_staff_count,
        figures.opportunity_calls_by_staff_count,
      ),
      missed: figures.missed_calls_count,
      followUps: figures.followup_opportunity_calls_count,
      appointmentCalls: figures.calls_with_Appointments_count,
      appointmentsByStaff: figures.all_appointment_set_by_staff_count,
      leadsByStaff: figures.opportunity_calls_by_staff_count,
      nonOpportunities: figures.non_opportunity_calls_count,
      unscored: figures.unscored_calls_count,
      missedAndFollowUps: figures.missed_and_followup_count,
      meta: figures.meta,
    };
  });

  routes.serve(getMailing, async ({ viewer, params, query }) => {
    const mailing = await mailingOf(viewer, params.id);
    return {
      record: {
        ...presentMailing(mailing, imageAddresses, viewer),
        ...(query.recentCalls
          ? {
              recentCalls: (
                await callsOf(viewer, mailing, {
                  page: 1,
                  pageSize: drawerCallRows,
                  sort: 'callDateTime',
                  dir: 'desc',
                })
              ).records,
            }
          : {}),
        ...(query.trackingNumbers ? { trackingNumbers: await numbersOf(database.kysely, mailing) } : {}),
      },
    };
  });

  routes.serve(approveMailingRoute, async ({ viewer, params }) => {
    await database.clientTransaction((on) =>
      approve(on, viewer, {
        campaignId: params.id,
        now: clock.now(),
        outbox,
        publicUrl: environment.publicUrl,
      }),
    );
    return shown(viewer, params.id);
  });

  routes.serve(renameMailingRoute, async ({ viewer, params, body }) => {
    await database.clientTransaction((on) =>
      renameMailing(on, viewer, { id: params.id, name: body.name || null }),
    );
    return shown(viewer, params.id);
  });

  routes.serve(mailingCalls, async ({ viewer, params, query }) => {
    const mailing = await mailingOf(viewer, params.id);
    const { page, pageSize, dir } = query;
    if (pageSize === 0) throw notValid({ pageSize: 'Use a whole number from 1 to 500, or -1 for all.' });
    // every call of a mailing has its campaign's type: sorted by it, they stand as they came
    const sort = callSorts.find((known) => known === query.sort) ?? 'callDateTime';
    const { meta, records } = await callsOf(
      viewer,
      mailing,
      pageSize === -1 ? { page: 1, pageSize: maxCalls, sort, dir } : { page, pageSize, sort, dir },
      query.filters?.outcome,
    );
    return { records, total: meta.total_count };
  });

  routes.serve(mailingZone, async ({ viewer, params }) => {
    const zone = await findMailingZone(database.kysely, viewer.accountIds, params);
    if (!zone) throw notFound('There is no such zone.');
    return zone;
  });
}

/** The numbers of a campaign's tracking lines. */
async function numbersOf(
  database: QueryExecutorProvider,
  mailing: { account_id: string; id: string },
): Promise<string[]> {
  const { rows } = await sql<{ numbers: string[] }>`
    select ${campaignNumbers} as numbers from campaigns
    where account_id = ${mailing.account_id} and id = ${mailing.id}`.execute(database);
  return rows[0]?.numbers ?? [];
}
