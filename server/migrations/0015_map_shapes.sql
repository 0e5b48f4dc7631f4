-- The map asks for shapes by what they contain: replies and tiles of unchanged shapes are not sent or made again.
alter table geodata add column content_hash text not null
  generated always as (to_hex(hashtextextended(shape::text, 0))) stored;

-- The mailings to a zone or an area.
create index campaigns_by_zone on campaigns (account_id, zone_id) where not deleted;
