import type { Queryable } from '../../platform/database.ts';
import { designChangedChannel } from '../live/index.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import { batchTable, type Check, type MergePlan } from './merge-plan.ts';
import { stagedImages } from './stage-attachments.ts';

/** SQL of the account whose images are the provider's own. */
const providersOwn = "''";

/** Records the images that the batch's rows name as images of their account. */
export async function noteImages(
  database: Queryable,
  columns: readonly string[],
  accountId = 'batch.account_id',
): Promise<void> {
  await executeSql(
    database,
    `insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
     select distinct ${accountId}, image.* from ${batchTable} batch
     join ${stagedImages} image on image.id in (${columns.map((column) => `batch.${column}`).join(', ')})
     where batch.bad is null on conflict do nothing`,
  );
}

/** Notifies open screens of the designs that a batch has changed, when it is committed. */
async function designsChanged(database: Queryable, ids: string): Promise<void> {
  await executeSql(
    database,
    `with changed as (
       update designs set revision = revision + 1 where id in (${ids}) returning id, account_id, revision)
     select pg_notify('${designChangedChannel}',
       json_build_object('id', id, 'accountId', account_id, 'revision', revision)::text)
     from changed`,
  );
}

/** The provider's people who look after accounts. */
export const salesContactsPlan: MergePlan = {
  file: feedFile('sales-contacts'),
  together: false,
  account: null,
  versioned: false,
  after: ({ database }) => noteImages(database, ['picture_key'], providersOwn),
};

/** Designs; customers' decisions about them stay until the provider sends a new value. */
export const designsPlan: MergePlan = {
  file: feedFile('designs'),
  together: false,
  account: 'own',
  versioned: false,
  references: [
    { column: 'campaign_ids', tables: ['campaigns'], sameAccount: true, list: true },
    { column: 'sales_contact_id', tables: ['sales_contacts'], sameAccount: false },
  ],
  after: ({ database }) => designsChanged(database, `select id from ${batchTable} where bad is null`),
};

const designJoin =
  'left join lateral (select id, account_id from designs where id = feed.design_id offset 0) named_design on true';
const designChecks: Check[] = [
  {
    column: 'design_id',
    when: 'feed.design_id is not null and named_design.id is null',
    reason: "'names design ' || feed.design_id || ', which is not known'",
  },
  {
    column: 'design_id',
    when: 'named_design.account_id <> next.account_id',
    reason: "'names design ' || feed.design_id || ', which belongs to account ' || named_design.account_id",
  },
];

/** Versions of designs with their faces. */
export const designVersionsPlan: MergePlan = {
  file: feedFile('design-versions'),
  together: false,
  account: 'own',
  versioned: false,
  joins: designJoin,
  checks: designChecks,
  async after({ database }) {
    await noteImages(database, ['front_image', 'back_image']);
    await designsChanged(database, `select design_id from ${batchTable} where bad is null`);
  },
};

const versionJoin =
  'left join lateral (select id, design_id from design_versions where id = feed.version_id offset 0) named_version on true';
const versionCheck: Check = {
  column: 'version_id',
  when: 'named_version.design_id <> next.design_id',
  reason: "'names version ' || feed.version_id || ', which belongs to design ' || named_version.design_id",
};

/** The comments and replies of the provider's own people in reviews; comments made in the portal have other ids. */
export const reviewCommentsPlan: MergePlan = {
  file: feedFile('review-comments'),
  together: false,
  account: 'own',
  versioned: false,
  joins: `${designJoin} ${versionJoin}`,
  checks: [...designChecks, versionCheck],
  references: [
    { column: 'version_id', tables: ['design_versions'], sameAccount: true },
    { column: 'reply_to', tables: ['review_comments'], sameAccount: true },
    { column: 'next_design_version_id', tables: ['design_versions'], sameAccount: true },
  ],
  async after({ database, portalWork }) {
    // a new comment of the feed was not changed since it was written
    if (!portalWork)
      await executeSql(
        database,
        `update review_comments set modified_at = review_comments.created_at from ${batchTable} batch
         where batch.is_new and batch.bad is null
           and review_comments.account_id = batch.account_id and review_comments.id = batch.id`,
      );
    await designsChanged(database, `select design_id from ${batchTable} where bad is null`);
  },
};
