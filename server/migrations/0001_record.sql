-- The record: what the provider's feed brings and what people do with it.
--
-- Every tenant table carries account_id first in its primary key and no foreign key crosses tables,
-- so that the same schema distributes over Citus by account_id (accounts, contacts and their links
-- as reference tables). References are the provider's own text ids; one that has not come yet simply
-- does not join until it does. Ids are unique across accounts (`unique (id)`; the ingest checks it too).

create table accounts (
  id text primary key,
  name text not null,
  parent_id text,
  time_zone text not null default 'America/New_York',
  industry text,
  business_label text,
  client_label text,
  address text,
  latitude double precision,
  longitude double precision,
  color text,
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  check (parent_id <> id)
);
create index accounts_by_parent on accounts (parent_id);

-- One row per account: the version of its data. Every transaction that writes an account's calls, scores,
-- appointments or inquiries (or its zone, or a campaign's type) ends with `update account_clock set v = v + 1`,
-- accounts in sorted order, and stamps the changed rows with the new v.
create table account_clock (
  account_id text primary key,
  v bigint not null default 0,
  changed_at timestamptz not null default now()
);

create table contacts (
  id text primary key,
  name text not null,
  email text not null,
  phone text,
  picture text,
  roles text[] not null default '{}',
  password_hash text,
  activated_at timestamptz,
  -- changes when the contact's roles, accounts or grants change; the client carries it (409 when stale)
  session_version bigint not null default 1,
  feed jsonb not null default '{}',
  deleted boolean not null default false
);
create unique index contacts_by_email on contacts (lower(email)) where not deleted;

create table contact_accounts (
  contact_id text not null,
  account_id text not null,
  is_primary boolean not null default false,
  primary key (contact_id, account_id)
);
create index contact_accounts_by_account on contact_accounts (account_id);

create table staff (
  account_id text not null,
  id text not null,
  name text not null,
  staff_type text,
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);

create table campaigns (
  account_id text not null,
  id text not null,
  name text not null,
  label text,
  campaign_type text not null,
  media_type text,
  status text,
  quantity integer,
  delivery_week date,
  order_date date,
  approval_date date,
  approved_by text,
  print_date date,
  shipment_date date,
  delivery_date date,
  qr_scans integer,
  mailing_area_id text,
  zone_id text,
  front_design text,
  back_design text,
  media_started date,
  media_submitted date,
  pre_press_completed date,
  matched_last_audit date,
  matched_new_patients integer,
  matched_total_production numeric(14, 2),
  matched_top_patients integer,
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);

create table tracking_lines (
  account_id text not null,
  id text not null,
  campaign_id text,
  number text not null,
  destination_number text,
  status text not null default 'Active',
  friendly_name text,
  type text,
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);
create unique index tracking_lines_by_active_number on tracking_lines (number) where status = 'Active' and not deleted;

-- The values of text dimensions and their small codes, so that calls hold two bytes and a question groups by
-- numbers. The first codes of a dimension whose values have a meaning to the rules are fixed here.
create table dimension_values (
  dimension text not null,
  code smallint not null,
  value text not null,
  primary key (dimension, code),
  unique (dimension, value)
);
insert into dimension_values (dimension, code, value) values
  ('answeredBy', 1, 'Staff'),
  ('answeredBy', 2, 'IVR'),
  ('answeredBy', 3, 'Voicemail'),
  ('answeredBy', 4, 'No Answer'),
  ('patientType', 1, 'New Patient Opportunity'),
  ('patientType', 2, 'NOT a Patient Opportunity'),
  ('patientType', 3, 'Unknown'),
  ('patientType', 4, 'Spam'),
  ('campaignType', 1, 'MVP Mail'),
  ('campaignType', 2, 'Custom'),
  ('campaignType', 3, 'Handout Cards'),
  ('campaignType', 4, 'My Patient Mail'),
  ('campaignType', 5, 'MVP Core'),
  ('campaignType', 6, 'New Mover Mail'),
  ('campaignType', 7, 'Call Tracking'),
  ('campaignType', 8, 'CallPro'),
  ('campaignType', 9, 'Google Ads'),
  ('campaignType', 10, 'New Mover Mail (Print Only)');

-- A call with its score. Columns after `-- settled` are derived from other rows of the same account by the
-- ingest and by every command that changes those rows, so that a scoreboard question reads this table alone.
create table calls (
  account_id text not null,
  id text not null,
  call_date_time timestamptz not null,
  duration_seconds integer not null default 0 check (duration_seconds >= 0),

  answered_by smallint,
  patient_type smallint,
  caller_gender smallint,
  payment_type smallint,
  caller_source smallint,
  ivr_outcome smallint,
  voicemail_outcome smallint,
  caller_language smallint,
  follow_up_reason smallint,
  non_opportunity_reason smallint,
  no_appointment_scheduled_reason smallint,
  price_answer smallint,

  opportunity boolean,
  wrong_source_mentioned boolean,
  voicemail_left_message boolean,
  voicemail_wants_appointment boolean,
  follow_up_opportunity boolean not null default false,
  asked_for_appointment boolean,
  appointment_caller_mentioned boolean,
  asked_for_source boolean,
  source_caller_mentioned boolean,
  good_impression boolean,
  asked_for_additional_appointment boolean,
  additional_appointment_caller_mentioned boolean,
  interacted_with_ivr boolean,
  placed_on_hold boolean,
  asked_to_place_on_hold boolean,
  hold_seconds integer check (hold_seconds >= 0),

  reported_campaign_id text,
  tracking_line_id text,
  handler_id text,
  score_id text,
  caller_phone_number text,
  caller_name text,
  caller_id_name text,
  source_mentioned text,
  highlights text,
  -- the recording's key (see recordings); null means that the call has none. A recording that was announced but whose
  -- file has not come has a key that starts with 'missing/' and no row in recordings
  audio text,

  resolve_date timestamptz,
  callback_handler_id text,
  callback_outcome_result text,
  callback_outcome_opportunity_result text,
  callback_outcome_summary text,

  -- settled
  campaign_id text,
  campaign_type smallint,
  media_type smallint,
  appointment_count smallint not null default 0,
  has_cancelled_appointment boolean not null default false,
  has_rescheduled_appointment boolean not null default false,
  -- in the account's own time zone: hour 0 to 23, weekday 0 (Sunday) to 6
  local_hour smallint not null default 0 check (local_hour between 0 and 23),
  local_weekday smallint not null default 0 check (local_weekday between 0 and 6),

  feed jsonb not null default '{}',
  deleted boolean not null default false,
  v bigint not null default 0,
  primary key (account_id, id),
  unique (id)
);
create index calls_by_time on calls (account_id, call_date_time desc, id) where not deleted;
create index calls_by_version on calls (account_id, v);
create index calls_by_campaign on calls (account_id, campaign_id);
create index calls_by_tracking_line on calls (account_id, tracking_line_id);
create index calls_by_caller on calls (account_id, caller_phone_number);

-- Recordings in the file store, one row per account and distinct content, however many calls name it. Apart from the
-- calls, so that a question over many calls does not read their waveforms.
create table recordings (
  account_id text not null,
  -- key in the file store, made from the content's hash
  key text not null,
  media_type text not null,
  bytes bigint not null,
  -- the waveform: 200 peaks, 0 to 100 of full scale; null for formats that it cannot be read from
  peaks smallint[],
  primary key (account_id, key)
);

create table inquiries (
  account_id text not null,
  id text not null,
  call_id text not null,
  kind text not null check (kind in ('offer', 'service', 'insurance')),
  item_id text not null,
  item_name text not null,
  insurance_acceptance_status text,
  deleted boolean not null default false,
  v bigint not null default 0,
  primary key (account_id, id),
  unique (id)
);
create index inquiries_by_call on inquiries (account_id, call_id);
create index inquiries_by_item on inquiries (account_id, kind, item_id, call_id);
create index inquiries_by_version on inquiries (account_id, v);

create table appointments (
  account_id text not null,
  id text not null,
  call_id text not null,
  first_name text,
  last_name text,
  phone text,
  date_time timestamptz,
  outcome text not null default 'Scheduled',
  previous_appointment_id text,
  -- set when the appointment was made in the portal: its first id, and its only one until the feed brings its own
  portal_id text,
  created_at timestamptz not null default now(),
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  v bigint not null default 0,
  primary key (account_id, id),
  unique (id)
);
create index appointments_by_call on appointments (account_id, call_id);
create index appointments_by_version on appointments (account_id, v);
create index appointments_by_previous on appointments (account_id, previous_appointment_id) where previous_appointment_id is not null;
create index appointments_by_portal_id on appointments (account_id, portal_id) where portal_id is not null;

-- Labels and order of picklist values; they restrict nothing.
create table picklists (
  object text not null,
  field text not null,
  value text not null,
  label text not null,
  position integer not null,
  primary key (object, field, value)
);
