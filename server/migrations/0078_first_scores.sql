-- Calls that were first scored later than a day after they came wait for a callback from then on; the desk reads that time, too.
drop index calls_to_call_back;
create index calls_to_call_back on calls (account_id, call_date_time, caller_key(caller_phone_number))
  include (id, resolve_date, caller_phone_number, answered_by, patient_type, opportunity, voicemail_left_message, voicemail_wants_appointment,
    first_scored_at)
  where not deleted and not personal_data_removed and not before_callbacks
    and ((answered_by is not null and answered_by <> 1 and coalesce(patient_type, 0) not in (2, 4)) or follow_up_opportunity);

-- Those that came before the days of the desk. Few calls are scored late.
create index calls_scored_late on calls (account_id, first_scored_at)
  where first_scored_at - call_date_time > interval '24 hours' and not deleted and not personal_data_removed and not before_callbacks;

-- By which exports name a version.
alter table score_versions add column id uuid not null default gen_random_uuid();
create index score_versions_by_id on score_versions (id);

-- Corrections in the time of a daily or weekly message.
create index score_versions_by_time on score_versions (account_id, made_at);
