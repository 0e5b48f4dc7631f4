import { createServer } from 'node:http';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';

type Position = [longitude: number, latitude: number];
interface Feature {
  type: 'Feature';
  properties: Record<string, string>;
  geometry: { type: 'LineString'; coordinates: Position[] } | { type: 'Polygon'; coordinates: Position[][] };
}
interface FeatureCollection {
  type: 'FeatureCollection';
  features: Feature[];
}

// the types of @maplibre/geojson-vt do not resolve here
const TileIndex = GeoJSONVT as unknown as new (
  data: FeatureCollection,
  options: object,
) => { getTile(z: number, x: number, y: number): { features: [] } | null };

const line = (properties: Record<string, string>, coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

/** An invented town around a point, in the layers of OpenMapTiles: a grid of streets, a motorway, a river and a lake. */
function layersAround([longitude, latitude]: Position): Record<string, FeatureCollection> {
  const streets = Array.from({ length: 25 }, (_, index) => (index - 12) / 100).flatMap((away, index) => {
    const kind = index % 6 === 0 ? 'primary' : index % 3 === 0 ? 'secondary' : 'minor';
    const across = [-0.15, 0.15].map((east): Position => [longitude + east, latitude + away + east / 8]);
    const along = [-0.15, 0.15].map((north): Position => [longitude + away, latitude + north]);
    return [
      line({ class: kind, name: `${index + 1}th Street` }, across),
      line({ class: kind, name: `Avenue ${index + 1}` }, along),
    ];
  });
  const motorway = line(
    { class: 'motorway', name: 'Blue Ridge Freeway' },
    [-0.2, -0.05, 0.06, 0.2].map(
      (east): Position => [longitude + east, latitude - 0.02 + Math.abs(east) / 2],
    ),
  );
  const river = [-0.2, -0.1, 0, 0.1, 0.2].map(
    (north, index): Position => [longitude - 0.035 + (index % 2) / 60, latitude + north],
  );
  const lake = [0, 1, 2, 3, 4, 5, 6, 7, 0].map((eighth): Position => {
    const angle = (eighth * Math.PI) / 4;
    return [longitude - 0.04 + 0.008 * Math.cos(angle), latitude + 0.03 + 0.006 * Math.sin(angle)];
  });
  return {
    transportation: collection([...streets, motorway]),
    transportation_name: collection([...streets, motorway]),
    waterway: collection([line({ class: 'river' }, river)]),
    water: collection([
      { type: 'Feature', properties: { class: 'lake' }, geometry: { type: 'Polygon', coordinates: [lake] } },
    ]),
  };
}

/** Serves vector tiles on this machine, as a map provider does: other origins may read them. */
export async function serveStreetTiles(around: Position, port = 0) {
  const layers = Object.entries(layersAround(around)).map(
    ([name, data]) => [name, new TileIndex(data, { maxZoom: 14, indexMaxZoom: 5 })] as const,
  );
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const [z = 0, x = 0, y = 0] = (/(\d+)\/(\d+)\/(\d+)\.pbf/.exec(url) ?? []).slice(1).map(Number);
    const found = layers.flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y);
      return tile ? [[name, tile] as const] : [];
    });
    response
      .setHeader('access-control-allow-origin', '*')
      .end(fromGeojsonVt(Object.fromEntries(found), { version: 2 }));
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  return {
    origin,
    tiles: `${origin}/{z}/{x}/{y}.pbf`,
    asked,
    close: () => new Promise((done) => server.close(done)),
  };
}
