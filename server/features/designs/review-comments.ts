import { randomUUID } from 'node:crypto';
import type { ReviewComment } from '@mailcall/contract/designs.ts';
import type { addReviewComment, editReviewComment } from '@mailcall/contract/review-comments.ts';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import type { z } from 'zod';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import { nameOfViewer, type Viewer } from '../identity/index.ts';
import { isNamedBy, type PortalChange, recordChanges } from '../changes/index.ts';
import { type CommentRecord, type DesignRecord, findDesigns, type VersionRecord } from './design-records.ts';
import { lockDesign, bumpRevision, noDesign, requireOpenForComments } from './locked-design.ts';
import { presentComment } from './present-design.ts';

type NewComment = z.output<(typeof addReviewComment)['body']>;
type CommentEdit = z.output<(typeof editReviewComment)['body']>;

const noComment = () => notFound('There is no such comment.');

async function commentsChanged(
  transaction: Queryable,
  design: DesignRecord,
  ids: readonly string[],
  { viewer, at, action = 'changed' }: { viewer: Viewer; at: Date; action?: PortalChange['action'] },
): Promise<void> {
  await recordChanges(
    transaction,
    ids.map((rowId) => ({ accountId: design.account_id, file: 'review-comments', rowId, action })),
    { contactId: viewer.contactId, at },
  );
  await bumpRevision(transaction, design);
}

async function freshComment(
  transaction: Queryable,
  viewer: Viewer,
  { designId, commentId }: { designId: string; commentId: string },
): Promise<ReviewComment> {
  const [design] = await findDesigns(transaction, viewer.accountIds, [designId]);
  if (!design) throw noDesign();
  const record = design.comments.find(({ id }) => id === commentId);
  if (!record) throw noComment();
  return presentComment(design.comments, record, viewer);
}

/** Pins a draft comment on the current version, or replies to one. A repeated `requestId` updates the text of the first request. */
export async function addComment(
  transaction: Queryable,
  viewer: Viewer,
  { designId, comment, now }: { designId: string; comment: NewComment; now: Date },
): Promise<ReviewComment> {
  const design = await lockDesign(transaction, viewer.accountIds, designId);
  const made = await madeBefore(transaction, design, comment.requestId);
  if (made !== null) {
    await storeNewerText(transaction, viewer, { design, id: made, body: comment.body, now });
    return freshComment(transaction, viewer, { designId, commentId: made });
  }
  await requireOpenForComments(transaction, design);
  const [version] = design.versions;
  if (!version) throw notPossible('This design has no version yet.');
  if (!comment.replyTo) requireWrittenOn(design, version, comment.versionId);
  const thread = comment.replyTo ? findThread(design, comment.replyTo) : null;
  // a reply has the position of its comment, even on a face that this version no longer has
  if (!thread && !version[comment.side]) throw notValid({ side: `This design has no ${comment.side}.` });
  const id = randomUUID();
  await transaction
    .insertInto('review_comments')
    .values({
      account_id: design.account_id,
      id,
      portal_id: id,
      design_id: design.id,
      version_id: thread?.versionId ?? version.id,
      side: thread?.side ?? comment.side,
      x: thread?.x ?? comment.x,
      y: thread?.y ?? comment.y,
      body: comment.body,
      reply_to: thread?.id ?? null,
      status: 'Draft',
      author_contact_id: viewer.contactId,
      author_name: await nameOfViewer(transaction, viewer),
      created_at: now,
      modified_at: now,
      request_id: comment.requestId ?? null,
    })
    .execute();
  await commentsChanged(transaction, design, [id], { viewer, at: now, action: 'added' });
  return freshComment(transaction, viewer, { designId, commentId: id });
}

/** The position may show something else on the current version. */
function requireWrittenOn(design: DesignRecord, current: VersionRecord, versionId: string | undefined): void {
  if (versionId === undefined || versionId === current.id) return;
  if (!design.versions.some(({ id }) => id === versionId)) {
    throw notValid({ versionId: 'There is no such version of this design.' });
  }
  throw notPossible(
    `Version ${current.version} arrived while you were writing. Check whether your comment still fits, then pin it again.`,
  );
}

async function madeBefore(
  transaction: Queryable,
  design: DesignRecord,
  requestId: string | undefined,
): Promise<string | null> {
  if (requestId === undefined) return null;
  const made = await transaction
    .selectFrom('review_comments')
    .select(['id', 'deleted'])
    .where('account_id', '=', design.account_id)
    .where('design_id', '=', design.id)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (made?.deleted) throw notPossible('This comment was deleted in the meantime.');
  return made?.id ?? null;
}

/** The author may have changed the text after the first reply was lost. */
async function storeNewerText(
  transaction: Queryable,
  viewer: Viewer,
  { design, id, body, now }: { design: DesignRecord; id: string; body: string; now: Date },
): Promise<void> {
  const comment = design.comments.find((one) => one.id === id);
  if (!comment || comment.body === body) return;
  requireOwnDraft(viewer, comment);
  await transaction
    .updateTable('review_comments')
    .set((row) => ({ body, modified_at: now, revision: row('revision', '+', 1) }))
    .where('account_id', '=', design.account_id)
    .where('id', '=', id)
    .execute();
  await commentsChanged(transaction, design, [id], { viewer, at: now });
}

const commentOf = ({ comments }: DesignRecord, id: string) =>
  comments.find((comment) => comment.id === id) ?? comments.find(({ portalId }) => portalId === id);

/** A reply to a reply belongs to the first comment. */
function findThread(design: DesignRecord, id: string): CommentRecord {
  const target = commentOf(design, id);
  const thread = target?.replyTo ? design.comments.find((comment) => comment.id === target.replyTo) : target;
  if (!thread) throw notValid({ replyTo: 'There is no such comment on this design.' });
  return thread;
}

/** @throws {Problem} 404 */
async function lockedComment(
  transaction: Queryable,
  viewer: Viewer,
  id: string,
): Promise<{ design: DesignRecord; comment: CommentRecord }> {
  const found = await transaction
    .selectFrom('review_comments')
    .select('design_id')
    .where('account_id', '=', anyOf(viewer.accountIds))
    .where(isNamedBy('review_comments', [id]))
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!found) throw noComment();
  const design = await lockDesign(transaction, viewer.accountIds, found.design_id);
  const comment = commentOf(design, id);
  if (!comment) throw noComment();
  return { design, comment };
}

function requireOwnDraft(viewer: Viewer, comment: CommentRecord): void {
  if (comment.authorId !== viewer.contactId) throw notPossible('Only its author can change a comment.');
  if (comment.status !== 'Draft') throw notPossible('This comment has been submitted: reply to it instead.');
}

/** Only one's own draft. An edit without a revision applies to the newest. */
export async function editComment(
  transaction: Queryable,
  viewer: Viewer,
  { id: named, edit, now }: { id: string; edit: CommentEdit; now: Date },
): Promise<ReviewComment> {
  const { design, comment } = await lockedComment(transaction, viewer, named);
  const { id } = comment;
  requireOwnDraft(viewer, comment);
  await requireOpenForComments(transaction, design);
  if (edit.replyTo !== undefined && edit.replyTo !== comment.replyTo) {
    throw notPossible('A reply cannot be moved to another comment.');
  }
  if (edit.revision !== undefined && edit.revision !== comment.revision) {
    throw notPossible('This comment was changed in another window in the meantime. Look at it again.');
  }
  const side = edit.side ?? comment.side;
  const face = design.versions.find((version) => version.id === comment.versionId)?.[side];
  if (!face) throw notValid({ side: `This design has no ${side}.` });
  await transaction
    .updateTable('review_comments')
    .set((row) => ({
      body: edit.body ?? comment.body,
      side,
      x: edit.x ?? comment.x,
      y: edit.y ?? comment.y,
      modified_at: now,
      revision: row('revision', '+', 1),
    }))
    .where('account_id', '=', design.account_id)
    .where('id', '=', id)
    .execute();
  await commentsChanged(transaction, design, [id], { viewer, at: now });
  return freshComment(transaction, viewer, { designId: design.id, commentId: id });
}

/** Deletes one's own draft with one's own replies; replies of other people prevent it. */
export async function deleteComment(
  transaction: Queryable,
  viewer: Viewer,
  { id: named, now }: { id: string; now: Date },
): Promise<void> {
  const { design, comment } = await lockedComment(transaction, viewer, named);
  const { id } = comment;
  requireOwnDraft(viewer, comment);
  const replies = design.comments.filter(({ replyTo }) => replyTo === id);
  if (replies.some(({ authorId }) => authorId !== viewer.contactId)) {
    throw notPossible('Someone has replied to this comment, so it can no longer be deleted.');
  }
  const removed = [id, ...replies.map((reply) => reply.id)];
  await transaction
    .updateTable('review_comments')
    .set({ deleted: true })
    .where('account_id', '=', design.account_id)
    .where('id', '=', anyOf(removed))
    .execute();
  await commentsChanged(transaction, design, removed, { viewer, at: now, action: 'removed' });
}

/** Accepts or rejects how a comment was resolved; repeating the decision changes nothing. */
export async function decideOnComment(
  transaction: Queryable,
  viewer: Viewer,
  { id: named, status, now }: { id: string; status: 'Accepted' | 'Rejected'; now: Date },
): Promise<ReviewComment> {
  const { design, comment } = await lockedComment(transaction, viewer, named);
  const { id } = comment;
  await requireOpenForComments(transaction, design);
  if (comment.replyTo !== null) throw notPossible('Accept or reject the comment, not a reply to it.');
  if (comment.status === 'Draft') throw notPossible('This comment has not been submitted yet.');
  if (comment.status !== status) {
    await transaction
      .updateTable('review_comments')
      .set((row) => ({ status, modified_at: now, revision: row('revision', '+', 1) }))
      .where('account_id', '=', design.account_id)
      .where('id', '=', id)
      .execute();
    await commentsChanged(transaction, design, [id], { viewer, at: now });
  }
  return freshComment(transaction, viewer, { designId: design.id, commentId: id });
}
