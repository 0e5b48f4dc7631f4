import {
  approveCampaignDesign as approveCampaignDesignRoute,
  getCampaign,
  rejectCampaignDesign as rejectCampaignDesignRoute,
} from '@mailcall/contract/campaign-review.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { findCampaign, presentCampaign } from './campaign-review.ts';
import type { DesignDependencies } from './dependencies.ts';
import { mailingsOfCampaigns } from './design-mailings.ts';
import { viewInCampaign } from './design-views.ts';
import { noDesign } from './locked-design.ts';
import { approveCampaignDesign, rejectCampaignDesign } from './submit-review.ts';

export function serveCampaignReview(routes: RouteServer<Viewer>, dependencies: DesignDependencies): void {
  const { database, clock, outbox } = dependencies;

  routes.serve(getCampaign, async ({ viewer, params }) => {
    const campaign = await findCampaign(database.kysely, viewer.accountIds, params.id);
    const design = await viewInCampaign(dependencies, viewer, campaign);
    const mailings = await mailingsOfCampaigns(
      database.kysely,
      campaign.account_id,
      design?.campaignIds ?? [campaign.id],
    );
    return { record: presentCampaign(campaign, design, mailings) };
  });

  for (const [route, decide] of [
    [approveCampaignDesignRoute, approveCampaignDesign],
    [rejectCampaignDesignRoute, rejectCampaignDesign],
  ] as const) {
    routes.serve(route, async ({ viewer, params, body: { revision, versionId } }) => {
      const decision = await database.transaction((transaction) =>
        decide(transaction, viewer, {
          campaignId: params.id,
          revision,
          versionId,
          now: clock.now(),
          outbox,
        }),
      );
      const campaign = await findCampaign(database.kysely, viewer.accountIds, params.id);
      const design = await viewInCampaign(dependencies, viewer, campaign);
      if (!design) throw noDesign();
      return { design, decision };
    });
  }
}
