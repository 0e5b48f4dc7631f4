import { marketingReview } from '@mailcall/contract/rules/review.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';

/** Milliseconds: an import of history has older versions without a decision. */
const longestWait = days(30);

const inReview = sql`designs.next_review = 'CustomerReview' and designs.current_approval_level = ${marketingReview}
  and designs.marketing_review_version is not null and not designs.archived and not designs.deleted`;

/** With the newest `version`, and the last `sending` of this version, if any. */
const waitingDesigns = sql`designs
  join accounts on accounts.id = designs.account_id and not accounts.deleted
  join alert_progress on alert_progress.account_id = designs.account_id
  join lateral (
    select one.id, one.version, one.status, one.created_at from design_versions one
    where one.account_id = designs.account_id and one.design_id = designs.id and not one.deleted
    order by one.version desc, one.id limit 1) version on version.status = 'InReview'
  left join lateral (
    select review.id::text as id, review.sent_at, review.reviewer_ids, review.due_on, review.remind_days from design_reviews review
    where review.account_id = designs.account_id and review.design_id = designs.id and review.version_id = version.id
    order by review.sent_at desc limit 1) sending on true`;

const isUntold = (alert: 'review' | 'due') => sql`not exists (
  select 1 from design_alerts told where told.account_id = designs.account_id and told.version_id = version.id
    and told.alert = ${alert} and told.sending_id = coalesce(sending.id, '') and told.contact_id = '')`;

const isConcept = sql`exists (
  select 1 from designs other where other.account_id = designs.account_id and other.id <> designs.id
    and other.campaign_ids && designs.campaign_ids and not other.archived and not other.deleted)`;

/** Its time is in the account's zone, so these are only near. */
const dueSoon = (now: Date) => sql`sending.remind_days is not null
  and sending.due_on between ${new Date(now.getTime() - days(2))}::date and ${new Date(now.getTime() + days(33))}::date`;

const untold = (now: Date) => sql`${inReview} and (
  (greatest(version.created_at, sending.sent_at) > ${new Date(now.getTime() - longestWait)} and ${isUntold('review')})
  or (${dueSoon(now)} and ${isUntold('due')}))`;

export interface WaitingDesign {
  id: string;
  name: string;
  versionId: string;
  version: number;
  /** Empty for a version that the feed put up for review. */
  sendingId: string;
  sentAt: Date | null;
  /** Null without a choice. */
  reviewerIds: string[] | null;
  dueOn: string | null;
  remindDays: number | null;
  /** One of several designs of a mailing. */
  isConcept: boolean;
  reviewIsUntold: boolean;
  dueIsUntold: boolean;
}

/** Accounts with a design about which something may have to be said. */
export async function accountsWithWork(database: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct designs.account_id as id from ${waitingDesigns} where ${untold(now)}`.execute(database);
  const { rows: decided } = await sql<{ id: string }>`
    select distinct account_id as id from design_decisions`.execute(database);
  return [...new Set([...rows, ...decided].map(({ id }) => id))];
}

export async function readWaiting(
  transaction: Queryable,
  accountId: string,
  now: Date,
): Promise<WaitingDesign[]> {
  const { rows } = await sql<WaitingDesign>`
    select designs.id, designs.name, version.id as "versionId", version.version, coalesce(sending.id, '') as "sendingId",
      sending.sent_at as "sentAt", sending.reviewer_ids as "reviewerIds", ${dayText('sending.due_on')} as "dueOn",
      sending.remind_days as "remindDays", ${isConcept} as "isConcept", ${isUntold('review')} as "reviewIsUntold", ${isUntold('due')} as "dueIsUntold"
    from ${waitingDesigns} where designs.account_id = ${accountId} and ${untold(now)}
    order by designs.name, designs.id`.execute(transaction);
  return rows;
}

/** Among `versionIds`, those that still wait. */
export async function stillWaiting(
  database: Queryable,
  accountId: string,
  versionIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select version.id from ${waitingDesigns}
    where designs.account_id = ${accountId} and version.id = any(${[...versionIds]}::text[]) and ${inReview}`.execute(
    database,
  );
  return new Set(rows.map(({ id }) => id));
}

const noteTold = (transaction: Queryable, which: RawBuilder<unknown>, now: Date) =>
  sql`
    insert into design_alerts (account_id, version_id, design_id, alert, sending_id, contact_id, channel, written_at)
    select version.account_id, version.id, version.design_id, 'review', '', '', '', ${now}::timestamptz
    from design_versions version join designs on designs.account_id = version.account_id and designs.id = version.design_id
    where ${which} and version.status = 'InReview' and ${inReview} on conflict do nothing`.execute(
    transaction,
  );

/** Designs of an account's first import are known already. */
export async function noteWaitingDesigns(
  transaction: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  await noteTold(transaction, sql`version.account_id = any(${[...accountIds]}::text[])`, now);
}

interface DecidedDesign {
  accountId: string;
  designId: string;
}

/** The version can wait again later, and then alerts again. */
export async function noteDecision(
  transaction: Queryable,
  {
    accountId,
    designId,
    decision,
    contactId,
    at,
  }: DecidedDesign & { decision: 'changes' | 'approved' | 'chosen'; contactId: string; at: Date },
): Promise<void> {
  await sql`
    insert into design_decisions (account_id, design_id, decision, contact_id, decided_at)
    values (${accountId}, ${designId}, ${decision}, ${contactId}, ${at})`.execute(transaction);
  if (decision !== 'chosen')
    await sql`
      delete from design_alerts where account_id = ${accountId} and design_id = ${designId}`.execute(
      transaction,
    );
}

/** A design that the client combined goes on as its concept was sent, without a new alert. */
export async function continueReview(
  transaction: Queryable,
  { accountId, designId, conceptId }: DecidedDesign & { conceptId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into design_reviews (account_id, design_id, version_id, sent_at, sent_by_id, reviewer_ids, due_on, remind_days)
    select review.account_id, version.design_id, version.id, review.sent_at, review.sent_by_id, review.reviewer_ids, review.due_on, review.remind_days
    from design_reviews review join design_versions version on version.account_id = review.account_id and version.design_id = ${designId}
    where review.account_id = ${accountId} and review.design_id = ${conceptId}
    order by review.sent_at desc limit 1`.execute(transaction);
  await sql`
    insert into design_alerts (account_id, version_id, design_id, alert, sending_id, contact_id, channel, written_at)
    select version.account_id, version.id, version.design_id, 'review', coalesce(review.id::text, ''), '', '', ${now}::timestamptz
    from design_versions version
    left join design_reviews review on review.account_id = version.account_id and review.version_id = version.id
    where version.account_id = ${accountId} and version.design_id = ${designId}`.execute(transaction);
}
