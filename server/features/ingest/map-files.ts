import * as cell from './cell-kinds.ts';
import {
  accountId,
  bothWrite,
  column,
  count,
  day,
  deleted,
  edits,
  type FileOfFeed,
  flag,
  id,
  required,
  text,
  theId,
} from './feed-columns.ts';
import { shape } from './shape-cells.ts';

const routes = column('carrier_routes', 'text[]', cell.list(cell.id), { otherwise: "'{}'" });

export const mapFiles: readonly FileOfFeed[] = [
  {
    name: 'geodata',
    table: 'geodata',
    noun: 'shape',
    columns: [
      theId,
      accountId,
      ...bothWrite(
        text('type', 100, { otherwise: "'CarrierRoutes'" }),
        column('shape', 'jsonb', shape, required),
        deleted,
      ),
    ],
  },
  {
    name: 'mailing-areas',
    table: 'mailing_areas',
    noun: 'mailing area',
    columns: [
      theId,
      accountId,
      ...bothWrite(
        text('name', 500, required),
        flag('archived', { otherwise: 'false' }),
        text('campaign_type', 200),
        count('quantity'),
        column('color', 'text', cell.colour, edits),
        text('list_provider_url', 2000),
        day('mailing_date_from'),
        day('mailing_date_to'),
        id('geodata_id'),
        routes,
        deleted,
      ),
    ],
  },
  {
    name: 'mailing-zones',
    table: 'mailing_zones',
    noun: 'mailing zone',
    columns: [
      theId,
      accountId,
      ...bothWrite(
        text('name', 500, required),
        id('mailing_area_id'),
        count('quantity'),
        column('color', 'text', cell.colour, edits),
        text('list_provider_url', 2000),
        id('geodata_id'),
        routes,
        deleted,
      ),
    ],
  },
];
