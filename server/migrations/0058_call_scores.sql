-- Where the score of a call came from. `calls` and `inquiries` show the score of the highest source that has one: a person in Mailcall,
-- then the feed, then a telephone system. The scores of lower sources are in `call_scores`, and their inquiries are hidden.
alter table calls add column score_source text default 'feed' check (score_source in ('telephony', 'feed', 'person'));
alter table calls alter column score_source drop default;

create table call_scores (
  account_id text not null,
  -- the call
  id text not null,
  source text not null check (source in ('telephony', 'feed', 'person')),
  -- the score's columns of `calls` that have a value
  score jsonb not null,
  primary key (account_id, id, source)
);

-- Each source has inquiries of its own, also under the same ids. `removed`: its source has removed it; `deleted`: it is not shown.
alter table inquiries
  add column source text not null default 'feed' check (source in ('telephony', 'feed', 'person')),
  add column removed boolean not null default false;
update inquiries set removed = true where deleted;
alter table inquiries drop constraint inquiries_pkey;
alter table inquiries add primary key (account_id, id, source);
-- a distributed database has an index instead of this constraint
do $$
begin
  if exists (select 1 from pg_constraint where conrelid = 'inquiries'::regclass and conname = 'inquiries_id_key') then
    alter table inquiries drop constraint inquiries_id_key;
    alter table inquiries add constraint inquiries_id_key unique (id, source);
  end if;
end
$$;

-- The score of a call that came from a connection or from Twilio is a telephone system's; any other is the feed's. `connection_calls` has 30 days
-- only, but ready mappings let ids begin with the system's name.
update calls set score_source = 'telephony'
where id in (select call_sid from twilio_calls)
  or id in (select call_id from connection_calls where state = 'imported')
  or split_part(id, ':', 1) in (
    select unnest(array[kind, name]) from connections where kind in ('callrail', 'calltrackingmetrics'))
  or split_part(id, ':', 2) in (select call_id from connection_calls where state = 'imported');

update inquiries set source = 'telephony'
where (account_id, call_id) in (select account_id, id from calls where score_source = 'telephony');

update calls set score_source = null
where num_nonnulls(score_id, opportunity, answered_by, handler_id, patient_type, caller_gender, payment_type, caller_source,
    wrong_source_mentioned, source_mentioned, ivr_outcome, voicemail_outcome, voicemail_left_message, voicemail_wants_appointment,
    caller_language, nullif(follow_up_opportunity, false), follow_up_reason, non_opportunity_reason, no_appointment_scheduled_reason,
    highlights, asked_for_appointment, appointment_caller_mentioned, asked_for_source, source_caller_mentioned, good_impression,
    asked_for_additional_appointment, additional_appointment_caller_mentioned, interacted_with_ivr, placed_on_hold,
    asked_to_place_on_hold, hold_seconds, price_answer) = 0
  and not exists (
    select 1 from inquiries where inquiries.account_id = calls.account_id and inquiries.call_id = calls.id and not inquiries.deleted);
