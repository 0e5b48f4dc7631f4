-- What the audits of patient lists found: which mailing brought which patient, and how that is known.

-- The matched patients of a list, each with one mailing.
create table patient_matches (
  account_id text not null,
  patient_list_id text not null,
  -- id of the row in patients
  id text not null,
  household_id text not null,
  class text not null check (class in ('strong', 'weak')),
  -- a rule of contract/rules/patient-match.ts
  rule text not null,
  first_visit date not null,
  campaign_id text not null,
  -- the mailing's delivery date, else the Monday of its delivery week
  delivery_day date not null,
  -- the call that shows it, and its day in the office's time zone
  call_id text not null,
  call_day date not null,
  -- the appointment that matched, else the call's first one
  appointment_id text,
  appointment_day date,
  primary key (account_id, patient_list_id, id)
);
create index patient_matches_by_household on patient_matches (account_id, patient_list_id, household_id);

-- The households of a list that a mailing reached in time before a first visit: the newest such mailing of each.
create table mailed_households (
  account_id text not null,
  patient_list_id text not null,
  household_id text not null,
  campaign_id text not null,
  delivery_day date not null,
  primary key (account_id, patient_list_id, household_id)
);

-- The last audit of each list, with its totals. Households count once, in the class of their best patient.
create table patient_list_audits (
  account_id text not null,
  patient_list_id text not null,
  -- hash of everything that the audit depends on: while it is the same, so is the result
  input_hash text not null,
  -- when the result was computed
  audited_at timestamptz not null,
  strong_households integer not null,
  strong_production_cents bigint not null,
  weak_households integer not null,
  weak_production_cents bigint not null,
  unmatched_households integer not null,
  unmatched_production_cents bigint not null,
  matched_patients integer not null,
  -- the campaigns that matched, sorted
  campaign_ids text[] not null,
  primary key (account_id, patient_list_id)
);

-- The portal's own audit of a mailing, beside that of the feed; null without one.
alter table campaigns add column portal_matched_last_audit date;
alter table campaigns add column portal_matched_new_patients integer;
alter table campaigns add column portal_matched_total_production numeric(14, 2);
alter table campaigns add column portal_matched_top_patients integer;
