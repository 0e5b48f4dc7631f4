import { z } from 'zod';
import { fraction, id, reviewCommentSchema, sideSchema } from './designs.ts';
import { ignored } from './wire/query.ts';
import { route } from './wire/route.ts';

const commentId = z.object({ id });

/** The longest comment, in characters. */
export const maxCommentLength = 2000;
const body = z
  .string({ error: 'Write a comment.' })
  .trim()
  .min(1, 'Write a comment.')
  .max(maxCommentLength, `Use at most ${maxCommentLength} characters.`);

/** Errors: 404; 422 when the design is not open for the customer's review, or a newer version has come. The same `requestId` twice makes one comment. */
export const addReviewComment = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:designId/review-comment',
  access: 'full',
  summary:
    'Pins a comment on a face of the current version, or replies to one; it is a draft until the review is submitted.',
  params: z.object({ designId: id }),
  body: z.strictObject({
    body,
    side: z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), sideSchema),
    x: fraction,
    y: fraction,
    /** Id of the comment that it answers; a reply takes its place. */
    replyTo: id.nullish(),
    /** Id of the version that it was written on, so that it is pinned to no other; absent: whichever is current. Of no meaning for a reply. */
    versionId: id.optional(),
    requestId: z.uuid({ error: 'Use a UUID.' }).optional(),
  }),
  reply: z.object({ comment: reviewCommentSchema }),
});

/**
 * Takes the fields of a comment as it was answered; only the words and the place change. Errors: 404; 422 for another
 * person's, after it was submitted, when `revision` is not the newest, or for another `replyTo`.
 */
export const editReviewComment = route({
  service: 'data',
  method: 'PUT',
  path: '/designs/review-comments/:id',
  access: 'full',
  summary: 'Changes the words or the place of one’s own comment.',
  params: commentId,
  body: z.strictObject({
    body: body.optional(),
    side: z
      .preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), sideSchema)
      .optional(),
    x: fraction.optional(),
    y: fraction.optional(),
    /** Id of the comment that it answers, null for none; it cannot be changed. */
    replyTo: id.nullish(),
    /** The revision that is edited; a newer one refuses the edit. Absent: whichever is the newest. */
    revision: z.int().min(1).optional(),
    id: ignored,
    versionId: ignored,
    status: ignored,
    author: ignored,
    createdDate: ignored,
    lastModifiedDate: ignored,
    nextDesignVersionId: ignored,
    replies: ignored,
    mine: ignored,
  }),
  reply: z.object({ comment: reviewCommentSchema }),
});

export const deleteReviewComment = route({
  service: 'data',
  method: 'DELETE',
  path: '/designs/review-comments/:id',
  access: 'full',
  summary: 'Deletes one’s own draft with its replies.',
  params: commentId,
  reply: z.object({ id: z.string() }),
});

const decideOnComment = <const Path extends string>(path: Path, summary: string) =>
  route({
    service: 'data',
    method: 'POST',
    path,
    access: 'full',
    summary,
    params: commentId,
    reply: z.object({ comment: reviewCommentSchema }),
  });
export const acceptReviewComment = decideOnComment(
  '/designs/review-comments/:id/accept',
  'Accepts how a comment was answered.',
);
export const rejectReviewComment = decideOnComment(
  '/designs/review-comments/:id/reject',
  'Rejects how a comment was answered: it stays open.',
);
