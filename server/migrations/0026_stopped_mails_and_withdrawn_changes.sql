-- The alerts of a mail about several kinds or accounts, which the link below it stops.
create table unsubscribe_lists (
  id uuid primary key default gen_random_uuid(),
  contact_id text not null,
  -- [{"accountId", "alertType"}]
  alerts jsonb not null,
  created_at timestamptz not null
);
create index unsubscribe_lists_by_time on unsubscribe_lists (created_at);

-- The e-mails and phones that contacts changed in the settings within 72 hours: what the link "This was not me" puts back.
create table contact_changes (
  id bigint generated always as identity primary key,
  contact_id text not null,
  field text not null check (field in ('email', 'phone')),
  -- null: there was none
  previous_value text,
  new_value text not null,
  changed_at timestamptz not null
);
create index contact_changes_by_contact on contact_changes (contact_id, changed_at);
create index contact_changes_by_time on contact_changes (changed_at);

-- When the contact last pressed "This was not me": links of before are over.
alter table contacts add column changes_withdrawn_at timestamptz;
