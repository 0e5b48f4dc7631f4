-- What was known of a caller when something was done about them, so that a call that the feed brings late still waits and no clock
-- decides it. Null for what was done before, and for callers with very many calls: then time tells.
alter table callback_actions
  -- the calls that nobody had resolved, and the last one that staff answered
  add column seen_call_ids text[],
  -- the last appointment
  add column seen_appointment_id text;

-- What the callback desk reads of the missed and follow-up calls of many offices, without the rows and without normalizing their numbers
-- again. The condition is that of callTerms.calledForCallback.
create index calls_to_call_back on calls (account_id, call_date_time, caller_key(caller_phone_number))
  include (id, resolve_date, caller_phone_number, answered_by, patient_type, opportunity, voicemail_left_message, voicemail_wants_appointment)
  where not deleted and not personal_data_removed
    and ((answered_by is not null and answered_by <> 1 and coalesce(patient_type, 0) not in (2, 4)) or follow_up_opportunity);
create index appointments_made_in_portal on appointments (account_id, created_at) where portal_id is not null and not deleted;
