-- Which mailing a mail piece belongs to, by its barcode: the feed's file mail-pieces. Serial numbers of a mailer repeat.
create table mail_pieces (
  account_id text not null,
  -- mailer_id:serial_from:from_date
  id text not null,
  campaign_id text not null,
  -- 6 digits, or 9 that begin with a 9
  mailer_id text not null,
  serial_from integer not null,
  serial_to integer not null,
  from_date date not null,
  deleted boolean not null default false,
  primary key (account_id, id),
  unique (id)
);
create index mail_pieces_by_serial on mail_pieces using gist (int4range(serial_from, serial_to, '[]'));
create index mail_pieces_by_campaign on mail_pieces (account_id, campaign_id);

-- The mailings of whose pieces events have come, with the pieces that have reached each state. Without a row nobody tracks a mailing.
create table tracked_mailings (
  account_id text not null,
  -- the id of the mailing, which is that of its campaign
  id text not null,
  entered integer not null default 0,
  near integer not null default 0,
  delivered integer not null default 0,
  returned integer not null default 0,
  -- the kinds of the connections that events came from
  sources text[] not null default '{}',
  primary key (account_id, id)
);

-- The pieces of a mailing that reached a state on a day of the office. They stay when the pieces are deleted.
create table tracked_days (
  account_id text not null,
  campaign_id text not null,
  day date not null,
  entered integer not null default 0,
  near integer not null default 0,
  delivered integer not null default 0,
  returned integer not null default 0,
  primary key (account_id, campaign_id, day)
);

-- Pieces, for as long as events of them can come: the first days of which events say that they are in a state.
create table tracked_pieces (
  account_id text not null,
  campaign_id text not null,
  connection_id text not null,
  -- HMAC of the id or barcode, without the digits of its address, by a key that is not in the database
  piece bytea not null,
  entered_day date,
  near_day date,
  delivered_day date,
  returned_day date,
  -- the last day of an event
  last_day date not null,
  primary key (account_id, campaign_id, connection_id, piece)
);
create index tracked_pieces_by_last_day on tracked_pieces (last_day);

-- The days that the pieces of a mailing tell. Those of the feed come before them.
alter table campaigns
  add column pieces_shipment_date date,
  add column pieces_delivery_date date;
