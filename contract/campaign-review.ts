import { z } from 'zod';
import { decisionSchema, designMailingSchema, designSchema, id, submissionSchema } from './designs.ts';
import { route } from './wire/route.ts';

const campaignId = z.object({ id });

/** A campaign with its design as the review screen shows it. The design's status is derived from the campaign's dates. */
export const getCampaign = route({
  service: 'data',
  method: 'GET',
  path: '/campaigns/:id',
  access: 'full',
  summary: 'Returns a campaign with its design, for the campaign review.',
  params: campaignId,
  reply: z.object({
    record: z.object({
      id: z.string(),
      accountId: z.string(),
      name: z.string(),
      /** Label of the campaign; null without one. */
      label: z.string().nullable(),
      campaignType: z.string(),
      mediaType: z.string().nullable(),
      /** Number of pieces; null when not known. */
      quantity: z.int().nullable(),
      /** The design that is reviewed; null without one. */
      design: designSchema.nullable(),
      /** Day of the approval, `YYYY-MM-DD`; null until then. */
      approvalDate: z.string().nullable(),
      /** Name of the person who approved it; null until then. */
      approvedBy: z.string().nullable(),
      /** Day on which work on the media started, `YYYY-MM-DD`; null until then. */
      mediaStarted: z.string().nullable(),
      /** Day on which the media was submitted, `YYYY-MM-DD`; null until then. */
      mediaSubmitted: z.string().nullable(),
      /** Day on which pre-press was completed, `YYYY-MM-DD`; null until then. */
      prePressCompleted: z.string().nullable(),
      /** Monday of the week of delivery, `YYYY-MM-DD`; null when not known. */
      deliveryWeek: z.string().nullable(),
      /** The campaign's tracking numbers. */
      trackingNumbers: z.array(z.string()),
      /** The mailings of the design. */
      mailings: z.array(designMailingSchema),
      /** Name of the parent account; null without one. */
      parentAccount: z.string().nullable(),
    }),
  }),
});

const campaignDecision = <const Path extends string>(path: Path, summary: string) =>
  route({
    service: 'data',
    method: 'POST',
    path,
    access: 'full',
    summary,
    params: campaignId,
    body: submissionSchema,
    reply: z.object({ design: designSchema, decision: decisionSchema }),
  });
export const approveCampaignDesign = campaignDecision(
  '/campaigns/:id/design/approve',
  'Approves a campaign’s design and the mailing.',
);
export const rejectCampaignDesign = campaignDecision(
  '/campaigns/:id/design/reject',
  'Sends a campaign’s design back with its comments.',
);
