-- A tile of the map reads only the shapes that it meets.
alter table geodata add column bounds box
  generated always as (box(point(bounding_box[1], bounding_box[2]), point(bounding_box[3], bounding_box[4]))) stored;
create index geodata_by_bounds on geodata using gist (bounds) where not deleted;

-- From a shape to the zones that have it, and from an area to its zones.
create index mailing_zones_by_shape on mailing_zones (account_id, geodata_id) where not deleted;
create index mailing_zones_by_area on mailing_zones (account_id, mailing_area_id) where not deleted;
