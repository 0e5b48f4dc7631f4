import { z } from 'zod';
import { locationSchema } from './mailing-zones.ts';
import { nextStepSchema } from './rules/next-step.ts';
import { commentStatusSchema, reviewStageSchema, versionStatusSchema } from './rules/review.ts';
import { listOf } from './wire/query.ts';
import { route } from './wire/route.ts';

/** The faces of a postcard. */
export const sides = ['front', 'back'] as const;
export const sideSchema = z.enum(sides, { error: 'Use front or back.' });
export type Side = (typeof sides)[number];
export const orientations = ['portrait', 'landscape'] as const;
const orientation = z.enum(orientations);
export type Orientation = (typeof orientations)[number];

/** A face of a version: signed URLs that expire, and the size in pixels. */
const faceSchema = z.object({
  /** Signed URL of the preview. */
  url: z.string(),
  /** Signed URL of the thumbnail. */
  thumbnailUrl: z.string(),
  /** Width in pixels. */
  width: z.int().min(1),
  /** Height in pixels. */
  height: z.int().min(1),
  /** When the image last changed. */
  lastModified: z.iso.datetime(),
});
export type Face = z.infer<typeof faceSchema>;

/** A position on a face, from its left or top edge, as a fraction of its width or height. */
export const fraction = z
  .number()
  .min(0, 'Use a fraction from 0 to 1.')
  .max(1, 'Use a fraction from 0 to 1.');

const replySchema = z.object({
  id: z.string(),
  author: z.object({ name: z.string() }),
  body: z.string(),
  /** Current status. */
  status: commentStatusSchema,
  /** When it was created, UTC. */
  createdDate: z.iso.datetime(),
  /** When it was last changed, UTC. */
  lastModifiedDate: z.iso.datetime(),
  /** Id of the version that a reply is about; null for none. */
  nextDesignVersionId: z.string().nullable(),
  /** Like the revision of a comment. */
  revision: z.int().min(1),
  /** Whether the viewer wrote it and can still edit or delete it. */
  mine: z.boolean(),
});

/** A comment pinned to a face. */
export const reviewCommentSchema = z.object({
  id: z.string(),
  /** The id with which it was made in the portal, which stays when the provider's system gives it another one; null for one of the feed. */
  portalId: z.string().nullable(),
  /** Id of the version it was written on. */
  versionId: z.string(),
  body: z.string(),
  /** The face of the pin. */
  side: sideSchema,
  /** Position of the pin from the left and the top edge, as fractions of the face, so that zooming does not move it. */
  x: fraction,
  y: fraction,
  /** Id of the comment that it replies to; null for none. */
  replyTo: z.string().nullable(),
  /** Current status. */
  status: commentStatusSchema,
  author: z.object({ name: z.string() }),
  /** When it was created, UTC. */
  createdDate: z.iso.datetime(),
  /** When it was last changed, UTC. */
  lastModifiedDate: z.iso.datetime(),
  /** Rises with every edit. An edit can name the revision that it changes, so that it does not overwrite another one. */
  revision: z.int().min(1),
  /** Replies, oldest first. */
  replies: z.array(replySchema),
  mine: z.boolean(),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

/** A version of a design. */
export const designVersionSchema = z.object({
  id: z.string(),
  /** Version number, from 1. */
  version: z.int().min(1),
  /** Current status. */
  status: versionStatusSchema,
  /** When a customer first saw it; null until then. */
  customerViewed: z.iso.datetime().nullable(),
  /** When it was created, UTC. */
  createdDate: z.iso.datetime(),
  /** The front; null without one. */
  front: faceSchema.nullable(),
  /** The back; null without one. */
  back: faceSchema.nullable(),
  /** Orientation of the front. */
  frontOrientation: orientation,
  /** Orientation of the back. */
  backOrientation: orientation,
  /** The comments on this version. */
  comments: z.array(reviewCommentSchema),
});
export type DesignVersion = z.infer<typeof designVersionSchema>;

/** The person at the provider who is responsible for the account, shown on the contact card. */
export const salesContactSchema = z.object({
  name: z.string(),
  /** Job title; null when not known. */
  position: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Signed URL of the portrait; null without one. */
  avatarUrl: z.string().nullable(),
});

/** A design with its versions. */
export const designSchema = z.object({
  id: z.string(),
  /** The id with which it was made in the portal, which stays when the provider's system gives it another one; null for one of the feed. */
  portalId: z.string().nullable(),
  accountId: z.string(),
  name: z.string(),
  /** Media type; null when not known. */
  mediaType: z.string().nullable(),
  /** Whether the design is archived. */
  archived: z.boolean(),
  /** The review that the design is waiting for; null for none. */
  nextReview: reviewStageSchema.nullable(),
  /** Current approval level of the provider; null for none. */
  currentApprovalLevel: z.string().nullable(),
  /** Number of the version that passed the marketing review. */
  marketingReviewVersion: z.int().nullable(),
  /** When the last review was completed, UTC; null until then. */
  lastReviewCompleted: z.iso.datetime().nullable(),
  /** When the customer's review was completed, UTC; null until then. */
  customerReviewCompleted: z.iso.datetime().nullable(),
  /** Number of the version that the customer reviewed; null until then. */
  customerReviewVersion: z.int().nullable(),
  /** Name of the person who submitted the customer's review. */
  customerReviewer: z.string().nullable(),
  account: z.object({ name: z.string() }),
  /** The newest version; null if there is none. */
  currentVersion: designVersionSchema.nullable(),
  /** Earlier versions with their comments, newest first. */
  previousVersions: z.array(designVersionSchema),
  /** The sales contact of the account; null without one. */
  salesContact: salesContactSchema.nullable(),
  /** Ids of the campaigns that the design is for. */
  campaignIds: z.array(z.string()),
  /** Whether the viewer can add comments and replies: not before the design is ready nor after it is approved. */
  openForComments: z.boolean(),
  /**
   * The next step: of the mailing in a campaign's review, else of the design itself. Approvals are refused by the same
   * rule. Null in the review of a campaign that was never ordered.
   */
  nextStep: nextStepSchema.nullable(),
  /** Rises with every change of the design, its versions or its comments. */
  revision: z.int().min(0),
});
export type Design = z.infer<typeof designSchema>;

/** An id that the provider or the portal assigned. */
export const id = z.string().min(1).max(200);
const designId = z.object({ id });

/** Designs that the viewer cannot see are left out. Errors: 404 when none is left. */
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
    /** The designs that would be archived. */
    archivedDetails: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/**
 * In simple mode only `designId`, `campaignIds` and `archiveDesignIds` are sent. Split mode combines the front of one
 * design with the back of another.
 */
export const selectConcept = route({
  service: 'data',
  method: 'POST',
  path: '/designs/select-concept',
  access: 'full',
  summary: 'Chooses a design concept, or combines one’s front with another’s back, and archives the others.',
  body: z.strictObject({
    designId: id,
    /** Ids of the campaigns that get the design. */
    campaignIds: z.array(id).max(50).default([]),
    /** Ids of the designs to archive. */
    archiveDesignIds: z.array(id).max(50).default([]),
    /** Split mode: name, account and media type of the combined design. */
    name: z.string().trim().min(1).max(200).optional(),
    accountId: id.optional(),
    /** Media type; null when not known. */
    mediaType: z.string().max(200).nullish(),
    /** Split mode: id of the design whose front is used. */
    startingPoint: id.optional(),
    /** Split mode: id of the design whose back is used. */
    secondaryStartingPoint: id.optional(),
    /** Orientation of the front. */
    frontOrientation: orientation.optional(),
    /** Orientation of the back. */
    backOrientation: orientation.optional(),
  }),
  reply: z.object({ id: z.string(), accountId: z.string() }),
});

/** Records when a customer first opened the current version. Repeating it changes nothing. */
export const startReview = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:id/review/start',
  access: 'full',
  summary: 'Records that a customer has seen the current version.',
  params: designId,
  reply: z.object({ design: designSchema }),
});

/** The outcome of a customer's review. */
export const decisionSchema = z.enum(['changes', 'approved']);

/**
 * Both prevent a person from submitting something they have not seen. Errors: 422 when the design changed after
 * `revision`, or when `versionId`, the version on the screen, is not the current one.
 */
export const submissionSchema = z.strictObject({
  /** The design's revision that the person saw. */
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
  /** Id of the mailing's zone, despite its name. */
  mongoId: z.string().nullable(),
  id: z.string(),
  name: z.string(),
  /** Monday of the week of delivery, `YYYY-MM-DD`; null when not known. */
  deliveryWeek: z.string().nullable(),
  /** Number of pieces; null when not known. */
  quantity: z.int().nullable(),
  /** Type of the campaign. */
  campaignType: z.string(),
  /** Like `nextStep` of a mailing. */
  nextStep: nextStepSchema.nullable(),
  /** Like `conceptIds` of a mailing. */
  conceptIds: z.array(z.string()),
  /** The campaign's tracking numbers. */
  trackingNumbers: z.array(z.string()),
  /** Color of the zone, '#rrggbb'. */
  zoneColor: z.string(),
  /** Color of the office, '#rrggbb'. */
  officeColor: z.string(),
  /** Location of the office; null when not known. */
  officeLocation: locationSchema.nullable(),
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

/** The postcard as a PDF with one page per face. */
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
