-- Words of a text as a search finds them: apostrophes, hyphens and periods inside words do not count, nor what separates digits.
create function spoken_words(value text) returns tsvector language sql immutable parallel safe
return to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(lower(value),
  '(?<=[0-9])[\u0001-\u002F\u003A-\u0040\u00A0\u2010-\u2015]+(?=[0-9])|(?<=\S)[\u0027\u002D.\u02BC\u2010\u2011\u2018\u2019](?=\S)', '', 'g'),
  '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A0\u2010-\u2027\u2030-\u205E]+', ' ', 'g'));

-- What was said in calls. The feed's transcript of a call is shown before a telephone system's.
create table transcript_turns (
  account_id text not null,
  -- the call's id and the number of the turn
  id text not null,
  call_id text not null,
  source text not null check (source in ('telephony', 'feed')),
  turn integer not null check (turn > 0),
  -- as the source writes it; who that is: contract/rules/transcripts.ts
  speaker text,
  -- milliseconds of the recording
  from_ms integer check (from_ms >= 0),
  to_ms integer check (to_ms >= from_ms),
  text text not null,
  deleted boolean not null default false,
  version bigint not null default 0,
  primary key (account_id, id, source)
);
create index transcript_turns_by_id on transcript_turns (id);
create index transcript_turns_by_call on transcript_turns (account_id, call_id);
create index transcript_turns_by_word on transcript_turns using gin (spoken_words(text)) where not deleted;

-- Calls that came after their caller was erased, with the hash of the number: transcripts name no number.
create table erased_calls (
  call_id text primary key,
  hash bytea not null
);
