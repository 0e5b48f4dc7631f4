-- Calls of the past do not wait for a callback: those of an import or a connection with a day from which calls wait, if they are earlier
-- (`import --callbacks-from`). Somebody can take them in at the callback desk.
alter table calls add column before_callbacks boolean not null default false;

-- First day, at the office, of new calls of the connection that wait for a callback; null: all of them.
alter table connections add column callbacks_from date;

-- As before, with the column: the figures are counted from this index alone.
drop index calls_by_time;
create index calls_by_time on calls (account_id, call_date_time desc, id) include (
  answered_by, opportunity, patient_type, appointment_count, follow_up_opportunity, resolve_date, has_audio, local_hour,
  local_weekday, local_day, campaign_type, media_type, caller_gender, payment_type, caller_source, wrong_source_mentioned,
  ivr_outcome, voicemail_outcome, caller_language, follow_up_reason, non_opportunity_reason,
  no_appointment_scheduled_reason, before_callbacks
) where not deleted;

drop index calls_to_call_back;
create index calls_to_call_back on calls (account_id, call_date_time, caller_key(caller_phone_number))
  include (id, resolve_date, caller_phone_number, answered_by, patient_type, opportunity, voicemail_left_message, voicemail_wants_appointment)
  where not deleted and not personal_data_removed and not before_callbacks
    and ((answered_by is not null and answered_by <> 1 and coalesce(patient_type, 0) not in (2, 4)) or follow_up_opportunity);

-- The calls of the past that would wait. Few calls are of the past, and of these few are missed.
create index calls_before_callbacks on calls (account_id, call_date_time)
  where before_callbacks and not deleted and not personal_data_removed and resolve_date is null
    and ((answered_by is not null and answered_by <> 1 and coalesce(patient_type, 0) not in (2, 4)) or follow_up_opportunity);

-- A caller can be closed because nobody has to call back.
alter table callback_actions drop constraint callback_actions_kind_check;
alter table callback_actions add constraint callback_actions_kind_check check (kind in (
  'claim', 'left-voicemail', 'no-answer', 'wrong-number', 'do-not-call', 'not-needed', 'snooze', 'release', 'reopen', 'resolve'));
drop index callback_actions_that_close;
create index callback_actions_that_close on callback_actions (account_id, happened_at)
  where undone_at is null and kind in ('wrong-number', 'do-not-call', 'not-needed', 'reopen');
