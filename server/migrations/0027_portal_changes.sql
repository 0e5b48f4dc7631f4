-- What people changed in the portal, in order: exports, webhooks and live screens read it. Rows are written in the
-- transaction of the change and get their position afterwards, so that a reader who has seen a position never misses an
-- earlier one. Keys alone: readers take the row as it is now.
create table portal_changes (
  -- in the order of writing: for one row of the record also the order of the commits
  id bigint generated always as identity primary key,
  -- null for a contact, who belongs to several accounts
  account_id text,
  -- the file of the feed that the row belongs to
  file text not null,
  row_id text not null,
  action text not null check (action in ('added', 'changed', 'removed')),
  -- who did it; null for the system
  contact_id text,
  made_at timestamptz not null,
  -- given after the commit, ascending; null until then
  position bigint unique
);
create index portal_changes_unpublished on portal_changes (id) where position is null;
create index portal_changes_by_row on portal_changes (file, row_id, position);
create index portal_changes_by_account on portal_changes (account_id, position);

-- One row, locked while positions are given.
create table portal_change_log (
  id boolean primary key default true check (id),
  -- a cursor of another database is refused; a restored database needs a new one
  database_id uuid not null default gen_random_uuid(),
  last_position bigint not null default 0
);
insert into portal_change_log default values;

-- Set when the portal made the row: the id that it had first.
alter table design_versions add column portal_id text;
alter table review_comments add column portal_id text;
alter table patient_lists add column portal_id text;
update review_comments set portal_id = id where author_contact_id is not null;
update patient_lists set portal_id = id where source = 'portal';
update design_versions set portal_id = design_versions.id from designs
where designs.account_id = design_versions.account_id and designs.id = design_versions.design_id
  and designs.portal_id is not null and design_versions.version = 1;
create index designs_by_portal_id on designs (portal_id) where portal_id is not null;
create index design_versions_by_portal_id on design_versions (portal_id) where portal_id is not null;
create index review_comments_by_portal_id on review_comments (portal_id) where portal_id is not null;
create index patient_lists_by_portal_id on patient_lists (portal_id) where portal_id is not null;

-- What people did before there was this table: a value differs from the one that the feed sent last, or the row is the
-- portal's own.
insert into portal_changes (account_id, file, row_id, action, made_at)
select account_id, file, id, action, now() from (
  select id as account_id, 1 as place, 'accounts' as file, id, 'changed' as action from accounts
  where color is distinct from feed->>'color'
  union all
  select null, 2, 'contacts', id, 'changed' from contacts
  where email is distinct from feed->>'email' or phone is distinct from feed->>'phone' or received_sms_alerts <> '{}'
  union all
  select distinct setting.account_id, 3, 'notification-settings', setting.id, case when deleted then 'removed' else 'changed' end
  from notification_settings setting
  join access_log on access_log.account_id = setting.account_id and subject_kind = 'notification setting' and subject_id = setting.id
  union all
  select account_id, 4, 'campaigns', id, 'changed' from campaigns
  where approved_at is not null or friendly_name is distinct from feed->>'friendly_name'
  union all
  select account_id, 5, 'tracking-lines', id, 'changed' from tracking_lines
  where friendly_name is distinct from feed->>'friendly_name'
  union all
  select distinct account_id, 6, 'calls', call_id, 'changed' from call_actions where action = 'resolved'
  union all
  select account_id, 7, 'appointments', id, 'added' from appointments where portal_id is not null and not deleted
  union all
  select account_id, 8, 'call-actions', id::text, 'added' from call_actions
  union all
  select account_id, 9, 'designs', id, case when portal_id is null then 'changed' else 'added' end from designs
  where portal_id is not null or archived::text <> coalesce(feed->>'archived', 'false')
    or next_review is distinct from feed->>'next_review'
    or customer_review_completed is distinct from (feed->>'customer_review_completed')::timestamptz
    or last_review_completed is distinct from (feed->>'last_review_completed')::timestamptz
    or campaign_ids::text <> coalesce(feed->>'campaign_ids', '{}')
  union all
  select account_id, 10, 'design-versions', id, case when portal_id is null then 'changed' else 'added' end from design_versions
  where portal_id is not null or status <> coalesce(feed->>'status', 'Requested')
    or customer_viewed is distinct from (feed->>'customer_viewed')::timestamptz
  union all
  select account_id, 11, 'review-comments', id,
    case when portal_id is null then 'changed' when deleted then 'removed' else 'added' end from review_comments
  where portal_id is not null or status <> coalesce(feed->>'status', 'Pending')
  union all
  select account_id, 12, 'mailing-areas', id, 'changed' from mailing_areas where color is distinct from feed->>'color'
  union all
  select account_id, 13, 'mailing-zones', id, 'changed' from mailing_zones where color is distinct from feed->>'color'
  union all
  select account_id, 14, 'patient-lists', id,
    case when deleted then 'removed' when portal_id is null then 'changed' else 'added' end from patient_lists
  where portal_id is not null or archived_at is not null or (deleted and feed->>'deleted' is distinct from 'true')
) done
order by place, id;

-- Addresses of other systems that receive each portal change.
create table webhooks (
  id text primary key,
  url text not null,
  -- null: of every account
  account_ids text[],
  -- files of the feed; null: all
  files text[],
  -- sealed with a key of the data folder
  secret text not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- changes up to here are in its queues
  queued_position bigint not null
);

-- How far a webhook has come in an account; one delivery of an account is under way at a time.
create table webhook_queues (
  webhook_id text not null,
  -- '' for contacts
  account_id text not null,
  -- the last change that was delivered, or needed no delivery
  position bigint not null,
  -- whether there can be changes after it
  waiting boolean not null default true,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  -- a process is delivering until then, unless it was killed
  claimed_until timestamptz,
  -- after too many attempts: nothing is sent until an operator resumes it
  paused_at timestamptz,
  primary key (webhook_id, account_id)
);
create index webhook_queues_due on webhook_queues (next_attempt_at) where waiting and paused_at is null;

-- Each change that was sent or could not be sent, for the operator; kept for some weeks.
create table webhook_deliveries (
  webhook_id text not null,
  change_id bigint not null,
  account_id text,
  position bigint not null,
  file text not null,
  row_id text not null,
  attempts integer not null,
  first_attempt_at timestamptz not null,
  last_attempt_at timestamptz not null,
  delivered_at timestamptz,
  -- status of the last answer; null without an answer
  status integer,
  -- why the last attempt failed
  failure text,
  primary key (webhook_id, change_id)
);
create index webhook_deliveries_by_time on webhook_deliveries (last_attempt_at);
