import { z } from 'zod';
import { officeLocationSchema } from './mailing-zones.ts';
import { nextStepSchema } from './rules/next-step.ts';
import { commentStatusSchema, reviewStageSchema, versionStatusSchema } from './rules/review.ts';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

export const sides = ['front', 'back'] as const;
export const sideSchema = z.enum(sides, { error: 'Use front or back.' });
export type Side = (typeof sides)[number];
export const sideLabels: Readonly<Record<Side, string>> = { front: 'Front', back: 'Back' };
export const orientations = ['portrait', 'landscape'] as const;
const orientation = z.enum(orientations);
export type Orientation = (typeof orientations)[number];

/** Signed URLs, which expire. */
const faceSchema = z.object({
  url: z.string(),
  thumbnailUrl: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  lastModified: z.iso.datetime(),
});
export type Face = z.infer<typeof faceSchema>;

/** Fraction of a face's width from the left, or of its height from the top. */
export const fraction = z
  .number()
  .min(0, 'Use a fraction from 0 to 1.')
  .max(1, 'Use a fraction from 0 to 1.');

const replySchema = z.object({
  id: z.string(),
  author: z.object({ name: z.string() }),
  body: z.string(),
  status: commentStatusSchema,
  createdDate: z.iso.datetime(),
  lastModifiedDate: z.iso.datetime(),
  nextDesignVersionId: z.string().nullable(),
  revision: z.int().min(1),
  /** Whether the viewer wrote it and can still change it. */
  mine: z.boolean(),
});

export const reviewCommentSchema = z.object({
  id: z.string(),
  /** Stays if the provider's system assigns another id; null for comments from the feed. */
  portalId: z.string().nullable(),
  versionId: z.string(),
  body: z.string(),
  side: sideSchema,
  x: fraction,
  y: fraction,
  replyTo: z.string().nullable(),
  status: commentStatusSchema,
  author: z.object({ name: z.string() }),
  createdDate: z.iso.datetime(),
  lastModifiedDate: z.iso.datetime(),
  /** Increases with every edit. An edit can name the revision that it changes, so as not to overwrite another. */
  revision: z.int().min(1),
  replies: z.array(replySchema),
  mine: z.boolean(),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

export const designVersionSchema = z.object({
  id: z.string(),
  version: z.int().min(1),
  status: versionStatusSchema,
  customerViewed: z.iso.datetime().nullable(),
  createdDate: z.iso.datetime(),
  front: faceSchema.nullable(),
  back: faceSchema.nullable(),
  frontOrientation: orientation,
  backOrientation: orientation,
  comments: z.array(reviewCommentSchema),
});
export type DesignVersion = z.infer<typeof designVersionSchema>;

export const salesContactSchema = z.object({
  name: z.string(),
  position: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Signed URL of the portrait; null without one. */
  avatarUrl: z.string().nullable(),
});

export const designSchema = z.object({
  id: z.string(),
  /** Stays if the provider's system assigns another id; null for designs from the feed. */
  portalId: z.string().nullable(),
  accountId: z.string(),
  name: z.string(),
  mediaType: z.string().nullable(),
  archived: z.boolean(),
  nextReview: reviewStageSchema.nullable(),
  currentApprovalLevel: z.string().nullable(),
  marketingReviewVersion: z.int().nullable(),
  lastReviewCompleted: z.iso.datetime().nullable(),
  customerReviewCompleted: z.iso.datetime().nullable(),
  customerReviewVersion: z.int().nullable(),
  customerReviewer: z.string().nullable(),
  account: z.object({ name: z.string() }),
  currentVersion: designVersionSchema.nullable(),
  previousVersions: z.array(designVersionSchema),
  salesContact: salesContactSchema.nullable(),
  campaignIds: z.array(z.string()),
  /** Only after the design is ready and before it is approved. */
  openForComments: z.boolean(),
  /** Next step of the mailing in a campaign review, otherwise of the design; null for a campaign without an order. */
  nextStep: nextStepSchema.nullable(),
  /** Increases with every change of the design, a version or a comment. */
  revision: z.int().min(0),
});
export type Design = z.infer<typeof designSchema>;

export const id = z.string().min(1).max(200);
const designId = z.object({ id });

/** Leaves out designs that the viewer cannot see. Errors: 404 if none is left. */
export const listDesigns = route({
  service: 'data',
  method: 'GET',
  path: '/designs',
  access: 'full',
  summary: 'Returns designs by their ids, with versions and comments.',
  query: z.object({ ids: listOf(id, 50, 'designs') }),
  reply: z.object({ records: z.array(designSchema) }),
});

export const validateConcept = route({
  service: 'data',
  method: 'GET',
  path: '/designs/validate-concept',
  access: 'full',
  summary: 'Says whether choosing a concept archives others, and which.',
  query: z.object({ designId: id, designIds: listOf(id, 50, 'designs').optional() }),
  reply: z.object({
    hasArchives: z.boolean(),
    archivedDetails: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** Split mode combines the front of one design with the back of another. Simple mode omits its fields. */
export const selectConcept = route({
  service: 'data',
  method: 'POST',
  path: '/designs/select-concept',
  access: 'full',
  summary: 'Chooses a design concept, or combines one’s front with another’s back, and archives the others.',
  body: z.strictObject({
    designId: id,
    campaignIds: z.array(id).max(50).default([]),
    archiveDesignIds: z.array(id).max(50).default([]),
    name: z.string().trim().min(1).max(200).optional(),
    accountId: id.optional(),
    mediaType: z.string().max(200).nullish(),
    startingPoint: id.optional(),
    secondaryStartingPoint: id.optional(),
    frontOrientation: orientation.optional(),
    backOrientation: orientation.optional(),
  }),
  reply: z.object({ id: z.string(), accountId: z.string() }),
});

/** Records the customer's first look at the current version. Repeating it has no effect. */
export const startReview = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/review/start',
  access: 'full',
  summary: 'Records that a customer has seen the current version.',
  params: designId,
  reply: z.object({ design: designSchema }),
});

export const decisionSchema = z.enum(['changes', 'approved']);

/** Both fields prevent submitting an unseen design. Errors: 422 if the design changed after `revision` or has a newer version. */
export const submissionSchema = z.strictObject({
  revision: z.int().min(0).optional(),
  versionId: id.optional(),
});

export const closeDesign = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/close',
  access: 'full',
  summary: 'Submits the customer’s review of a design: requests the changes in its comments, or approves it.',
  params: designId,
  body: submissionSchema,
  reply: z.object({ design: designSchema, decision: decisionSchema }),
});

export const designMailingSchema = z.object({
  /** Id of the mailing's zone, despite the name. */
  mongoId: z.string().nullable(),
  id: z.string(),
  /** The office's own name for it, else the order number. */
  name: z.string(),
  orderNumber: z.string(),
  label: z.string().nullable(),
  deliveryWeek: z.string().nullable(),
  quantity: z.int().nullable(),
  campaignType: z.string(),
  nextStep: nextStepSchema.nullable(),
  conceptIds: z.array(z.string()),
  trackingNumbers: z.array(z.string()),
  /** '#rrggbb'. */
  zoneColor: z.string(),
  officeColor: z.string(),
  officeLocation: officeLocationSchema.nullable(),
  parentAccount: z.string().nullable(),
});

export const designMailings = route({
  service: 'data',
  method: 'GET',
  path: '/accounts/:accountId/designs/:designId/mailings',
  access: 'full',
  summary: 'Lists the mailings that a design is for.',
  params: z.object({ accountId: id, designId: id }),
  reply: z.object({ records: z.array(designMailingSchema) }),
});

export const designPdf = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/pdf',
  access: 'full',
  replyFormat: 'binary',
  summary: 'Returns a PDF of the faces of a design’s current version or, with `versionId`, of another one.',
  params: designId,
  body: z.strictObject({ versionId: id.optional() }),
  reply: z.unknown(),
});
