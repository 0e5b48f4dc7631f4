-- Requests that were refused because of their signatures: counted, so that operators see a wrong secret without the log.
alter table connections add refused_count integer not null default 0, add last_refused_at timestamptz;
alter table twilio_webhooks add refused_count integer not null default 0, add last_refused_at timestamptz;

-- Why a report is of no call to a tracking line, such as that of a leg; null for calls.
alter table twilio_calls add left_out text;

-- The id that the mapping gave the call; null until it was imported.
alter table connection_calls add record_id text;

-- Calls of the record that the system of their connection no longer has.
create table gone_calls (
  call_id text primary key,
  connection text not null,
  gone_at timestamptz not null
);
