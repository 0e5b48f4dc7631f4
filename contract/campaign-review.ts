import { z } from 'zod';
import { decision, designMailingSchema, designSchema, id, submission } from './designs.ts';
import { route } from './wire/route.ts';

const campaignId = z.object({ id });

/** A campaign for its review: its design as the review screen shows it, with the status derived from the campaign's dates. */
export const getCampaign = route({
  service: 'data',
  method: 'GET',
  path: '/campaigns/:id',
  access: 'full',
  summary: 'A campaign with its design, for the campaign review.',
  params: campaignId,
  reply: z.object({
    record: z.object({
      id: z.string(),
      accountId: z.string(),
      name: z.string(),
      label: z.string().nullable(),
      campaignType: z.string(),
      mediaType: z.string().nullable(),
      quantity: z.int().nullable(),
      design: designSchema.nullable(),
      approvalDate: z.string().nullable(),
      approvedBy: z.string().nullable(),
      mediaStarted: z.string().nullable(),
      mediaSubmitted: z.string().nullable(),
      prePressCompleted: z.string().nullable(),
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
    body: submission,
    reply: z.object({ design: designSchema, decision }),
  });
export const approveCampaignDesign = campaignDecision(
  '/campaigns/:id/design/approve',
  'Approves a campaign’s design, and with it the mailing.',
);
export const rejectCampaignDesign = campaignDecision(
  '/campaigns/:id/design/reject',
  'Sends a campaign’s design back with its comments.',
);
