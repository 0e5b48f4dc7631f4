import { randomUUID } from 'node:crypto';
import type { ReviewComment } from '@mailcall/contract/designs.ts';
import type { addReviewComment, editReviewComment } from '@mailcall/contract/review-comments.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import { nameOfViewer, type Viewer } from '../identity/index.ts';
import { type CommentRecord, type DesignRecord, findDesigns, type VersionRecord } from './design-records.ts';
import { lockDesign, bumpRevision, noDesign, requireOpenForComments } from './locked-design.ts';
import { presentComments } from './present-design.ts';

type NewComment = z.output<(typeof addReviewComment)['body']>;
type CommentEdit = z.output<(typeof editReviewComment)['body']>;
/** What a client sends, before parsing. */
export type CommentInput = RouteInput<typeof addReviewComment>;

const noComment = () => notFound('There is no such comment.');

/** The comment as it is now, or the one that a reply belongs to. */
async function freshComment(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { designId, commentId }: { designId: string; commentId: string },
): Promise<ReviewComment> {
  const [design] = await findDesigns(transaction, viewer.accountIds, [designId]);
  if (!design) throw noDesign();
  const record = design.comments.find(({ id }) => id === commentId);
  if (!record) throw noComment();
  const thread = record.replyTo ?? record.id;
  const comment = presentComments(design.comments, record.versionId, viewer).find(({ id }) => id === thread);
  if (!comment) throw noComment();
  return comment;
}

/**
 * Pins a comment on the current version or answers one, as a draft until the review is submitted. Sent again with the
 * same `requestId` it is the same comment, with the newer words.
 */
export async function addComment(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { designId, comment, now }: { designId: string; comment: NewComment; now: Date },
): Promise<ReviewComment> {
  const design = await lockDesign(transaction, viewer.accountIds, designId);
  const made = await madeBefore(transaction, design, comment.requestId);
  if (made !== null) {
    await keepNewerWords(transaction, viewer, { design, id: made, body: comment.body, now });
    return freshComment(transaction, viewer, { designId, commentId: made });
  }
  await requireOpenForComments(transaction, design);
  const [version] = design.versions;
  if (!version) throw notPossible('This design has no version yet.');
  if (!comment.replyTo) requireWrittenOn(design, version, comment.versionId);
  const answered = comment.replyTo ? answerable(design, comment.replyTo) : null;
  // an answer stands where the comment does, also on a face that this version has no more
  if (!answered && !version[comment.side]) throw notValid({ side: `This design has no ${comment.side}.` });
  const id = randomUUID();
  await sql`
    insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, reply_to, status,
      author_contact_id, author_name, created_at, modified_at, request_id)
    values (${design.account_id}, ${id}, ${design.id}, ${answered?.versionId ?? version.id}, ${answered?.side ?? comment.side},
      ${answered?.x ?? comment.x}, ${answered?.y ?? comment.y}, ${comment.body}, ${answered?.id ?? null}, 'Draft',
      ${viewer.contactId}, ${await nameOfViewer(transaction, viewer)}, ${now}, ${now}, ${comment.requestId ?? null})`.execute(
    transaction,
  );
  await bumpRevision(transaction, design);
  return freshComment(transaction, viewer, { designId, commentId: id });
}

/** Refuses a comment that was written on another version: its place may show something else on this one. */
function requireWrittenOn(design: DesignRecord, current: VersionRecord, versionId: string | undefined): void {
  if (versionId === undefined || versionId === current.id) return;
  if (!design.versions.some(({ id }) => id === versionId)) {
    throw notValid({ versionId: 'There is no such version of this design.' });
  }
  throw notPossible(
    `Version ${current.version} has come while you wrote. Look whether your comment still fits, then pin it again.`,
  );
}

async function madeBefore(
  transaction: QueryExecutorProvider,
  design: DesignRecord,
  requestId: string | undefined,
): Promise<string | null> {
  if (requestId === undefined) return null;
  const { rows } = await sql<{ id: string; deleted: boolean }>`
    select id, deleted from review_comments
    where account_id = ${design.account_id} and design_id = ${design.id} and request_id = ${requestId}`.execute(
    transaction,
  );
  const [made] = rows;
  if (made?.deleted) throw notPossible('This comment was deleted meanwhile.');
  return made?.id ?? null;
}

/** Whoever did not get the answer to a comment may have written on before they sent it again. */
async function keepNewerWords(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { design, id, body, now }: { design: DesignRecord; id: string; body: string; now: Date },
): Promise<void> {
  const comment = design.comments.find((one) => one.id === id);
  if (!comment || comment.body === body) return;
  requireOwnDraft(viewer, comment);
  await sql`
    update review_comments set body = ${body}, modified_at = ${now}, revision = revision + 1
    where account_id = ${design.account_id} and id = ${id}`.execute(transaction);
  await bumpRevision(transaction, design);
}

/** The comment that a reply answers: a reply to a reply belongs to the first comment. */
function answerable(design: DesignRecord, id: string): CommentRecord {
  const named = design.comments.find((comment) => comment.id === id);
  const thread = named?.replyTo ? design.comments.find((comment) => comment.id === named.replyTo) : named;
  if (!thread) throw notValid({ replyTo: 'There is no such comment on this design.' });
  return thread;
}

/** The design of a comment, locked, with the comment. */
async function lockedComment(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  id: string,
): Promise<{ design: DesignRecord; comment: CommentRecord }> {
  const { rows } = await sql<{ design_id: string }>`
    select design_id from review_comments
    where account_id = any(${[...viewer.accountIds]}) and id = ${id} and not deleted`.execute(transaction);
  const [found] = rows;
  if (!found) throw noComment();
  const design = await lockDesign(transaction, viewer.accountIds, found.design_id);
  const comment = design.comments.find((one) => one.id === id);
  if (!comment) throw noComment();
  return { design, comment };
}

/** Refuses to change what another wrote, or what was submitted. */
function requireOwnDraft(viewer: Viewer, comment: CommentRecord): void {
  if (comment.authorId !== viewer.contactId) throw notPossible('Only its author can change a comment.');
  if (comment.status !== 'Draft') throw notPossible('This comment has been submitted: answer it instead.');
}

/** Changes the words or the place of one's own draft. An edit that names no revision applies to the newest. */
export async function editComment(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { id, edit, now }: { id: string; edit: CommentEdit; now: Date },
): Promise<ReviewComment> {
  const { design, comment } = await lockedComment(transaction, viewer, id);
  requireOwnDraft(viewer, comment);
  await requireOpenForComments(transaction, design);
  if (edit.replyTo !== undefined && edit.replyTo !== comment.replyTo) {
    throw notPossible('What a comment answers cannot be changed.');
  }
  if (edit.revision !== undefined && edit.revision !== comment.revision) {
    throw notPossible('This comment was changed in another window meanwhile. Look at it again.');
  }
  const side = edit.side ?? comment.side;
  const face = design.versions.find((version) => version.id === comment.versionId)?.[side];
  if (!face) throw notValid({ side: `This design has no ${side}.` });
  await sql`
    update review_comments set body = ${edit.body ?? comment.body}, side = ${side},
      x = ${edit.x ?? comment.x}, y = ${edit.y ?? comment.y}, modified_at = ${now}, revision = revision + 1
    where account_id = ${design.account_id} and id = ${id}`.execute(transaction);
  await bumpRevision(transaction, design);
  return freshComment(transaction, viewer, { designId: design.id, commentId: id });
}

/** Deletes one's own draft. Answers that others gave to it go with it only while they are drafts, too. */
export async function deleteComment(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const { design, comment } = await lockedComment(transaction, viewer, id);
  requireOwnDraft(viewer, comment);
  const answers = design.comments.filter(({ replyTo }) => replyTo === id);
  if (answers.some(({ authorId }) => authorId !== viewer.contactId)) {
    throw notPossible('Somebody has answered this comment: it cannot be deleted any more.');
  }
  await sql`
    update review_comments set deleted = true
    where account_id = ${design.account_id} and (id = ${id} or reply_to = ${id})`.execute(transaction);
  await bumpRevision(transaction, design);
}

/** Accepts or rejects how a comment was answered; the same again is harmless. */
export async function decideOnComment(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { id, status, now }: { id: string; status: 'Accepted' | 'Rejected'; now: Date },
): Promise<ReviewComment> {
  const { design, comment } = await lockedComment(transaction, viewer, id);
  await requireOpenForComments(transaction, design);
  if (comment.replyTo !== null) throw notPossible('Accept or reject the comment, not an answer to it.');
  if (comment.status === 'Draft') throw notPossible('This comment has not been submitted yet.');
  if (comment.status !== status) {
    await sql`
      update review_comments set status = ${status}, modified_at = ${now}, revision = revision + 1
      where account_id = ${design.account_id} and id = ${id}`.execute(transaction);
    await bumpRevision(transaction, design);
  }
  return freshComment(transaction, viewer, { designId: design.id, commentId: id });
}
