import { type DeskDesign, type DeskDesignState, designsOnPage } from '@mailcall/contract/provider-designs.ts';
import { marketingReview } from '@mailcall/contract/rules/review.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../../platform/database.ts';
import { inText, textMatches } from '../../../platform/text-search.ts';
import { isNamedBy } from '../../changes/index.ts';
import type { Viewer } from '../../identity/index.ts';
import type { ImageAddresses } from '../../images/index.ts';
import { teamAccounts } from '../../team/index.ts';
import { noDesign } from '../locked-design.ts';

/** As `contract/rules/review.ts` has it. Needs `designs` and its newest `version`. */
const stateColumn = sql<DeskDesignState>`case
  when designs.archived then 'notChosen'
  when version.status = 'Approved' or designs.next_review in ('FinalInspection', 'Approved') then 'approved'
  when version.status is null or designs.next_review is distinct from 'CustomerReview'
    or designs.marketing_review_version is null
    or designs.current_approval_level is distinct from ${marketingReview} then 'notSent'
  when version.status = 'Rejected' then 'changes'
  when version.status = 'InReview' then 'withClient'
  else 'notSent' end`;

const newestVersion = sql`left join lateral (
  select one.id, one.version, one.status, one.customer_viewed, one.created_at, one.front_image, one.back_image from design_versions one
  where one.account_id = designs.account_id and one.design_id = designs.id and not one.deleted
  order by one.version desc, one.id limit 1) version on true`;

const lastSending = sql`left join lateral (
  select review.sent_at, review.due_on from design_reviews review
  where review.account_id = designs.account_id and review.design_id = designs.id
  order by review.sent_at desc limit 1) sending on true`;

const openComments = sql<number>`(
  select count(*)::int from review_comments comment
  where comment.account_id = designs.account_id and comment.design_id = designs.id and comment.version_id = version.id
    and comment.reply_to is null and not comment.deleted and comment.status in ('Pending', 'Rejected')
    and not exists (
      select 1 from review_comments reply
      where reply.account_id = comment.account_id and reply.reply_to = comment.id and not reply.deleted
        and (reply.author_contact_id is null or reply.author_contact_id in (select contact_id from team_members))))`;

function isFound(search: string): RawBuilder<SqlBool> {
  const ofMailing = (word: string) => sql<SqlBool>`exists (
    select 1 from campaigns where campaigns.account_id = designs.account_id and campaigns.id = any(designs.campaign_ids)
      and (${inText(sql`campaigns.name`)(word)} or ${inText(sql`campaigns.friendly_name`)(word)}))`;
  const texts = [inText(sql`designs.name`), inText(sql`accounts.name`), ofMailing];
  return textMatches(search, texts) ?? sql<SqlBool>`true`;
}

interface DeskRow extends Omit<DeskDesign, 'thumbnailUrl' | 'viewedAt' | 'changedAt'> {
  viewedAt: Date | null;
  changedAt: Date | null;
  image: string | null;
  total: number;
}

export async function readDeskDesigns(
  { database, images }: { database: Queryable; images: ImageAddresses },
  viewer: Viewer,
  { search, state, page }: { search: string; state: DeskDesignState | undefined; page: number },
): Promise<{ meta: { total_count: number }; records: DeskDesign[] }> {
  // comments and pictures only of the rows of the page
  const { rows } = await sql<DeskRow>`
    with found as (
      select designs.account_id, designs.id, version.id as version_id, ${stateColumn} as state, sending.due_on,
        greatest(version.created_at, designs.last_review_completed, sending.sent_at) as changed_at
      from designs join accounts on accounts.id = designs.account_id ${newestVersion} ${lastSending}
      where ${teamAccounts(viewer, 'designs.account_id')} and not designs.deleted and ${isFound(search)}
        and ${state === undefined ? sql`not designs.archived` : sql`${stateColumn} = ${state}`}),
    page as (
      select *, (select count(*)::int from found) as total from found
      order by changed_at desc nulls last, id limit ${designsOnPage} offset ${(page - 1) * designsOnPage})
    select designs.id, designs.account_id as "accountId", accounts.name as "accountName", designs.name,
      designs.media_type as "mediaType", version.version, page.state, version.customer_viewed as "viewedAt",
      page.changed_at as "changedAt", to_char(page.due_on, 'YYYY-MM-DD') as "dueOn", ${openComments} as "openComments",
      designs.campaign_ids as "campaignIds", coalesce(version.front_image, version.back_image) as image, page.total
    from page join designs on designs.account_id = page.account_id and designs.id = page.id
    join accounts on accounts.id = designs.account_id
    left join design_versions version on version.account_id = page.account_id and version.id = page.version_id
    order by page.changed_at desc nulls last, designs.id`.execute(database);
  return {
    meta: { total_count: rows[0]?.total ?? 0 },
    records: rows.map(({ image, total: _total, viewedAt, changedAt, ...row }) => ({
      ...row,
      viewedAt: viewedAt?.toISOString() ?? null,
      changedAt: changedAt?.toISOString() ?? null,
      thumbnailUrl:
        image === null
          ? null
          : images.urlOf({ accountId: row.accountId, imageId: image, rendition: 'thumbnail' }),
    })),
  };
}

/** By present or first id. @throws {Problem} 404 for designs of other accounts */
export async function findDeskDesign(
  database: Queryable,
  viewer: Viewer,
  id: string,
): Promise<{ id: string; accountId: string; state: DeskDesignState }> {
  const { rows } = await sql<{ id: string; accountId: string; state: DeskDesignState }>`
    select designs.id, designs.account_id as "accountId", ${stateColumn} as state from designs ${newestVersion}
    where ${isNamedBy('designs', [id])} and ${teamAccounts(viewer, 'designs.account_id')} and not designs.deleted`.execute(
    database,
  );
  const found = rows.find((row) => row.id === id) ?? rows[0];
  if (!found) throw noDesign();
  return found;
}

/** Other designs of the same mailings. */
export async function readConcepts(
  database: Queryable,
  { id, accountId, campaignIds }: { id: string; accountId: string; campaignIds: readonly string[] },
): Promise<{ id: string; name: string; state: DeskDesignState }[]> {
  const { rows } = await sql<{ id: string; name: string; state: DeskDesignState }>`
    select designs.id, designs.name, ${stateColumn} as state from designs ${newestVersion}
    where designs.account_id = ${accountId} and designs.id <> ${id} and not designs.deleted
      and designs.campaign_ids && ${[...campaignIds]}::text[]
    order by designs.archived, designs.name, designs.id limit 50`.execute(database);
  return rows;
}

const openDesigns = sql`designs join accounts on accounts.id = designs.account_id and not accounts.deleted ${newestVersion}`;

const isInReview = sql`designs.next_review = 'CustomerReview' and not designs.deleted and not designs.archived`;

/** Waiting rows, for the inbox: designs whose client asked for changes. */
export const designsToChange = (viewer: Viewer): RawBuilder<unknown> => sql`
  select designs.id, designs.account_id, coalesce(designs.last_review_completed, version.created_at) as since,
    designs.name as subject, null::text as person, ${openComments} as count, null::text as detail, 'design' as opens, designs.id as opens_id
  from ${openDesigns}
  where ${isInReview} and ${teamAccounts(viewer, 'designs.account_id')} and ${stateColumn} = 'changes'`;

/** Waiting rows, for the inbox: versions that were sent before a time, and that no client has opened. */
export const unopenedDesigns = (viewer: Viewer, before: Date): RawBuilder<unknown> => sql`
  select version.id, designs.account_id, coalesce(sending.sent_at, version.created_at) as since,
    designs.name as subject, null::text as person, null::int as count, null::text as detail, 'design' as opens, designs.id as opens_id
  from ${openDesigns} ${lastSending}
  where ${isInReview} and ${teamAccounts(viewer, 'designs.account_id')} and ${stateColumn} = 'withClient'
    and version.customer_viewed is null and coalesce(sending.sent_at, version.created_at) < ${before}`;
