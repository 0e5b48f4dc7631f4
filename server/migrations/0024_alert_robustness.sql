-- Since when the changes of an account could not be looked at, because looking failed; null while it works. Calls of that time
-- are looked at although they are older than a day.
alter table alert_progress add column pending_since timestamptz;

-- For the maintenance: what is older than the history, and what is no longer remembered.
create index alerts_by_age on alerts (created_at);
create index alert_events_by_age on alert_events (noted_at)
  where alert_type not in ('First Opportunity Alert', 'En Route Alert');
-- Alerts whose message may still be sent; one that has failed can be sent again.
drop index alerts_unfinished;
create index alerts_unfinished on alerts (outbox_id) where sent_at is null and outbox_id is not null;
