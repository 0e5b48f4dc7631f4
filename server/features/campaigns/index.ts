/*
 * Campaigns: the mailings of offices, from the review of the design to their results.
 *   list-mailings, mailing-summary    the lists and their figures
 *   mailing-step                      what a mailing waits for, and whose turn it is
 *   mailing-story, mailing-calls      results of a mailing since its delivery
 *   approve-mailing                   approval of a mailing by a client; the room designs adds the design
 *   provider-mailings, move-mailings  the mailings of the provider's desk, and their moves from step to step
 * Tables: campaigns. The import (room ingest) writes most rows.
 * Routes: /mailings and below; /provider/mailings and below (routes.ts, because the room ingest meets here).
 */
import { callSorts } from '@mailcall/contract/calls.ts';
import {
  approveMailing as approveMailingRoute,
  countWaitingMailings as countWaitingMailingsRoute,
  getMailing,
  listMailings as listMailingsRoute,
  type Mailing,
  mailingCalls,
  mailingSummary,
  renameMailing as renameMailingRoute,
} from '@mailcall/contract/mailings.ts';
import { mailingStory } from '@mailcall/contract/mailing-story.ts';
import { mailingZone } from '@mailcall/contract/mailing-zones.ts';
import { hasStory } from '@mailcall/contract/rules/delivery-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import { clientLeft } from '../../platform/http/client-left.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { type ReadCall, recordCallsRead } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { ImageAddresses } from '../images/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { summaryOf } from '../scoreboard/index.ts';
import type { QueryEngine } from '../figures/index.ts';
import { checkAccountsWithSubAccounts, checkScope, readGroupOf } from '../scope/index.ts';
import { noMailing, renameMailing } from './approve-mailing.ts';
import { numbersOfCampaign } from './campaign-numbers.ts';
import { findMailing, listMailings, waitingMailings } from './list-mailings.ts';
import { listMailingCalls, recentCallsOf } from './mailing-calls.ts';
import { type MailingRecord, presentMailing } from './mailing-rows.ts';
import { tellMailingStory } from './mailing-story.ts';
import { presentMailingSummary } from './mailing-summary.ts';
import { findMailingZone } from './mailing-zone.ts';

export { approveMailing, noMailing } from './approve-mailing.ts';
export { mailingResults } from './mailing-rows.ts';
export { campaignNumbers } from './campaign-numbers.ts';
export { findMailings } from './find-mailings.ts';
export { type LockedMailing, lockMailings } from './locked-mailing.ts';
export {
  designFacts,
  type MailingState,
  mailingStateColumn,
  type MailingStep,
  mailingStep,
  stepsOfMailings,
} from './mailing-step.ts';
export { officeLocation } from './office-location.ts';

const maxCalls = 1000;

type CampaignDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'> & {
  imageAddresses: ImageAddresses;
  readModel: QueryEngine;
  outbox: Outbox;
  /** Also approves the design that the mailing is printed from. */
  approve: (
    transaction: Queryable,
    viewer: Viewer,
    approval: { campaignId: string; now: Date; outbox: Outbox },
  ) => Promise<void>;
};

export function serveCampaigns(routes: RouteServer<Viewer>, dependencies: CampaignDependencies): void {
  serveMailingLists(routes, dependencies);
  serveMailing(routes, dependencies);
  serveMailingChanges(routes, dependencies);
}

/** @throws {Problem} 404 */
async function readMailing(
  { database }: Pick<CampaignDependencies, 'database'>,
  viewer: Viewer,
  id: string,
): Promise<MailingRecord> {
  const mailing = await findMailing(database.kysely, viewer.accountIds, id);
  if (!mailing) throw noMailing();
  return mailing;
}

async function openPresenter(
  { database, imageAddresses }: Pick<CampaignDependencies, 'database' | 'imageAddresses'>,
  viewer: Viewer,
): Promise<(row: MailingRecord) => Promise<Mailing>> {
  const groupOf = await readGroupOf(database.kysely);
  return (row) => presentMailing(row, { images: imageAddresses, groupOf, viewer });
}

function serveMailingLists(routes: RouteServer<Viewer>, dependencies: CampaignDependencies): void {
  const { database, clock, environment, readModel } = dependencies;
  const { dayMode } = environment;
  /** The viewer may change only accounts that are not theirs by a grant; other mailings do not wait for them. */
  const checkAccounts = async (viewer: Viewer, query: Parameters<typeof checkAccountsWithSubAccounts>[2]) => {
    const accountIds = await checkAccountsWithSubAccounts(database.kysely, viewer, query);
    return { accountIds, changeableIds: accountIds.filter((id) => !viewer.grantedIds.has(id)) };
  };

  routes.serve(listMailingsRoute, async ({ viewer, query }) =>
    listMailings(
      { database: database.kysely, readModel },
      await openPresenter(dependencies, viewer),
      await checkAccounts(viewer, query),
      query,
      clock.now(),
    ),
  );

  routes.serve(mailingSummary, async ({ viewer, query, reply }) => {
    const now = clock.now();
    const scope = await checkScope(database.kysely, viewer, query, { now, dayMode });
    return presentMailingSummary(await summaryOf(readModel, scope, now, { signal: clientLeft(reply) }));
  });

  routes.serve(countWaitingMailingsRoute, async ({ viewer, query }) => {
    const { changeableIds } = await checkAccounts(viewer, query);
    return { waiting: (await waitingMailings(database.kysely, changeableIds)).length };
  });
}

function serveMailing(routes: RouteServer<Viewer>, dependencies: CampaignDependencies): void {
  const { database, clock, environment, readModel } = dependencies;
  const { dayMode } = environment;
  const sources = { database: database.kysely, readModel };
  const recordRead = ({ contactId }: Viewer, calls: readonly ReadCall[]) =>
    recordCallsRead(database.kysely, { contactId, at: clock.now() }, calls);

  /** Empty if the mailing has no zone. */
  const shapesOf = async ({ account_id, id, zone_id }: MailingRecord) => {
    const zone =
      zone_id && (await findMailingZone(database.kysely, new Set([account_id]), { id, zoneId: zone_id }));
    return zone && zone.zoneGeoData ? [zone.zoneGeoData] : [];
  };

  routes.serve(getMailing, async ({ viewer, params, query }) => {
    const mailing = await readMailing(dependencies, viewer, params.id);
    const present = await openPresenter(dependencies, viewer);
    const time = { now: clock.now(), dayMode };
    const recentCalls = query.recentCalls ? await recentCallsOf(sources, viewer, mailing, time) : null;
    await recordRead(viewer, recentCalls ?? []);
    return {
      record: {
        ...(await present(mailing)),
        ...(recentCalls && { recentCalls }),
        ...(query.zoneGeoData && { zoneGeoData: await shapesOf(mailing) }),
        ...(query.trackingNumbers && { trackingNumbers: await numbersOfCampaign(database.kysely, mailing) }),
      },
    };
  });

  routes.serve(mailingCalls, async ({ viewer, params, query }) => {
    const mailing = await readMailing(dependencies, viewer, params.id);
    if (query.pageSize === 0) {
      throw notValid({ pageSize: 'Use a whole number from 1 to 500, or -1 for all.' });
    }
    const { meta, records } = await listMailingCalls(
      sources,
      viewer,
      {
        mailing,
        ...(query.pageSize === -1
          ? { page: 1, pageSize: maxCalls }
          : { page: query.page, pageSize: query.pageSize }),
        // all calls of a mailing have its campaign's type: sorted by the type, they keep the default order
        sort: callSorts.find((known) => known === query.sort) ?? 'callDateTime',
        dir: query.dir,
        filters: query.filters ?? {},
        query: query.searchQuery ?? query.query,
      },
      { now: clock.now(), dayMode },
    );
    await recordRead(viewer, records);
    return { records, total: meta.total_count };
  });

  routes.serve(mailingStory, async ({ viewer, params }) => {
    const mailing = await readMailing(dependencies, viewer, params.id);
    const groupOf = await readGroupOf(database.kysely);
    if (!hasStory({ status: mailing.status, campaignGroup: groupOf(mailing.campaign_type) }))
      throw notPossible('This is not a delivered mailing. Ask again after its delivery.');
    const at = { now: clock.now(), dayMode };
    const story = await tellMailingStory(database.kysely, viewer, mailing, at);
    await recordRead(viewer, story.bestCall ? [story.bestCall] : []);
    return { record: story };
  });

  routes.serve(mailingZone, async ({ viewer, params }) => {
    const zone = await findMailingZone(database.kysely, viewer.accountIds, params);
    if (!zone) throw notFound('There is no such zone.');
    return zone;
  });
}

function serveMailingChanges(routes: RouteServer<Viewer>, dependencies: CampaignDependencies): void {
  const { database, clock, outbox, approve } = dependencies;
  const readPresented = async (viewer: Viewer, id: string) => {
    const present = await openPresenter(dependencies, viewer);
    const mailing = await readMailing(dependencies, viewer, id);
    return { record: await present(mailing) };
  };

  routes.serve(approveMailingRoute, async ({ viewer, params }) => {
    await database.transaction((transaction) =>
      approve(transaction, viewer, {
        campaignId: params.id,
        now: clock.now(),
        outbox,
      }),
    );
    return readPresented(viewer, params.id);
  });

  routes.serve(renameMailingRoute, async ({ viewer, params, body }) => {
    await database.transaction((transaction) =>
      renameMailing(transaction, viewer, { id: params.id, name: body.name || null, at: clock.now() }),
    );
    return readPresented(viewer, params.id);
  });
}
