-- One index serves the order of the call lists and every question of the scoreboard: it holds the narrow columns that
-- the questions count by, so that a million calls are counted without reading their names, numbers and summaries.

alter table calls add column has_audio boolean not null generated always as (audio is not null) stored;

drop index calls_by_time;
create index calls_by_time on calls (account_id, call_date_time desc, id) include (
  answered_by, opportunity, patient_type, appointment_count, follow_up_opportunity, resolve_date, has_audio, local_hour,
  campaign_type, media_type, caller_gender, payment_type, caller_source, wrong_source_mentioned, ivr_outcome,
  voicemail_outcome, caller_language, follow_up_reason, non_opportunity_reason, no_appointment_scheduled_reason
) where not deleted;
