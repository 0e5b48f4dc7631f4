import { z } from 'zod';
import { fraction, id, reviewCommentSchema, sideSchema } from './designs.ts';
import { ignored } from './wire/query.ts';
import { route } from './wire/route.ts';

const commentId = z.object({ id });

export const maxCommentLength = 2000;
const body = z
  .string({ error: 'Write a comment.' })
  .trim()
  .min(1, 'Write a comment.')
  .max(maxCommentLength, `Use at most ${maxCommentLength} characters.`);

/** Errors: 404; 422 if the design is not open for comments or has a newer version. Repeating a `requestId` creates no second comment. */
export const addReviewComment = route({
  service: 'data',
  method: 'POST',
  path: '/designs/:designId/review-comment',
  access: 'full',
  summary:
    'Pins a comment to a face of the current version, or replies to one and returns the reply. It is a draft until the review is submitted.',
  params: z.object({ designId: id }),
  body: z.strictObject({
    body,
    side: z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), sideSchema),
    x: fraction,
    y: fraction,
    /** The reply takes the position of this comment. */
    replyTo: id.nullish(),
    /** Must be the current version, which is the default. Ignored for replies. */
    versionId: id.optional(),
    requestId: z.uuid({ error: 'Use a UUID.' }).optional(),
  }),
  reply: z.object({ comment: reviewCommentSchema }),
});

/** Changes only text and position. Errors: 404; 422 for another person's or a submitted comment, old `revision` or other `replyTo`. */
export const editReviewComment = route({
  service: 'data',
  method: 'PUT',
  path: '/designs/review-comments/:id',
  access: 'full',
  summary: 'Changes the text or the position of the viewer’s own comment.',
  params: commentId,
  body: z.strictObject({
    body: body.optional(),
    side: z
      .preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), sideSchema)
      .optional(),
    x: fraction.optional(),
    y: fraction.optional(),
    replyTo: id.nullish(),
    /** An old revision is refused; the default is the newest. */
    revision: z.int().min(1).optional(),
    id: ignored,
    portalId: ignored,
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
  summary: 'Deletes the viewer’s own draft with its replies.',
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
  'Accepts the reply to a comment.',
);
export const rejectReviewComment = decideOnComment(
  '/designs/review-comments/:id/reject',
  'Rejects the reply to a comment, which stays open.',
);
