import { feedFile } from './feed-files.ts';
import type { MergePlan } from './merge-plan.ts';

export const geodataPlan: MergePlan = {
  file: feedFile('geodata'),
  together: false,
  account: 'own',
  versioned: false,
  joins: `left join lateral (
    select
      case when east - west <= 180 then array[longitude, latitude]
        else array[case when turned > 180 then turned - 360 else turned end, latitude] end as centroid,
      case when east - west <= 180 then array[west, south, east, north]
        else array[west_of_180, south, east_of_180, north] end as bounding_box
    from (select
      avg(longitude) as longitude, avg(latitude) as latitude,
      min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north,
      -- a shape wider than half the world is one across 180°
      avg(case when longitude < 0 then longitude + 360 else longitude end) as turned,
      min(longitude) filter (where longitude >= 0) as west_of_180,
      max(longitude) filter (where longitude < 0) as east_of_180
    from (
      select (corner->>0)::double precision as longitude, (corner->>1)::double precision as latitude
      from jsonb_path_query(next.shape, 'strict $.features[*].geometry ? (@.type == "Polygon").coordinates[*][*]') corner
      union all
      select (corner->>0)::double precision, (corner->>1)::double precision
      from jsonb_path_query(next.shape, 'strict $.features[*].geometry ? (@.type == "MultiPolygon").coordinates[*][*][*]') corner
    ) corners) measured
  ) bounds on true`,
  derived: [
    { name: 'centroid', sql: 'bounds.centroid', stored: true },
    { name: 'bounding_box', sql: 'bounds.bounding_box', stored: true },
  ],
};

export const mailingAreasPlan: MergePlan = {
  file: feedFile('mailing-areas'),
  together: false,
  account: 'own',
  versioned: false,
  references: [{ column: 'geodata_id', tables: ['geodata'], sameAccount: true }],
};

export const mailingZonesPlan: MergePlan = {
  file: feedFile('mailing-zones'),
  together: false,
  account: 'own',
  versioned: false,
  references: [
    { column: 'mailing_area_id', tables: ['mailing_areas'], sameAccount: true },
    { column: 'geodata_id', tables: ['geodata'], sameAccount: true },
  ],
};
