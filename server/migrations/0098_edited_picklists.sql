-- What the feed sent last, of values that people changed. A value that people retired stays, so that the feed does not bring it back.
alter table picklists add column feed jsonb not null default '{}';
alter table picklists add column deleted boolean not null default false;
update picklists set feed = jsonb_build_object('label', label, 'group', campaign_group);
