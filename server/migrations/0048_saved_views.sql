-- Screens that people gave a name: a path of the web app with the parameters of its address.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  -- whose it is
  contact_id text not null,
  -- the office that it is shared with; of one's own the first of its accounts, by whose clock it is mailed
  account_id text not null,
  is_shared boolean not null,
  name text not null,
  path text not null,
  address jsonb not null,
  -- rises with each change, so that of two people who change it at once the second one learns of the first
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index saved_views_by_contact on saved_views (contact_id);
create index saved_views_by_account on saved_views (account_id) where is_shared;

-- Who gets a link to a view by mail, and when.
create table saved_view_mails (
  contact_id text not null,
  view_id uuid not null,
  -- 'off' stays, so that a mail that waits in the outbox is known to be unwanted
  frequency text not null check (frequency in ('off', 'weekly', 'monthly')),
  -- 0 (Sunday) to 6, for weekly mails
  weekday integer not null check (weekday between 0 and 6),
  -- the local day of the last mail, or of the one that would have been the last when it was switched on
  last_day date not null,
  next_due_at timestamptz not null,
  -- the last mail
  outbox_id uuid,
  primary key (contact_id, view_id)
);
create index saved_view_mails_by_view on saved_view_mails (view_id);
create index saved_view_mails_due on saved_view_mails (next_due_at) where frequency <> 'off';
create index saved_view_mails_by_outbox on saved_view_mails (outbox_id) where outbox_id is not null;

-- The view that opens for a person after they sign in.
create table start_pages (
  contact_id text primary key,
  view_id uuid not null
);
create index start_pages_by_view on start_pages (view_id);
