-- Days before the due date on which reviewers are reminded; null for none.
alter table design_reviews add column remind_days smallint check (remind_days between 1 and 30);

-- Whom the alerts about a waiting design were written to.
create table design_alerts (
  account_id text not null,
  version_id text not null,
  design_id text not null,
  alert text not null check (alert in ('review', 'due')),
  -- id of the sending (design_reviews); empty for a version that the feed put up for review
  sending_id text not null,
  -- empty in the row that says that the receivers were found
  contact_id text not null,
  channel text not null,
  written_at timestamptz not null,
  outbox_id uuid,
  primary key (account_id, version_id, alert, sending_id, contact_id, channel)
);
create index design_alerts_of_message on design_alerts (outbox_id) where outbox_id is not null;

-- What clients decided and the provider's people do not know yet.
create table design_decisions (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  design_id text not null,
  decision text not null check (decision in ('changes', 'approved', 'chosen')),
  contact_id text not null,
  decided_at timestamptz not null,
  primary key (account_id, id)
);

-- Settings of people who changed them; contact_id can name a sales contact, too.
create table design_alert_settings (
  contact_id text not null,
  alert_type text not null,
  methods text[] not null,
  changed_at timestamptz not null,
  primary key (contact_id, alert_type)
);

-- What waits now is known already.
insert into design_alerts (account_id, version_id, design_id, alert, sending_id, contact_id, channel, written_at)
select version.account_id, version.id, version.design_id, 'review', '', '', '', now()
from design_versions version
join designs on designs.account_id = version.account_id and designs.id = version.design_id
where version.status = 'InReview' and designs.next_review = 'CustomerReview' and not designs.deleted;
insert into design_alerts (account_id, version_id, design_id, alert, sending_id, contact_id, channel, written_at)
select account_id, version_id, design_id, 'review', id::text, '', '', now() from design_reviews;
