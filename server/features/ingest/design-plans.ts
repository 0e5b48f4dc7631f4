import type { Queryable } from '../../platform/database.ts';
import { designChangedChannel } from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import { batchTable, type Check, type MergePlan, type PortalRows } from './merge-plan.ts';
import { portalIdChecks, portalIdJoins, takenOver } from './portal-rows.ts';
import { stagedImages } from './stage-attachments.ts';

/** The provider's images belong to no account. */
const providersOwn = "''";

export async function noteImages(
  { database, record }: ImportRun,
  columns: readonly string[],
  accountId = 'batch.account_id',
): Promise<void> {
  await record.load({ table: 'images', by: 'id', of: `select id from ${stagedImages}` });
  await executeSql(
    database,
    `insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
     select distinct ${accountId}, image.* from ${batchTable} batch
     join ${stagedImages} image on image.id in (${columns.map((column) => `batch.${column}`).join(', ')})
     where batch.bad is null on conflict do nothing`,
  );
}

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

async function designsOfBatchChanged({ database, record }: ImportRun): Promise<void> {
  const changed = `from ${batchTable} where bad is null`;
  await record.lock({
    table: 'designs',
    rows: `select account_id, design_id as id ${changed}`,
    copiesOnly: true,
  });
  await designsChanged(database, `select design_id ${changed}`);
}

/** Commands lock a design before they change it, its versions or comments. */
const designLocks = (ids: string) => ({ table: 'designs', ids });

const designsOf = (table: string) =>
  `select design_id from ${table} one join ${takenOver} taken
   on one.account_id = taken.account_id and one.id in (taken.former_id, taken.id)`;

const designRows: PortalRows = {
  namedBy: [
    { table: 'design_versions', column: 'design_id' },
    { table: 'review_comments', column: 'design_id' },
    { table: 'design_reviews', column: 'design_id' },
    { table: 'design_alerts', column: 'design_id' },
    { table: 'design_decisions', column: 'design_id' },
  ],
  locks: designLocks(`select former_id from ${takenOver} union select id from ${takenOver}`),
  async after(database) {
    await designsChanged(database, `select id from ${takenOver}`);
    // open screens have the former ids
    await executeSql(
      database,
      `select pg_notify('${designChangedChannel}',
         json_build_object('id', former_id, 'accountId', account_id, 'revision', revision)::text)
       from ${takenOver} taken join designs using (account_id, id)`,
    );
  },
};
const versionRows: PortalRows = {
  namedBy: [
    { table: 'review_comments', column: 'version_id' },
    { table: 'review_comments', column: 'next_design_version_id' },
    { table: 'design_reviews', column: 'version_id' },
    { table: 'design_alerts', column: 'version_id' },
  ],
  locks: designLocks(designsOf('design_versions')),
  after: (database) => designsChanged(database, designsOf('design_versions')),
};
const commentRows: PortalRows = {
  namedBy: [{ table: 'review_comments', column: 'reply_to' }],
  locks: designLocks(designsOf('review_comments')),
  after: (database) => designsChanged(database, designsOf('review_comments')),
};

/** The provider's people for accounts. */
export const salesContactsPlan: MergePlan = {
  file: feedFile('sales-contacts'),
  together: false,
  account: null,
  versioned: false,
  after: (run) => noteImages(run, ['picture_key'], providersOwn),
};

/** Customers' decisions stay until the provider sends a new value. */
export const designsPlan: MergePlan = {
  file: feedFile('designs'),
  together: false,
  account: 'own',
  versioned: false,
  portalRows: designRows,
  joins: portalIdJoins('designs'),
  checks: portalIdChecks(feedFile('designs')),
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

export const designVersionsPlan: MergePlan = {
  file: feedFile('design-versions'),
  together: false,
  account: 'own',
  versioned: false,
  portalRows: versionRows,
  names: [{ column: 'design_id', table: 'designs' }],
  joins: `${designJoin} ${portalIdJoins('design_versions')}`,
  checks: [...designChecks, ...portalIdChecks(feedFile('design-versions'))],
  reads: () => [{ table: 'designs', by: 'id', of: 'select design_id from design_versions' }],
  async after(run) {
    await noteImages(run, ['front_image', 'back_image']);
    await designsOfBatchChanged(run);
  },
};

const versionJoin =
  'left join lateral (select id, design_id from design_versions where id = feed.version_id offset 0) named_version on true';
const versionCheck: Check = {
  column: 'version_id',
  when: 'named_version.design_id <> next.design_id',
  reason: "'names version ' || feed.version_id || ', which belongs to design ' || named_version.design_id",
};

export const reviewCommentsPlan: MergePlan = {
  file: feedFile('review-comments'),
  together: false,
  account: 'own',
  versioned: false,
  portalRows: commentRows,
  names: [
    { column: 'design_id', table: 'designs' },
    { column: 'version_id', table: 'design_versions' },
    { column: 'next_design_version_id', table: 'design_versions' },
    { column: 'reply_to', table: 'review_comments' },
  ],
  joins: `${designJoin} ${versionJoin} ${portalIdJoins('review_comments')}`,
  checks: [...designChecks, versionCheck, ...portalIdChecks(feedFile('review-comments'))],
  references: [
    { column: 'version_id', tables: ['design_versions'], sameAccount: true },
    { column: 'reply_to', tables: ['review_comments'], sameAccount: true },
    { column: 'next_design_version_id', tables: ['design_versions'], sameAccount: true },
  ],
  reads: () => [
    { table: 'designs', by: 'id', of: 'select design_id from review_comments' },
    { table: 'design_versions', by: 'id', of: 'select version_id from review_comments' },
  ],
  async after(run) {
    const { database, portalWork } = run;
    // a new comment from the feed counts as unchanged
    if (!portalWork)
      await executeSql(
        database,
        `update review_comments set modified_at = review_comments.created_at from ${batchTable} batch
         where batch.is_new and batch.bad is null
           and review_comments.account_id = batch.account_id and review_comments.id = batch.id`,
      );
    await designsOfBatchChanged(run);
  },
};
