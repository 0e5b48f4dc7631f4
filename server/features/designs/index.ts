import {
  approveCampaignDesign as approveCampaignDesignRoute,
  getCampaign,
  rejectCampaignDesign as rejectCampaignDesignRoute,
} from '@mailcall/contract/campaign-review.ts';
import {
  closeDesign as closeDesignRoute,
  designEvents,
  designMailings,
  designPdf,
  listDesigns,
  selectConcept as selectConceptRoute,
  startReview,
  type submission,
  validateConcept,
} from '@mailcall/contract/designs.ts';
import {
  acceptReviewComment,
  addReviewComment,
  deleteReviewComment,
  editReviewComment,
  rejectReviewComment,
} from '@mailcall/contract/review-comments.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Notifications } from '../../platform/notifications.ts';
import { mailingStep, stepsOfMailings } from '../campaigns/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { ImageAddresses } from '../images/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { type CampaignRecord, findCampaign, viewOfCampaign } from './campaign-review.ts';
import { streamDesignEvents } from './design-events.ts';
import { mailingsOfCampaigns } from './design-mailings.ts';
import { designAsPdf } from './design-pdf.ts';
import { type DesignRecord, findDesigns } from './design-records.ts';
import { stepOnOwnPage } from './design-step.ts';
import { isShownAnywhere, lockDesign, bumpRevision, noDesign } from './locked-design.ts';
import { presentDesign } from './present-design.ts';
import { addComment, decideOnComment, deleteComment, editComment } from './review-comments.ts';
import { conceptsBeside, selectConcept } from './select-concept.ts';
import { approveCampaignDesign, closeDesign, rejectCampaignDesign } from './submit-review.ts';

export { approveWithDesign } from './submit-review.ts';

/** What the person saw who submits. */
const seenOf = ({ revision, versionId }: z.output<typeof submission>) => ({ revision, versionId });

/** Serves the review of designs and campaigns: versions, comments, decisions, concepts, and news of changes. */
export function serveDesigns(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment' | 'files'> & {
    imageAddresses: ImageAddresses;
    outbox: Outbox;
    notifications: Notifications;
  },
): void {
  const { database, clock, environment, files, imageAddresses, outbox, notifications } = dependencies;

  const designOf = async (viewer: Viewer, id: string) => {
    const [design] = await findDesigns(database.kysely, viewer.accountIds, [id]);
    if (!design) throw noDesign();
    return design;
  };
  const onOwnPages = async (viewer: Viewer, designs: readonly DesignRecord[]) => {
    const mailings = await stepsOfMailings(database.kysely, designs);
    return designs.map((design, index) => {
      const nextStep = stepOnOwnPage(design, mailings[index] ?? []);
      return presentDesign(design, { viewer, images: imageAddresses, nextStep, campaign: null });
    });
  };
  const shown = async (viewer: Viewer, id: string) => {
    const [design] = await onOwnPages(viewer, [await designOf(viewer, id)]);
    if (!design) throw noDesign();
    return design;
  };
  const inCampaign = async (viewer: Viewer, campaign: CampaignRecord) => {
    if (campaign.design_id === null) return null;
    return presentDesign(await designOf(viewer, campaign.design_id), {
      viewer,
      images: imageAddresses,
      nextStep: mailingStep(campaign.state).nextStep,
      campaign: viewOfCampaign(campaign),
    });
  };

  routes.serve(listDesigns, async ({ viewer, query }) => {
    const designs = await findDesigns(database.kysely, viewer.accountIds, query.ids);
    if (designs.length === 0) throw noDesign();
    return { records: await onOwnPages(viewer, designs) };
  });

  routes.serve(validateConcept, async ({ viewer, query }) => {
    const archivedDetails = await conceptsBeside(database.kysely, viewer, {
      designId: query.designId,
      designIds: query.designIds ?? [],
    });
    return { hasArchives: archivedDetails.length > 0, archivedDetails };
  });

  routes.serve(selectConceptRoute, async ({ viewer, body }) =>
    database.transaction((transaction) =>
      selectConcept(transaction, viewer, { selection: body, now: clock.now() }),
    ),
  );

  routes.serve(startReview, async ({ viewer, params }) => {
    await database.transaction(async (transaction) => {
      const design = await lockDesign(transaction, viewer.accountIds, params.id);
      const [version] = design.versions;
      if (!version || version.customerViewed !== null) return;
      if (!(await isShownAnywhere(transaction, design))) return;
      await sql`
        update design_versions set customer_viewed = ${clock.now()}
        where account_id = ${design.account_id} and id = ${version.id}`.execute(transaction);
      await bumpRevision(transaction, design);
    });
    return { design: await shown(viewer, params.id) };
  });

  routes.serve(addReviewComment, async ({ viewer, params, body }) => ({
    comment: await database.transaction((transaction) =>
      addComment(transaction, viewer, { designId: params.designId, comment: body, now: clock.now() }),
    ),
  }));

  routes.serve(editReviewComment, async ({ viewer, params, body }) => ({
    comment: await database.transaction((transaction) =>
      editComment(transaction, viewer, { id: params.id, edit: body, now: clock.now() }),
    ),
  }));

  routes.serve(deleteReviewComment, async ({ viewer, params }) => {
    await database.transaction((transaction) => deleteComment(transaction, viewer, params.id));
    return { id: params.id };
  });

  for (const [route, status] of [
    [acceptReviewComment, 'Accepted'],
    [rejectReviewComment, 'Rejected'],
  ] as const) {
    routes.serve(route, async ({ viewer, params }) => ({
      comment: await database.transaction((transaction) =>
        decideOnComment(transaction, viewer, { id: params.id, status, now: clock.now() }),
      ),
    }));
  }

  routes.serve(closeDesignRoute, async ({ viewer, params, body }) => {
    const decision = await database.transaction((transaction) =>
      closeDesign(transaction, viewer, { ...seenOf(body), id: params.id, now: clock.now() }),
    );
    return { design: await shown(viewer, params.id), decision };
  });

  routes.serve(designMailings, async ({ viewer, params }) => {
    const design = await designOf(viewer, params.designId);
    if (design.account_id !== params.accountId) throw noDesign();
    return { records: await mailingsOfCampaigns(database.kysely, design.account_id, design.campaign_ids) };
  });

  routes.serve(getCampaign, async ({ viewer, params }) => {
    const campaign = await findCampaign(database.kysely, viewer.accountIds, params.id);
    const design = await inCampaign(viewer, campaign);
    return {
      record: {
        id: campaign.id,
        accountId: campaign.account_id,
        name: campaign.name,
        label: campaign.label,
        campaignType: campaign.campaign_type,
        mediaType: campaign.media_type,
        quantity: campaign.quantity,
        design,
        approvalDate: campaign.approval_date,
        approvedBy: campaign.approved_by,
        mediaStarted: campaign.media_started,
        mediaSubmitted: campaign.media_submitted,
        prePressCompleted: campaign.pre_press_completed,
        deliveryWeek: campaign.delivery_week,
        trackingNumbers: campaign.tracking_numbers,
        mailings: await mailingsOfCampaigns(
          database.kysely,
          campaign.account_id,
          design?.campaignIds ?? [campaign.id],
        ),
        parentAccount: campaign.parent_account,
      },
    };
  });

  for (const [route, decide] of [
    [approveCampaignDesignRoute, approveCampaignDesign],
    [rejectCampaignDesignRoute, rejectCampaignDesign],
  ] as const) {
    routes.serve(route, async ({ viewer, params, body }) => {
      const decision = await database.clientTransaction((on) =>
        decide(on, viewer, {
          ...seenOf(body),
          campaignId: params.id,
          now: clock.now(),
          outbox,
          publicUrl: environment.publicUrl,
        }),
      );
      const after = await findCampaign(database.kysely, viewer.accountIds, params.id);
      const design = await inCampaign(viewer, after);
      if (!design) throw noDesign();
      return { design, decision };
    });
  }

  routes.serve(designEvents, async ({ viewer, params, reply, identifyAgain }) => {
    const design = await designOf(viewer, params.id);
    const mayReceive = () =>
      identifyAgain().then(
        ({ accountIds }) => accountIds.has(design.account_id),
        () => false,
      );
    const revision = async () => (await designOf(viewer, params.id)).revision;
    await streamDesignEvents(notifications, { designId: design.id, mayReceive, revision }, reply);
  });

  routes.serve(designPdf, async ({ viewer, params, body, reply }) => {
    const design = await designOf(viewer, params.id);
    if (!(await isShownAnywhere(database.kysely, design))) throw noDesign();
    const pdf = await designAsPdf(
      { database: database.kysely, files, now: clock.now() },
      design,
      body.versionId,
    );
    reply.headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${design.id.replace(/[^A-Za-z0-9._-]/g, '-')}.pdf"`,
    });
    await reply.type('application/pdf').send(pdf);
  });
}
