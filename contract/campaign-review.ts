import { z } from 'zod';
import { decisionSchema, designMailingSchema, designSchema, id, submissionSchema } from './designs.ts';
import { route } from './wire/route.ts';

const campaignId = z.object({ id });

/** The design's status follows from the campaign's dates. */
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
      label: z.string().nullable(),
      campaignType: z.string(),
      mediaType: z.string().nullable(),
      quantity: z.int().nullable(),
      design: designSchema.nullable(),
      approvalDate: z.string().nullable(),
      approvedBy: z.string().nullable(),
      /** Days as `YYYY-MM-DD`; each is null until then. */
      mediaStarted: z.string().nullable(),
      mediaSubmitted: z.string().nullable(),
      prePressCompleted: z.string().nullable(),
      /** Monday, `YYYY-MM-DD`. */
      deliveryWeek: z.string().nullable(),
      trackingNumbers: z.array(z.string()),
      mailings: z.array(designMailingSchema),
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
