-- The day of a call on the clock of its own office, for portals that count days there (DAYS=office). The office's weekday is
-- stored, and a local day is the UTC day or one of its neighbors: the weekday says which. So the day follows the weekday when
-- an office's time zone changes.
--
-- The texts that lists of calls and appointments are searched in, in the normal form in which the words of a search occur
-- literally: lower case, without apostrophes, hyphens and periods, and without what separates digits from what is next to
-- them (contract/rules/search-text.ts). Computed when a row is written, because doing it for each search takes ten times as
-- long. A broken bar, which belongs to no word, separates the texts of a row, so that no word is found across two.
create function searchable_text(value text) returns text language sql immutable parallel safe
return regexp_replace(lower(value),
  '(?<=[0-9])[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u02BC\u2010\u2011\u2013\u2014\u2018\u2019]+'
  '|[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u02BC\u2010\u2011\u2013\u2014\u2018\u2019]+(?=[0-9])'
  '|[\u0027\u002D.\u02BC\u2010\u2011\u2018\u2019]+', '', 'g');

drop index calls_by_time;
drop index calls_of_front_desk;

-- PostgreSQL writes the table anew, once for both columns.
alter table calls
  add column local_day date not null generated always as (
    (call_date_time at time zone 'UTC')::date
    + case (local_weekday - extract(dow from call_date_time at time zone 'UTC')::int + 7) % 7 when 1 then 1 when 6 then -1 else 0 end
  ) stored,
  add column search_text text not null generated always as (searchable_text(
    coalesce(caller_name, '') || '¦' || coalesce(caller_id_name, '') || '¦' || coalesce(caller_phone_number, '') || '¦' ||
    coalesce(highlights, ''))) stored;

alter table appointments add column search_text text not null generated always as (searchable_text(
  coalesce(first_name, '') || '¦' || coalesce(last_name, '') || '¦' || coalesce(phone, ''))) stored;

-- the displayed name: the client's own, else the feed's
alter table campaigns add column search_text text not null generated always as
  (searchable_text(coalesce(friendly_name, name))) stored;

-- Both with the day, so that a range of local days is counted from them alone too.
create index calls_by_time on calls (account_id, call_date_time desc, id) include (
  answered_by, opportunity, patient_type, appointment_count, follow_up_opportunity, resolve_date, has_audio, local_hour,
  local_weekday, local_day, campaign_type, media_type, caller_gender, payment_type, caller_source, wrong_source_mentioned,
  ivr_outcome, voicemail_outcome, caller_language, follow_up_reason, non_opportunity_reason,
  no_appointment_scheduled_reason
) where not deleted;
create index calls_of_front_desk on calls (account_id, call_date_time) include (
  answered_by, campaign_type, local_day, opportunity, appointment_count, handler_id, price_answer, asked_for_appointment,
  appointment_caller_mentioned, asked_for_source, source_caller_mentioned, good_impression,
  asked_for_additional_appointment, additional_appointment_caller_mentioned, interacted_with_ivr, placed_on_hold,
  asked_to_place_on_hold, hold_seconds
) where not deleted;

create or replace view call_inquiries as
select calls.account_id, inquiries.account_id as inquiry_account_id, calls.id as call_number, calls.call_date_time,
  calls.campaign_id, calls.campaign_type, inquiries.kind, inquiries.item_id, inquiries.item_name,
  calls.deleted or inquiries.deleted as deleted, calls.local_day
from calls join inquiries on inquiries.account_id = calls.account_id and inquiries.call_id = calls.id;

-- Whether names were removed from calls of the account since its epoch was raised: retention raises epochs once at its end.
alter table account_version add column epoch_due boolean not null default false;
