import type {
  addDesign as addDesignRoute,
  addDesignVersion as addVersionRoute,
  answerDesignComment,
  editDesign as editDesignRoute,
  sendDesign as sendDesignRoute,
} from '@mailcall/contract/provider-designs.ts';
import { marketingReview } from '@mailcall/contract/rules/review.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../../platform/database.ts';
import { notFound, notPossible, notValid } from '../../../platform/http/problems.ts';
import { recordActivity } from '../../activity/index.ts';
import { recordChanges } from '../../changes/index.ts';
import { nameOfViewer, type Viewer } from '../../identity/index.ts';
import {
  type EditDependencies,
  type EditedBy,
  inEditRun,
  saveEditedRows,
  saveInRun,
} from '../../ingest/index.ts';
import { requireTeamAccount } from '../../team/index.ts';
import { type DesignRecord, findDesigns, type VersionRecord } from '../design-records.ts';
import { bumpRevision, changedMeanwhile, lockDesign, noDesign } from '../locked-design.ts';
import { isApprovedItself } from '../present-design.ts';
import { findDeskDesign } from './desk-designs.ts';
import { readReviewers } from './office-choices.ts';

type Run = Parameters<Parameters<typeof inEditRun>[2]>[0];
type Sending = z.output<(typeof sendDesignRoute)['body']>;
type Faces = Pick<z.output<(typeof addVersionRoute)['body']>, 'front' | 'back'>;

const madeId = (requestId: string) => `portal-${requestId}`;

const versionGone = () =>
  notPossible('Another version was added in the meantime. Look at it, then send again.');

async function designOf(
  database: Queryable,
  { account_id, id }: Pick<DesignRecord, 'account_id' | 'id'>,
): Promise<DesignRecord> {
  const [design] = await findDesigns(database, new Set([account_id]), [id]);
  if (!design) throw noDesign();
  return design;
}

async function knownDesign({ dependencies, viewer }: DeskChange, id: string): Promise<DesignRecord> {
  const { kysely } = dependencies.database;
  const found = await findDeskDesign(kysely, viewer, id);
  return designOf(kysely, { account_id: found.accountId, id: found.id });
}

/** Ids are hashes of the file, so a picture of another office must not be found by them. @throws {Problem} 400 */
async function requireImages(database: Queryable, accountId: string, { front, back }: Faces): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from images where account_id = ${accountId} and id in (${front}, ${back})`.execute(database);
  const stored = new Set(rows.map(({ id }) => id));
  const missing = Object.entries({ front, back }).filter(([, id]) => id !== null && !stored.has(id));
  if (missing.length > 0)
    throw notValid(
      Object.fromEntries(missing.map(([side]) => [side, 'Add this picture again: it is no longer stored.'])),
    );
}

async function requireReviewers(
  database: Queryable,
  accountId: string,
  reviewers: readonly string[],
): Promise<void> {
  const able = new Set((await readReviewers(database, accountId)).map(({ id }) => id));
  if (!reviewers.every((id) => able.has(id)))
    throw notValid({ reviewers: 'One of these people can no longer sign in for the office.' });
}

async function requireDay(
  database: Queryable,
  accountId: string,
  { dueOn, at }: { dueOn: string | null; at: Date },
): Promise<void> {
  if (dueOn === null) return;
  const { timeZone } = await database
    .selectFrom('accounts')
    .select('time_zone as timeZone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (dueOn < clockInZone(at, timeZone).day) throw notValid({ dueOn: 'Use today or a later day.' });
}

const imageCell = (id: string | null) => (id === null ? null : `image:${id}`);

async function addVersion(
  run: Run,
  {
    design,
    id,
    version,
    faces: { front, back },
    status,
    by,
  }: {
    design: { id: string; accountId: string };
    id: string;
    version: number;
    faces: Faces;
    status: 'Wip' | 'InReview';
    by: EditedBy;
  },
): Promise<void> {
  const at = by.at.toISOString();
  await saveInRun(run, {
    file: 'design-versions',
    changes: [
      {
        id: null,
        newId: id,
        accountId: design.accountId,
        values: {
          design_id: design.id,
          portal_id: id,
          version: String(version),
          status,
          created_at: at,
          front: imageCell(front),
          back: imageCell(back),
          front_modified_at: front === null ? null : at,
          back_modified_at: back === null ? null : at,
        },
      },
    ],
    by,
  });
}

async function noteSending(
  run: Run,
  {
    design: { id, accountId },
    versionId,
    sending: { reviewers, dueOn, remindDays },
    by,
  }: {
    design: { id: string; accountId: string };
    versionId: string;
    sending: Pick<Sending, 'reviewers' | 'dueOn' | 'remindDays'>;
    by: EditedBy;
  },
): Promise<void> {
  await run.database
    .insertInto('design_reviews')
    .values({
      account_id: accountId,
      design_id: id,
      version_id: versionId,
      sent_at: by.at,
      sent_by_id: by.contactId,
      reviewer_ids: [...new Set(reviewers)],
      due_on: dueOn,
      remind_days: dueOn === null ? null : remindDays,
    })
    .execute();
  await recordActivity(run.database, [
    { accountId, contactId: by.contactId, action: 'send', subject: { kind: 'design', id }, at: by.at },
  ]);
}

const sentValues = (version: number) => ({
  next_review: 'CustomerReview',
  current_approval_level: marketingReview,
  marketing_review_version: String(version),
});

export interface DeskChange {
  dependencies: EditDependencies;
  viewer: Viewer;
  now: Date;
}

const byOf = ({ viewer, now }: DeskChange): EditedBy => ({ contactId: viewer.contactId, at: now });

/** @throws {Problem} as {@link addDesignRoute} */
export async function addDesign(
  change: DeskChange,
  body: z.output<(typeof addDesignRoute)['body']>,
): Promise<string> {
  const { dependencies, viewer, now } = change;
  const { kysely } = dependencies.database;
  const { accountId, send } = body;
  requireTeamAccount(viewer, accountId);
  const id = madeId(body.requestId);
  const [before] = await findDesigns(kysely, new Set([accountId]), [id]);
  if (before) return before.id;
  await requireImages(kysely, accountId, body);
  if (send) {
    await requireReviewers(kysely, accountId, send.reviewers);
    await requireDay(kysely, accountId, { dueOn: send.dueOn, at: now });
  }
  const by = byOf(change);
  return inEditRun(dependencies, { byPerson: true }, async (run) => {
    await saveInRun(run, {
      file: 'designs',
      changes: [
        {
          id: null,
          newId: id,
          accountId,
          values: {
            portal_id: id,
            name: body.name,
            media_type: body.mediaType,
            campaign_ids: body.campaignIds.join(';'),
            sales_contact_id: body.salesContactId,
            ...(send && sentValues(1)),
          },
        },
      ],
      by,
    });
    const versionId = `portal-${crypto.randomUUID()}`;
    const design = { id, accountId };
    await addVersion(run, {
      design,
      id: versionId,
      version: 1,
      faces: body,
      status: send ? 'InReview' : 'Wip',
      by,
    });
    if (send) await noteSending(run, { design, versionId, sending: send, by });
    return id;
  });
}

/** @throws {Problem} 422 if there is nothing to send any more */
function requireOpen(design: DesignRecord): void {
  if (design.archived) throw notPossible('Another concept was chosen. Restore this design first.');
  if (isApprovedItself(design)) throw notPossible('This design is approved already.');
}

/** Sends in one transaction: `next` makes the version, or names the one that is there. */
async function sendInRun(
  change: DeskChange,
  before: DesignRecord,
  {
    currentVersionId,
    sending,
    next,
  }: {
    currentVersionId: string | null;
    sending: Pick<Sending, 'reviewers' | 'dueOn' | 'remindDays'>;
    next: (current: VersionRecord | undefined) => number;
  },
  write: (run: Run, design: DesignRecord) => Promise<string>,
): Promise<string> {
  const { dependencies, now } = change;
  const { kysely } = dependencies.database;
  const { account_id: accountId } = before;
  await requireReviewers(kysely, accountId, sending.reviewers);
  await requireDay(kysely, accountId, { dueOn: sending.dueOn, at: now });
  requireOpen(before);
  const by = byOf(change);
  return inEditRun(dependencies, { byPerson: true }, async (run) => {
    await saveInRun(run, {
      file: 'designs',
      changes: [{ id: before.id, accountId, values: sentValues(next(before.versions[0])) }],
      by,
    });
    // the row is locked from here on
    const design = await designOf(run.database, before);
    requireOpen({ ...design, next_review: before.next_review });
    if ((design.versions[0]?.id ?? null) !== currentVersionId) throw versionGone();
    if (design.revision > before.revision + 1) throw changedMeanwhile();
    const versionId = await write(run, design);
    await noteSending(run, { design: { id: design.id, accountId }, versionId, sending, by });
    return design.id;
  });
}

/** @throws {Problem} as {@link addVersionRoute} */
export async function addDesignVersion(
  change: DeskChange,
  id: string,
  body: z.output<(typeof addVersionRoute)['body']>,
): Promise<string> {
  const { kysely } = change.dependencies.database;
  const known = await knownDesign(change, id);
  const versionId = madeId(body.requestId);
  if (known.versions.some((version) => version.id === versionId)) return known.id;
  await requireImages(kysely, known.account_id, body);
  const by = byOf(change);
  const next = (current: VersionRecord | undefined) => (current?.version ?? 0) + 1;
  return sendInRun(
    change,
    known,
    { currentVersionId: body.currentVersionId, sending: body, next },
    async (run, design) => {
      const { account_id: accountId } = design;
      await addVersion(run, {
        design: { id: design.id, accountId },
        id: versionId,
        version: next(design.versions[0]),
        faces: body,
        status: 'InReview',
        by,
      });
      const answered = await answersOfVersion(run.database, design, versionId);
      await recordChanges(
        run.database,
        answered.map((rowId) => ({ accountId, file: 'review-comments', rowId })),
        by,
      );
      return versionId;
    },
  );
}

/** What the provider answered to comments on the version before is about the new one. */
async function answersOfVersion(
  database: Queryable,
  { account_id, versions }: DesignRecord,
  versionId: string,
): Promise<string[]> {
  const before = versions[0]?.id;
  if (before === undefined) return [];
  const { rows } = await sql<{ id: string }>`
    update review_comments set next_design_version_id = ${versionId}
    where account_id = ${account_id} and version_id = ${before} and reply_to is not null and not deleted
      and next_design_version_id is null and author_contact_id in (select contact_id from team_members)
    returning id`.execute(database);
  return rows.map(({ id }) => id);
}

/** @throws {Problem} as {@link sendDesignRoute} */
export async function sendDesign(change: DeskChange, id: string, body: Sending): Promise<string> {
  const by = byOf(change);
  return sendInRun(
    change,
    await knownDesign(change, id),
    { currentVersionId: body.versionId, sending: body, next: (current) => current?.version ?? 1 },
    async (run, design) => {
      const [version] = design.versions;
      if (version && version.status !== 'InReview')
        await saveInRun(run, {
          file: 'design-versions',
          changes: [{ id: version.id, accountId: design.account_id, values: { status: 'InReview' } }],
          by,
        });
      return body.versionId;
    },
  );
}

/** @throws {Problem} as {@link editDesignRoute} */
export async function editDesign(
  change: DeskChange,
  id: string,
  { values, before }: z.output<(typeof editDesignRoute)['body']>,
): Promise<string> {
  const { dependencies, viewer } = change;
  const found = await findDeskDesign(dependencies.database.kysely, viewer, id);
  await saveEditedRows(dependencies, {
    file: 'designs',
    changes: [{ id: found.id, accountId: found.accountId, values, before }],
    by: byOf(change),
  });
  return found.id;
}

/** @throws {Problem} as {@link answerDesignComment} */
export async function answerComment(
  transaction: Queryable,
  { viewer, now }: Pick<DeskChange, 'viewer' | 'now'>,
  { id, commentId }: { id: string; commentId: string },
  { requestId, body, accepted }: z.output<(typeof answerDesignComment)['body']>,
): Promise<string> {
  const found = await findDeskDesign(transaction, viewer, id);
  const design = await lockDesign(transaction, new Set([found.accountId]), found.id);
  const comment = design.comments.find(
    (one) => (one.id === commentId || one.portalId === commentId) && one.status !== 'Draft',
  );
  if (!comment) throw notFound('There is no such comment.');
  if (comment.replyTo !== null) throw notPossible('Answer the comment, not a reply to it.');
  const { account_id } = design;
  const made = await transaction
    .insertInto('review_comments')
    .values({
      account_id,
      id: requestId,
      portal_id: requestId,
      design_id: design.id,
      version_id: comment.versionId,
      side: comment.side,
      x: comment.x,
      y: comment.y,
      body,
      reply_to: comment.id,
      status: accepted ? 'Accepted' : 'Pending',
      author_contact_id: viewer.contactId,
      author_name: await nameOfViewer(transaction, viewer),
      created_at: now,
      modified_at: now,
      request_id: requestId,
      // an earlier version's comment is answered by the current one
      next_design_version_id:
        comment.versionId === design.versions[0]?.id ? null : (design.versions[0]?.id ?? null),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return design.id;
  await recordChanges(
    transaction,
    [{ accountId: account_id, file: 'review-comments', rowId: requestId, action: 'added' }],
    { contactId: viewer.contactId, at: now },
  );
  await recordActivity(transaction, [
    {
      accountId: account_id,
      contactId: viewer.contactId,
      action: 'answer comment of',
      subject: { kind: 'design', id: design.id },
      at: now,
    },
  ]);
  await bumpRevision(transaction, design);
  return design.id;
}
