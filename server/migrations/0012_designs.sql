-- Designs, their versions and review comments, the images behind them, and where mailings go on the map.

-- Images in the file store, one row per account and distinct content. Originals are kept as they came; what screens show
-- are the renditions: `preview` (at most 2000 px on its longer side) and `thumbnail` (at most 480 px). The id is the content's
-- hash, so that an address that names it says nothing of where a file lies.
create table images (
  account_id text not null,
  id text not null,
  -- keys in the file store
  original_key text not null,
  preview_key text not null,
  thumbnail_key text not null,
  media_type text not null,
  bytes bigint not null,
  -- of the preview, in pixels
  width integer not null,
  height integer not null,
  primary key (account_id, id)
);

create table designs (
  account_id text not null,
  id text not null,
  name text not null,
  media_type text,
  archived boolean not null default false,
  next_review text check (next_review in ('CustomerReview', 'FinalInspection', 'Approved')),
  current_approval_level text,
  marketing_review_version integer,
  last_review_completed timestamptz,
  customer_review_completed timestamptz,
  customer_review_version integer,
  customer_reviewer text,
  sales_contact_id text,
  campaign_ids text[] not null default '{}',
  -- set when the portal made it (a combination of two concepts): its first id
  portal_id text,
  -- rises with every change of the design, its versions and their comments
  revision integer not null default 1,
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);

create table design_versions (
  account_id text not null,
  id text not null,
  design_id text not null,
  version integer not null check (version >= 1),
  status text not null default 'Requested' check (status in ('Requested', 'Wip', 'InReview', 'Approved', 'Rejected')),
  customer_viewed timestamptz,
  created_at timestamptz not null default now(),
  -- ids of images
  front_image text,
  back_image text,
  front_orientation text check (front_orientation in ('portrait', 'landscape')),
  back_orientation text check (back_orientation in ('portrait', 'landscape')),
  front_modified_at timestamptz,
  back_modified_at timestamptz,
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);
create index design_versions_by_design on design_versions (account_id, design_id, version);

create table review_comments (
  account_id text not null,
  id text not null,
  design_id text not null,
  version_id text not null,
  side text not null check (side in ('front', 'back')),
  -- fractions of the face, from its left and top edge
  x double precision not null check (x between 0 and 1),
  y double precision not null check (y between 0 and 1),
  body text not null,
  reply_to text,
  status text not null default 'Draft' check (status in ('Draft', 'Pending', 'Accepted', 'Rejected')),
  -- a contact of the portal, or null for the provider's own people
  author_contact_id text,
  author_name text not null,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  next_design_version_id text,
  revision integer not null default 1,
  -- the client's own id of the request that made it: sent twice, it is made once
  request_id text,
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);
create index review_comments_by_design on review_comments (account_id, design_id, created_at);
create unique index review_comments_by_request on review_comments (account_id, design_id, request_id) where request_id is not null;

create table sales_contacts (
  id text primary key,
  name text not null,
  position text,
  email text,
  phone text,
  -- key in the file store of a small square picture
  picture_key text,
  feed jsonb not null default '{}',
  deleted boolean not null default false
);

create table mailing_areas (
  account_id text not null,
  id text not null,
  name text not null,
  archived boolean not null default false,
  campaign_type text,
  quantity integer,
  color text,
  list_provider_url text,
  mailing_date_from date,
  mailing_date_to date,
  geodata_id text,
  carrier_routes text[] not null default '{}',
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);

create table mailing_zones (
  account_id text not null,
  id text not null,
  name text not null,
  mailing_area_id text,
  quantity integer,
  color text,
  list_provider_url text,
  geodata_id text,
  carrier_routes text[] not null default '{}',
  feed jsonb not null default '{}',
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);

-- Shapes: a GeoJSON feature collection whose features carry a carrier route's `geocode`.
create table geodata (
  account_id text not null,
  id text not null,
  type text not null default 'CarrierRoutes',
  shape jsonb not null,
  -- longitude, latitude
  centroid double precision[] not null,
  -- west, south, east, north
  bounding_box double precision[] not null,
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);

-- Who approved a mailing in the portal: a contact, beside the name that the feed or the portal gives.
alter table campaigns add column approved_by_contact_id text;
alter table campaigns add column approved_at timestamptz;
-- The faces of a mailing, ids of images.
alter table campaigns drop column front_design, drop column back_design;
alter table campaigns add column front_image text;
alter table campaigns add column back_image text;
-- What the office calls a mailing; its order number otherwise.
alter table campaigns add column friendly_name text;
-- What a campaign brought is counted from this index alone.
create index calls_by_campaign_counts on calls (account_id, campaign_id)
  include (call_date_time, answered_by, opportunity, appointment_count) where not deleted;
drop index calls_by_campaign;
