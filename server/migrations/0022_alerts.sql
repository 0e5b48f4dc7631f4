-- How far an account's alerts have come. An account without a row is new: what is there then is noted and not alerted.
create table alert_progress (
  account_id text primary key,
  -- the account's version up to which its calls were looked at
  seen_version bigint not null,
  -- when the next daily or weekly messages are due
  next_due_at timestamptz not null,
  -- the last local day with daily messages, and the last event that they told of
  daily_day date not null,
  daily_sequence bigint not null default 0,
  -- the last Monday with weekly messages, and the last event that they told of
  weekly_day date not null,
  weekly_sequence bigint not null default 0
);
create index alert_progress_by_due on alert_progress (next_due_at);

-- Each thing that can cause an alert, when it first was so, whether or not somebody wanted the alert.
create table alert_events (
  account_id text not null,
  -- the alert type, such as 'Missed Call Alert'
  alert_type text not null,
  -- a call, or the campaign of a first opportunity and of a shipped mailing
  subject_id text not null,
  -- the opportunity call of a first opportunity
  call_id text,
  -- ascending in an account
  sequence bigint generated always as identity,
  noted_at timestamptz not null,
  -- false for what was there before, what came too late, and appointments that the feed sends back to the portal
  alertable boolean not null,
  primary key (account_id, alert_type, subject_id)
);
create index alert_events_by_sequence on alert_events (account_id, sequence);

-- Every alert to one receiver by one channel: of one event, or the daily or weekly message of a type.
create table alerts (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  alert_type text not null,
  contact_id text not null,
  -- 'email' or 'sms'
  channel text not null,
  -- 'event ID' or 'daily YYYY-MM-DD' or 'weekly YYYY-MM-DD'
  event_key text not null,
  title text not null,
  -- in the portal
  path text not null,
  -- of the event; of daily and weekly messages when they were due
  happened_at timestamptz not null,
  created_at timestamptz not null,
  -- null while it is kept, to go out with others in one message
  outbox_id uuid,
  queued_at timestamptz,
  -- of the message; copied here because the outbox forgets it after a week
  sent_at timestamptz,
  failed_at timestamptz,
  -- when it was kept too long for its receiver, who does not want or may not have it any more
  canceled_at timestamptz,
  primary key (account_id, id),
  unique (account_id, alert_type, contact_id, channel, event_key)
);
-- how many messages a receiver was sent lately
create index alerts_by_receiver on alerts (contact_id, channel, queued_at);
-- what is kept for them
create index alerts_kept on alerts (contact_id, channel, created_at) where outbox_id is null and canceled_at is null;
create index alerts_by_time on alerts (account_id, created_at desc);
create index alerts_unfinished on alerts (outbox_id) where sent_at is null and failed_at is null and outbox_id is not null;

-- When a process last looked for alerts: what became due since is made up for after an outage. One row.
create table alert_heartbeat (
  id boolean primary key default true check (id),
  checked_at timestamptz not null
);
