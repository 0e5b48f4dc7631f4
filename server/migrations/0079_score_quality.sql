-- Scored calls that a second person scores again without seeing the first score. A call is chosen once.
create table score_second_passes (
  account_id text not null,
  call_id text not null,
  -- the compared version, and who saved it
  first_version integer not null,
  first_contact_id text not null,
  -- outcome of that version (contract/rules/second-pass.ts)
  outcome text not null,
  state text not null default 'open' check (state in ('open', 'agreed', 'differs', 'returned', 'decided', 'ended')),
  chosen_at timestamptz not null,
  -- form values that the call showed before the first score; the second person begins with them
  shown jsonb not null,
  second_contact_id text,
  -- form values with texts; null until the second person has saved
  second_score jsonb,
  second_marks jsonb not null default '[]',
  -- fields that applied for both, with both answers; they stay when retention removes texts
  answers jsonb,
  -- version of the rubric on the screen of the second person
  rubric text,
  began_at timestamptz,
  second_at timestamptz,
  request_id uuid,
  -- why a lead returned it to the first person
  note text,
  returned_by_id text,
  returned_at timestamptz,
  -- why the first person keeps the score
  answer text,
  answered_at timestamptz,
  decided_by_id text,
  decided_at timestamptz,
  -- version that settled it; null if the first score was right
  version integer,
  primary key (account_id, call_id)
);
create index score_second_passes_by_state on score_second_passes (state, chosen_at);
create index score_second_passes_by_time on score_second_passes (second_at) where second_at is not null;
create index score_second_passes_of_first on score_second_passes (first_contact_id);
create index score_second_passes_of_second on score_second_passes (second_contact_id) where second_contact_id is not null;

-- What the draft is for, as of claims.
alter table score_drafts add column purpose text not null default 'score' check (purpose in ('score', 'second pass'));

-- Which of a person's saves with an outcome is chosen next. Of each 100 / percent saves it is one, at a random place.
create table score_pass_draws (
  contact_id text not null,
  outcome text not null,
  percent double precision not null,
  -- saves since this percentage applies
  saves integer not null,
  -- place of the next chosen save, and the end of its part, counted in saves
  place double precision not null,
  part_end double precision not null,
  primary key (contact_id, outcome)
);
