-- The calls by day of the week and hour are counted from the index that every other question of the scoreboard reads: with
-- the day in it that is 64 MB for a million calls, instead of the whole table.

drop index calls_by_time;
create index calls_by_time on calls (account_id, call_date_time desc, id) include (
  answered_by, opportunity, patient_type, appointment_count, follow_up_opportunity, resolve_date, has_audio, local_hour,
  local_weekday, campaign_type, media_type, caller_gender, payment_type, caller_source, wrong_source_mentioned, ivr_outcome,
  voicemail_outcome, caller_language, follow_up_reason, non_opportunity_reason, no_appointment_scheduled_reason
) where not deleted;
