import { feedFile } from './feed-files.ts';
import type { MergePlan } from './merge-plan.ts';

/** Shapes, with their middle and their bounds. */
export const geodataPlan: MergePlan = {
  file: feedFile('geodata'),
  together: false,
  account: 'own',
  versioned: false,
  joins: `left join lateral (
    select array[avg(longitude), avg(latitude)] as centroid,
      array[min(longitude), min(latitude), max(longitude), max(latitude)] as bounding_box
    from (
      select (corner->>0)::double precision as longitude, (corner->>1)::double precision as latitude
      from jsonb_path_query(next.shape, 'strict $.features[*].geometry ? (@.type == "Polygon").coordinates[*][*]') corner
      union all
      select (corner->>0)::double precision, (corner->>1)::double precision
      from jsonb_path_query(next.shape, 'strict $.features[*].geometry ? (@.type == "MultiPolygon").coordinates[*][*][*]') corner
    ) corners
  ) bounds on true`,
  derived: [
    { name: 'centroid', sql: 'bounds.centroid', stored: true },
    { name: 'bounding_box', sql: 'bounds.bounding_box', stored: true },
  ],
};

/** Areas that an office mails to. */
export const mailingAreasPlan: MergePlan = {
  file: feedFile('mailing-areas'),
  together: false,
  account: 'own',
  versioned: false,
  references: [{ column: 'geodata_id', tables: ['geodata'], sameAccount: true }],
};

/** Zones of areas. */
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
