import { z } from 'zod';
import { placeSchema } from './mailings.ts';
import { nextStepSchema } from './rules/next-step.ts';
import { commentStatusSchema, reviewStageSchema, versionStatusSchema } from './rules/review.ts';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

/** Front or back of a postcard. */
export const sides = ['front', 'back'] as const;
export const sideSchema = z.enum(sides, { error: 'Use front or back.' });
export type Side = (typeof sides)[number];
export const orientations = ['portrait', 'landscape'] as const;
const orientation = z.enum(orientations);
export type Orientation = (typeof orientations)[number];

/** A face of a version: signed addresses that end, sizes in pixels. */
const faceSchema = z.object({
  url: z.string(),
  thumbnailUrl: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  /** When the image last changed. */
  lastModified: z.iso.datetime(),
});
export type Face = z.infer<typeof faceSchema>;

/** Where on a face, from its left or its top edge. */
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
  /** As of a comment. */
  revision: z.int().min(1),
  /** Whether the viewer wrote it and may still edit or delete it. */
  mine: z.boolean(),
});

/** A comment pinned on a face. */
export const reviewCommentSchema = z.object({
  id: z.string(),
  /** Id of the version it was made on. */
  versionId: z.string(),
  body: z.string(),
  side: sideSchema,
  /** From the left and the top edge, as fractions of the face: zoom and screen do not move a pin. */
  x: fraction,
  y: fraction,
  replyTo: z.string().nullable(),
  status: commentStatusSchema,
  author: z.object({ name: z.string() }),
  createdDate: z.iso.datetime(),
  lastModifiedDate: z.iso.datetime(),
  /** The comment's revision: an edit names the one it changes, so that nobody's words are lost. */
  revision: z.int().min(1),
  replies: z.array(replySchema),
  mine: z.boolean(),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

/** A version of a design. */
export const designVersionSchema = z.object({
  id: z.string(),
  /** From 1. */
  version: z.int().min(1),
  status: versionStatusSchema,
  /** When a customer first saw it; null until then. */
  customerViewed: z.iso.datetime().nullable(),
  createdDate: z.iso.datetime(),
  front: faceSchema.nullable(),
  back: faceSchema.nullable(),
  frontOrientation: orientation,
  backOrientation: orientation,
  comments: z.array(reviewCommentSchema),
});
export type DesignVersion = z.infer<typeof designVersionSchema>;

/** Who at the provider's looks after the account: the contact card. */
export const salesContactSchema = z.object({
  name: z.string(),
  position: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** A signed address of the picture. */
  avatarUrl: z.string().nullable(),
});

/** A design with its versions. */
export const designSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  mediaType: z.string().nullable(),
  archived: z.boolean(),
  nextReview: reviewStageSchema.nullable(),
  currentApprovalLevel: z.string().nullable(),
  /** Number of the version that passed the marketing review. */
  marketingReviewVersion: z.int().nullable(),
  lastReviewCompleted: z.iso.datetime().nullable(),
  customerReviewCompleted: z.iso.datetime().nullable(),
  customerReviewVersion: z.int().nullable(),
  /** Name of who submitted the customer's review. */
  customerReviewer: z.string().nullable(),
  account: z.object({ name: z.string() }),
  currentVersion: designVersionSchema.nullable(),
  /** Earlier versions with their comments, newest first. */
  previousVersions: z.array(designVersionSchema),
  salesContact: salesContactSchema.nullable(),
  /** Ids of the campaigns that use it. */
  campaignIds: z.array(z.string()),
  /** Whether one may pin and answer comments now: not before it is ready, nor once the design itself is approved. */
  openForComments: z.boolean(),
  /**
   * What comes next, by the rule that approvals are refused by: for the mailing in the review of a campaign, else for the
   * design itself. Null in the review of a campaign that has not been ordered.
   */
  nextStep: nextStepSchema.nullable(),
  /** Rises with every change: comments, statuses, versions. */
  revision: z.int().min(0),
});
export type Design = z.infer<typeof designSchema>;

/** An id of the provider's or the portal's. */
export const id = z.string().min(1).max(200);
const designId = z.object({ id });

/** Ids that are not the viewer's are left out; without any left, 404. */
export const listDesigns = route({
  service: 'data',
  method: 'GET',
  path: '/designs',
  access: 'full',
  summary: 'Designs by their ids, with versions and comments.',
  query: z.object({ ids: listOf(id, 50, 'designs') }),
  reply: z.object({ records: z.array(designSchema) }),
});

export const validateConcept = route({
  service: 'data',
  method: 'GET',
  path: '/designs/validate-concept',
  access: 'full',
  summary: 'Whether choosing a concept archives others, and which.',
  query: z.object({ designId: id, designIds: listOf(id, 50, 'designs').optional() }),
  reply: z.object({
    hasArchives: z.boolean(),
    archivedDetails: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** Simple mode names only `designId`, `campaignIds` and `archiveDesignIds`; split mode combines a front and a back of two designs. */
export const selectConcept = route({
  service: 'data',
  method: 'POST',
  path: '/designs/select-concept',
  access: 'full',
  summary:
    'Chooses a design concept, or combines one’s front with another’s back, and archives the unselected.',
  body: z.strictObject({
    designId: id,
    campaignIds: z.array(id).max(50).default([]),
    archiveDesignIds: z.array(id).max(50).default([]),
    /** Split mode: the combined design's name, account and medium. */
    name: z.string().trim().min(1).max(200).optional(),
    accountId: id.optional(),
    mediaType: z.string().max(200).nullish(),
    /** Split mode: id of the design that gives the front. */
    startingPoint: id.optional(),
    /** Split mode: id of the design that gives the back. */
    secondaryStartingPoint: id.optional(),
    frontOrientation: orientation.optional(),
    backOrientation: orientation.optional(),
  }),
  reply: z.object({ id: z.string(), accountId: z.string() }),
});

/** The first look of a customer at the current version; again is harmless. */
export const startReview = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/review/start',
  access: 'full',
  summary: 'Notes that a customer has seen the current version.',
  params: designId,
  reply: z.object({ design: designSchema }),
});

/** What a customer's review came to. */
export const decision = z.enum(['changes', 'approved']);

/**
 * Both guard against submitting what one has not seen: 422 when the design changed since `revision`, or when `versionId`, the
 * version on the screen, is not the current one.
 */
export const submission = z.strictObject({
  revision: z.int().min(0).optional(),
  versionId: id.optional(),
});

export const closeDesign = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/close',
  access: 'full',
  summary: 'Submits the customer’s review of a design: asks for the changes in its comments, or approves it.',
  params: designId,
  body: submission,
  reply: z.object({ design: designSchema, decision }),
});

/** A mailing of a design, for the review's details map. */
export const designMailingSchema = z.object({
  /** The mailing's zone id (the wire's own name). */
  mongoId: z.string().nullable(),
  id: z.string(),
  name: z.string(),
  deliveryWeek: z.string().nullable(),
  quantity: z.int().nullable(),
  campaignType: z.string(),
  /** As of a mailing. */
  nextStep: nextStepSchema.nullable(),
  /** As of a mailing. */
  conceptIds: z.array(z.string()),
  trackingNumbers: z.array(z.string()),
  zoneColor: z.string(),
  officeColor: z.string(),
  officeLocation: placeSchema.nullable(),
  parentAccount: z.string().nullable(),
});

export const designMailings = route({
  service: 'data',
  method: 'GET',
  path: '/accounts/:accountId/designs/:designId/mailings',
  access: 'full',
  summary: 'The mailings that a design is for.',
  params: z.object({ accountId: id, designId: id }),
  reply: z.object({ records: z.array(designMailingSchema) }),
});

/** `text/event-stream`: an event `changed` with `{revision}` first and whenever the design changes (without it when some may have been missed), a comment line every 20 s. It ends with the session. */
export const designEvents = route({
  service: 'data',
  method: 'GET',
  path: '/designs/:id/events',
  access: 'full',
  answer: 'binary',
  summary: 'Tells open screens that a design has changed.',
  params: designId,
  reply: z.unknown(),
});

/** The postcard as PDF: both faces of a version, one page each. */
export const designPdf = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/pdf',
  access: 'full',
  answer: 'binary',
  summary: 'The current version of a design, or with `versionId` another one, as a PDF of its faces.',
  params: designId,
  body: z.strictObject({ versionId: id.optional() }),
  reply: z.unknown(),
});
