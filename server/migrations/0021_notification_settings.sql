-- Which contact gets which alert of an account, how and how often. No row means: off.
create table notification_settings (
  account_id text not null,
  id text not null,
  contact_id text not null,
  -- see contract/rules/alert-types.ts, as for the values of frequency
  alert_type text not null,
  frequency text not null,
  methods text[] not null check (cardinality(methods) > 0 and methods <@ array['Email', 'SMS']),
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);
create unique index notification_settings_by_receiver on notification_settings (account_id, contact_id, alert_type) where not deleted;
create index notification_settings_by_contact on notification_settings (contact_id) where not deleted;

-- how the person wants to hear of text messages that clients send: 'email', 'push'
alter table contacts add column received_sms_alerts text[] not null default '{}';

-- A new email or phone that waits for the code that was sent to it.
create table pending_contact_changes (
  contact_id text not null,
  field text not null check (field in ('email', 'phone')),
  value text not null,
  expires_at timestamptz not null,
  primary key (contact_id, field)
);
