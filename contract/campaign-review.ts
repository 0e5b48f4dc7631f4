import { z } from 'zod';
import { decisionSchema, designMailingSchema, designSchema, id, submissionSchema } from './designs.ts';
import { route } from './wire/route.ts';

const campaignId = z.object({ id });

/** A campaign with its design for the review screen. The design's status follows from the campaign's dates. */
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
      /** The office's own name for it, else the order number. */
      name: z.string(),
      orderNumber: z.string(),
      /** Label of the campaign; null without one. */
      label: z.string().nullable(),
      campaignType: z.string(),
      mediaType: z.string().nullable(),
      /** Number of pieces; null if not known. */
      quantity: z.int().nullable(),
      /** Design under review; null without one. */
      design: designSchema.nullable(),
      /** `YYYY-MM-DD`; null until approved. */
      approvalDate: z.string().nullable(),
      /** Name of the approver; null until approved. */
      approvedBy: z.string().nullable(),
      /** Start of work on the media, `YYYY-MM-DD`; null until then. */
      mediaStarted: z.string().nullable(),
      /** `YYYY-MM-DD`; null until then. */
      mediaSubmitted: z.string().nullable(),
      /** `YYYY-MM-DD`; null until then. */
      prePressCompleted: z.string().nullable(),
      /** Monday of the delivery week, `YYYY-MM-DD`; null if not known. */
      deliveryWeek: z.string().nullable(),
      trackingNumbers: z.array(z.string()),
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
