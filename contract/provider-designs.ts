import { z } from 'zod';
import { designMailingSchema, designSchema, id, sideSchema } from './designs.ts';
import { maxCommentLength } from './review-comments.ts';
import { editedChangeOf, editedValuesSchema } from './edited-rows.ts';
import { defaultRemindDays, maxRemindDays } from './rules/design-alerts.ts';
import { designFormatSchema } from './rules/design-formats.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);
const fractionSchema = z.number().min(0).max(1);
const day = z.iso.date({ error: 'Use a date.' }).max(10);

/** Bytes. */
export const maxDesignFile = 40 * 1024 * 1024;
export const designsOnPage = 50;

/** Whose turn it is: `notChosen` after another concept was chosen. */
export const deskDesignStates = ['notSent', 'withClient', 'changes', 'approved', 'notChosen'] as const;
export type DeskDesignState = (typeof deskDesignStates)[number];

export const deskDesignSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  name: z.string(),
  mediaType: z.string().nullable(),
  /** Null without a version. */
  version: z.int().min(1).nullable(),
  state: z.enum(deskDesignStates),
  /** When a client first looked at the version. */
  viewedAt: z.iso.datetime().nullable(),
  /** Of the newest version, or of the answer to it. */
  changedAt: z.iso.datetime().nullable(),
  dueOn: z.string().nullable(),
  /** Comments of clients without an answer. */
  openComments: count,
  campaignIds: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
});
export type DeskDesign = z.output<typeof deskDesignSchema>;

/** 50 on each page, those that changed last first. */
export const deskDesigns = route({
  service: 'data',
  method: 'GET',
  path: '/provider/designs',
  access: 'designer',
  summary: 'Lists designs of the person’s accounts, found by name, office or mailing.',
  query: z.object({
    search: z.string().trim().max(200).default(''),
    state: z.enum(deskDesignStates).optional(),
    page: z.coerce.number({ error: 'Use a whole number.' }).int().min(1).max(100_000).default(1),
  }),
  reply: z.object({ meta: z.object({ total_count: count }), records: z.array(deskDesignSchema) }),
});

const choiceSchema = z.object({ id: z.string(), name: z.string() });

/** Errors: 404 for offices of others. */
export const deskOfficeChoices = route({
  service: 'data',
  method: 'GET',
  path: '/provider/designs/offices/:accountId',
  access: 'designer',
  summary: 'Returns what a design of an office can have: mailings, reviewers, sales contacts, formats.',
  params: z.object({ accountId: id }),
  reply: z.object({
    account: choiceSchema,
    /** Not yet printed, newest first; at most 200. */
    mailings: z.array(choiceSchema),
    /** Who can sign in for the office; at most 200. */
    reviewers: z.array(choiceSchema.extend({ isPrimary: z.boolean() })),
    salesContacts: z.array(choiceSchema),
    formats: z.array(designFormatSchema),
  }),
});
export type DeskOfficeChoices = z.output<typeof deskOfficeChoices.reply>;

export const areaSchema = z.object({
  x: fractionSchema,
  y: fractionSchema,
  width: fractionSchema,
  height: fractionSchema,
});

const checkedFaceSchema = z.object({
  /** Of the stored picture. */
  image: z.string(),
  url: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  side: sideSchema,
  /** A sentence for each. */
  doubts: z.array(z.string()),
  /** Compared with the design's current version; empty for new designs. */
  changed: z.array(areaSchema),
});
export type CheckedDesignFace = z.output<typeof checkedFaceSchema>;

/** Errors: 404; 413 above 40 MB; 422 with a sentence if the file has no face or more than two. */
export const checkDesignFile = route({
  service: 'data',
  method: 'POST',
  path: '/provider/designs/files',
  access: 'designer',
  bodyFormat: 'file',
  summary: 'Cuts the faces out of a PDF or a picture, and checks them against a format.',
  query: z.object({
    accountId: id,
    format: z.string().max(80),
    /** Of the first face. A PDF of two pages has both. */
    side: sideSchema.default('front'),
    designId: id.optional(),
  }),
  reply: z.object({ faces: z.array(checkedFaceSchema).min(1).max(2) }),
});

const image = z
  .string()
  .max(64, 'Use the id of a checked picture.')
  .regex(/^[0-9a-f]{64}$/, 'Use the id of a checked picture.')
  .nullable();
const facesShape = {
  front: image,
  back: image,
};
const hasFace = ({ front, back }: { front: string | null; back: string | null }) =>
  front !== null || back !== null;
const faceMissing = { error: 'Add a picture.', path: ['front'] };

const sendingShape = {
  reviewers: z.array(id).min(1, 'Choose who reviews it.').max(20, 'Choose at most 20 people.'),
  dueOn: day.nullable().default(null),
  /** Days before the due date on which the reviewers are reminded; null without a reminder. */
  remindDays: z
    .int()
    .min(1, 'Use 1 or more days.')
    .max(maxRemindDays, `Use at most ${maxRemindDays} days.`)
    .nullable()
    .default(defaultRemindDays),
};
const sending = z.strictObject(sendingShape);

const designReply = z.object({ id: z.string() });

/** Without `send` the office does not see it. Repeating a `requestId` makes one design. Errors: 422 with a sentence at each field. */
export const addDesign = route({
  service: 'data',
  method: 'POST',
  path: '/provider/designs',
  access: 'designer',
  summary: 'Adds a design with its first version, and sends it to the client.',
  body: z
    .strictObject({
      requestId: z.uuid({ error: 'Use a UUID.' }),
      accountId: id,
      name: z.string().trim().min(1, 'Name the design.').max(500, 'Use at most 500 characters.'),
      mediaType: z.string().trim().max(200).nullable().default(null),
      campaignIds: z.array(id).max(50, 'Choose at most 50 mailings.').default([]),
      salesContactId: id.nullable().default(null),
      ...facesShape,
      send: sending.nullable(),
    })
    .refine(hasFace, faceMissing),
  reply: designReply,
});

/** Errors: 404; 422 if the version is not the current one, or the design was approved or archived. */
export const addDesignVersion = route({
  service: 'data',
  method: 'POST',
  path: '/provider/designs/:id/versions',
  access: 'designer',
  summary: 'Adds the next version and sends it to the client.',
  params: z.object({ id }),
  body: z
    .strictObject({
      requestId: z.uuid({ error: 'Use a UUID.' }),
      /** Null without one. */
      currentVersionId: id.nullable(),
      ...facesShape,
      ...sendingShape,
    })
    .refine(hasFace, faceMissing),
  reply: designReply,
});

/** Errors: 404; 422 if the version is not the current one, or the design was approved or archived. */
export const sendDesign = route({
  service: 'data',
  method: 'POST',
  path: '/provider/designs/:id/send',
  access: 'designer',
  summary: 'Sends the current version to the client; later calls change who reviews it, and until when.',
  params: z.object({ id }),
  body: z.strictObject({ versionId: id, ...sendingShape }),
  reply: designReply,
});

const designColumnLengths = {
  name: 500,
  media_type: 200,
  // 50 ids
  campaign_ids: 10_050,
  sales_contact_id: 200,
  archived: 5,
};
export const editedDesignColumns = Object.keys(designColumnLengths);

/** Values by the names of `designs.csv`. Errors: 404; 422 with a sentence at each value that another person changed. */
export const editDesign = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/designs/:id',
  access: 'designer',
  summary: 'Changes a design’s name, kind, mailings, sales contact, or archives it.',
  params: z.object({ id }),
  body: editedChangeOf(designColumnLengths),
  reply: designReply,
});

/** Errors: 404; 422 for a draft of the office. Repeating a `requestId` writes one answer. */
export const answerDesignComment = route({
  service: 'data',
  method: 'POST',
  path: '/provider/designs/:id/comments/:commentId/answer',
  access: 'designer',
  summary: 'Answers a client’s comment, or says that it will be done.',
  params: z.object({ id, commentId: id }),
  body: z.strictObject({
    requestId: z.uuid({ error: 'Use a UUID.' }),
    body: z
      .string({ error: 'Write an answer.' })
      .trim()
      .min(1, 'Write an answer.')
      .max(maxCommentLength, `Use at most ${maxCommentLength} characters.`),
    accepted: z.boolean(),
  }),
  reply: designReply,
});

/** Errors: 404. */
export const deskDesign = route({
  service: 'data',
  method: 'GET',
  path: '/provider/designs/:id',
  access: 'designer',
  summary: 'Returns a design with its versions, the client’s submitted comments, and how it was sent.',
  params: z.object({ id }),
  reply: z.object({
    design: designSchema,
    state: z.enum(deskDesignStates),
    /** Edited values of the row, and what the feed says of those that were changed here. */
    values: editedValuesSchema,
    feedSays: editedValuesSchema,
    mailings: z.array(designMailingSchema),
    /** Other designs of its mailings. */
    concepts: z.array(choiceSchema.extend({ state: z.enum(deskDesignStates) })),
    sent: z
      .object({
        at: z.iso.datetime(),
        by: z.string(),
        reviewers: z.array(choiceSchema),
        dueOn: z.string().nullable(),
        remindDays: z.int().nullable(),
      })
      .nullable(),
    /** Since the version before. */
    changed: z.object({ front: z.array(areaSchema), back: z.array(areaSchema) }),
  }),
});
export type DeskDesignDetails = z.output<typeof deskDesign.reply>;
