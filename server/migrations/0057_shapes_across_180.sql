-- The bounds of a shape across 180° have their west in the east of the world: 179 to -179. Before, they went around it.
update geodata set
  bounding_box = array[
    (select min(longitude) from (
      select (corner->>0)::double precision as longitude
      from jsonb_path_query(shape, 'strict $.features[*].geometry ? (@.type == "Polygon").coordinates[*][*]') corner
      union all
      select (corner->>0)::double precision
      from jsonb_path_query(shape, 'strict $.features[*].geometry ? (@.type == "MultiPolygon").coordinates[*][*][*]') corner
    ) corners where longitude >= 0),
    bounding_box[2],
    (select max(longitude) from (
      select (corner->>0)::double precision as longitude
      from jsonb_path_query(shape, 'strict $.features[*].geometry ? (@.type == "Polygon").coordinates[*][*]') corner
      union all
      select (corner->>0)::double precision
      from jsonb_path_query(shape, 'strict $.features[*].geometry ? (@.type == "MultiPolygon").coordinates[*][*][*]') corner
    ) corners where longitude < 0),
    bounding_box[4]
  ]
where bounding_box[3] - bounding_box[1] > 180;

-- A tile finds such a shape anywhere between its south and its north.
alter table geodata drop column bounds;
alter table geodata add column bounds box generated always as (
  case when bounding_box[1] > bounding_box[3]
    then box(point(-180, bounding_box[2]), point(180, bounding_box[4]))
    else box(point(bounding_box[1], bounding_box[2]), point(bounding_box[3], bounding_box[4])) end
) stored;
create index geodata_by_bounds on geodata using gist (bounds) where not deleted;
