-- The calls that people read in lists and search, for the hours of which no activity is recorded yet. Each hour becomes one entry of
-- access_log for each account, and its rows are deleted.
create table calls_read (
  account_id text not null,
  contact_id text not null,
  -- when the hour began, in UTC
  hour timestamptz not null,
  call_id text not null,
  -- from where, as in access_log
  place text,
  primary key (account_id, contact_id, hour, call_id)
);

-- The busiest hour of a person is looked up in these entries.
create index access_log_of_readings on access_log (contact_id, happened_at) where subject_kind = 'calls' and action in ('read', 'read many');
