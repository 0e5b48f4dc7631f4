import { z } from 'zod';
import { officeLocationSchema } from './mailing-zones.ts';
import { nextStepSchema } from './rules/next-step.ts';
import { commentStatusSchema, reviewStageSchema, versionStatusSchema } from './rules/review.ts';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

export const sides = ['front', 'back'] as const;
export const sideSchema = z.enum(sides, { error: 'Use front or back.' });
export type Side = (typeof sides)[number];
export const orientations = ['portrait', 'landscape'] as const;
const orientation = z.enum(orientations);
export type Orientation = (typeof orientations)[number];

/** A face of a version; its signed URLs expire. */
const faceSchema = z.object({
  url: z.string(),
  thumbnailUrl: z.string(),
  /** Pixels. */
  width: z.int().min(1),
  /** Pixels. */
  height: z.int().min(1),
  lastModified: z.iso.datetime(),
});
export type Face = z.infer<typeof faceSchema>;

/** Position on a face, as a fraction of its width from the left or height from the top. */
export const fraction = z
  .number()
  .min(0, 'Use a fraction from 0 to 1.')
  .max(1, 'Use a fraction from 0 to 1.');

const replySchema = z.object({
  id: z.string(),
  author: z.object({ name: z.string() }),
  body: z.string(),
  status: commentStatusSchema,
  /** UTC. */
  createdDate: z.iso.datetime(),
  /** UTC. */
  lastModifiedDate: z.iso.datetime(),
  /** Version that a reply is about; null if absent. */
  nextDesignVersionId: z.string().nullable(),
  /** As in a comment. */
  revision: z.int().min(1),
  /** Whether the viewer wrote it and can still edit or delete it. */
  mine: z.boolean(),
});

export const reviewCommentSchema = z.object({
  id: z.string(),
  /** Id given by the portal, which stays if the provider's system assigns another; null for comments from the feed. */
  portalId: z.string().nullable(),
  /** Version on which it was written. */
  versionId: z.string(),
  body: z.string(),
  side: sideSchema,
  /** Position of the pin as fractions of the face, so that zooming does not move it. */
  x: fraction,
  y: fraction,
  /** Comment that it replies to; null if absent. */
  replyTo: z.string().nullable(),
  status: commentStatusSchema,
  author: z.object({ name: z.string() }),
  /** UTC. */
  createdDate: z.iso.datetime(),
  /** UTC. */
  lastModifiedDate: z.iso.datetime(),
  /** Increases with every edit. An edit can name the revision it changes, to avoid overwriting another edit. */
  revision: z.int().min(1),
  /** Oldest first. */
  replies: z.array(replySchema),
  mine: z.boolean(),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

export const designVersionSchema = z.object({
  id: z.string(),
  /** From 1. */
  version: z.int().min(1),
  status: versionStatusSchema,
  /** When a customer first saw it; null until then. */
  customerViewed: z.iso.datetime().nullable(),
  /** UTC. */
  createdDate: z.iso.datetime(),
  /** Null without that face. */
  front: faceSchema.nullable(),
  /** Null without that face. */
  back: faceSchema.nullable(),
  frontOrientation: orientation,
  backOrientation: orientation,
  comments: z.array(reviewCommentSchema),
});
export type DesignVersion = z.infer<typeof designVersionSchema>;

/** Person at the provider who is responsible for the account; shown on the contact card. */
export const salesContactSchema = z.object({
  name: z.string(),
  /** Null if not known. */
  position: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Signed URL of the portrait; null without one. */
  avatarUrl: z.string().nullable(),
});

export const designSchema = z.object({
  id: z.string(),
  /** Id given by the portal, which stays if the provider's system assigns another; null for designs from the feed. */
  portalId: z.string().nullable(),
  accountId: z.string(),
  name: z.string(),
  /** Null if not known. */
  mediaType: z.string().nullable(),
  archived: z.boolean(),
  /** Review that the design waits for; null if absent. */
  nextReview: reviewStageSchema.nullable(),
  /** The provider's current approval level; null if absent. */
  currentApprovalLevel: z.string().nullable(),
  marketingReviewVersion: z.int().nullable(),
  /** UTC; null until then. */
  lastReviewCompleted: z.iso.datetime().nullable(),
  /** UTC; null until then. */
  customerReviewCompleted: z.iso.datetime().nullable(),
  /** Version that the customer reviewed; null until then. */
  customerReviewVersion: z.int().nullable(),
  /** Name of the person who submitted the customer's review. */
  customerReviewer: z.string().nullable(),
  account: z.object({ name: z.string() }),
  /** Newest version; null without one. */
  currentVersion: designVersionSchema.nullable(),
  /** Earlier versions with their comments, newest first. */
  previousVersions: z.array(designVersionSchema),
  /** Null without one. */
  salesContact: salesContactSchema.nullable(),
  campaignIds: z.array(z.string()),
  /** Whether the viewer can comment: only after the design is ready and before it is approved. */
  openForComments: z.boolean(),
  /** Next step of the mailing in a campaign review, otherwise of the design. Null for a campaign without an order. */
  nextStep: nextStepSchema.nullable(),
  /** Increases with every change of the design, its versions or comments. */
  revision: z.int().min(0),
});
export type Design = z.infer<typeof designSchema>;

/** Id assigned by the provider or the portal. */
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
    /** Whether other designs would be archived. */
    hasArchives: z.boolean(),
    archivedDetails: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** Split mode combines the front of one design with the back of another; simple mode omits its fields. */
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
    /** Split mode: name of the combined design. */
    name: z.string().trim().min(1).max(200).optional(),
    accountId: id.optional(),
    /** Split mode: media type; null if not known. */
    mediaType: z.string().max(200).nullish(),
    /** Split mode: design of the front. */
    startingPoint: id.optional(),
    /** Split mode: design of the back. */
    secondaryStartingPoint: id.optional(),
    frontOrientation: orientation.optional(),
    backOrientation: orientation.optional(),
  }),
  reply: z.object({ id: z.string(), accountId: z.string() }),
});

/** Records when a customer first opened the current version. Repeating it has no effect. */
export const startReview = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/review/start',
  access: 'full',
  summary: 'Records that a customer has seen the current version.',
  params: designId,
  reply: z.object({ design: designSchema }),
});

/** Outcome of a customer's review. */
export const decisionSchema = z.enum(['changes', 'approved']);

/**
 * Both fields keep a person from submitting an unseen design. Errors: 422 if the design changed after `revision`, or if
 * `versionId` is not the current version.
 */
export const submissionSchema = z.strictObject({
  /** Revision that the person saw. */
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

/** A mailing of a design, for the review's details map. */
export const designMailingSchema = z.object({
  /** Id of the mailing's zone, despite the name. */
  mongoId: z.string().nullable(),
  id: z.string(),
  /** The office's own name for it, else the order number. */
  name: z.string(),
  orderNumber: z.string(),
  /** Label of the campaign; null without one. */
  label: z.string().nullable(),
  /** Monday of the week of delivery, `YYYY-MM-DD`; null when not known. */
  deliveryWeek: z.string().nullable(),
  /** Number of pieces; null if not known. */
  quantity: z.int().nullable(),
  campaignType: z.string(),
  /** As in a mailing. */
  nextStep: nextStepSchema.nullable(),
  /** As in a mailing. */
  conceptIds: z.array(z.string()),
  trackingNumbers: z.array(z.string()),
  /** '#rrggbb'. */
  zoneColor: z.string(),
  /** '#rrggbb'. */
  officeColor: z.string(),
  /** Null if not known. */
  officeLocation: officeLocationSchema.nullable(),
  /** Name of the parent account; null without one. */
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

/** Postcard as a PDF with one page per face. */
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
