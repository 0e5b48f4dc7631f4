import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { sized } from './options.ts';

export interface BenchZone {
  id: string;
  accountId: string;
  shape: ZoneShape;
  /** West, south, east, north. */
  boundingBox: [number, number, number, number];
}

/** Routes have no gaps; corners are per side of a route. */
const grid = {
  towns: sized({ columns: 5, rows: 5 }, { columns: 1, rows: 1 }),
  zones: sized({ columns: 5, rows: 4 }, { columns: 2, rows: 1 }),
  routes: sized({ columns: 6, rows: 5 }, { columns: 2, rows: 1 }),
  cornersPerSide: 25,
};
/** Degrees: about half a mile. */
const route = { width: 0.01, height: 0.008 };

/** From -0.5 to 0.5, by place only, so that neighboring routes share borders. */
function jitter(x: number, y: number): number {
  const value = Math.sin(x * 12_989.8 + y * 78_233.7) * 43_758.5453;
  return value - Math.floor(value) - 0.5;
}

function corner(longitude: number, latitude: number): [number, number] {
  const fiveDecimals = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  const [x, y] = [fiveDecimals(longitude), fiveDecimals(latitude)];
  return [
    fiveDecimals(x + jitter(x, y) * route.width * 0.06),
    fiveDecimals(y + jitter(y, x) * route.height * 0.06),
  ];
}

/** Closed, with 100 corners. */
function outline(west: number, south: number): [number, number][] {
  const { cornersPerSide: count } = grid;
  const steps = Array.from({ length: count }, (_, step) => step / count);
  const [east, north] = [west + route.width, south + route.height];
  const open = [
    ...steps.map((at) => corner(west + at * route.width, south)),
    ...steps.map((at) => corner(east, south + at * route.height)),
    ...steps.map((at) => corner(east - at * route.width, north)),
    ...steps.map((at) => corner(west, north - at * route.height)),
  ];
  return [...open, open[0] as [number, number]];
}

const cells = ({ columns, rows }: { columns: number; rows: number }) =>
  Array.from({ length: columns * rows }, (_, at) => ({
    column: at % columns,
    row: Math.floor(at / columns),
  }));

/** 500 zones of 30 carrier routes with 100 corners each, in 25 towns, each of which is an account. */
export function benchZones(): BenchZone[] {
  const size = { width: grid.routes.columns * route.width, height: grid.routes.rows * route.height };
  return cells(grid.towns).flatMap((town, townAt) =>
    cells(grid.zones).map((zone, zoneAt) => {
      const west = -83 + (town.column * grid.zones.columns + zone.column) * size.width;
      const south = 35 + (town.row * grid.zones.rows + zone.row) * size.height;
      const shape: ZoneShape = {
        type: 'FeatureCollection',
        features: cells(grid.routes).map(({ column, row }, routeAt) => ({
          type: 'Feature',
          properties: {
            geocode: `${10_000 + townAt * 100 + zoneAt}C${String(routeAt + 1).padStart(3, '0')}`,
          },
          geometry: {
            type: 'Polygon',
            coordinates: [outline(west + column * route.width, south + row * route.height)],
          },
        })),
      };
      return {
        id: `zone-${townAt}-${zoneAt}`,
        accountId: `office-${townAt}`,
        shape,
        boundingBox: [west, south, west + size.width, south + size.height],
      };
    }),
  );
}
