import { expect, test } from 'vitest';
import { CellProblem, PartlyRead } from './cell-kinds.ts';
import { shape } from './shape-cells.ts';

const ring = [
  [-105, 39],
  [-104, 39],
  [-104, 40],
  [-105, 39],
];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const feature = (geometry: unknown, properties: unknown = null) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const good = feature(polygon(ring), { geocode: '80302C007' });
const reads = (value: unknown) => shape(typeof value === 'string' ? value : JSON.stringify(value));
const geometries = (value: unknown) => {
  const read = reads(value);
  const text = read instanceof PartlyRead ? read.text : read;
  if (typeof text !== 'string') throw new Error(text.reason);
  return (JSON.parse(text) as { features: { geometry: unknown }[] }).features.map(({ geometry }) => geometry);
};

const moved = (longitude: number, latitude = 0) =>
  ring.map(([x = 0, y = 0]) => [x + longitude, y + latitude]);

test.each<[name: string, feature: unknown, rule: string]>([
  ['no geometry', { type: 'Feature', properties: {} }, 'it has no geometry'],
  ['a null geometry', feature(null), 'it has no geometry'],
  ['a text as geometry', feature('POLYGON((…))'), 'it has no geometry'],
  [
    'a Point',
    feature({ type: 'Point', coordinates: [-105, 39] }),
    'its geometry is a Point; use Polygon or MultiPolygon',
  ],
  [
    'a line',
    feature({ type: 'LineString', coordinates: ring }),
    'its geometry is a LineString; use Polygon or MultiPolygon',
  ],
  [
    'an unknown type',
    feature({ type: 'polygon', coordinates: [ring] }),
    'its geometry is of no known type; use Polygon or MultiPolygon',
  ],
  [
    'a GeometryCollection',
    feature({ type: 'GeometryCollection', geometries: [polygon(ring)] }),
    'its geometry is a GeometryCollection; send its polygons as a MultiPolygon',
  ],
  ['an empty polygon', feature(polygon()), 'a polygon has no rings'],
  ['a polygon without coordinates', feature({ type: 'Polygon' }), 'a polygon has no rings'],
  ['an empty ring', feature(polygon([])), 'a ring has no positions'],
  [
    'an empty multipolygon',
    feature({ type: 'MultiPolygon', coordinates: [] }),
    'its MultiPolygon has no polygons',
  ],
  [
    'an empty polygon in a multipolygon',
    feature({ type: 'MultiPolygon', coordinates: [[ring], []] }),
    'a polygon has no rings',
  ],
  ['a ring of three positions', feature(polygon(ring.slice(1))), 'a ring has fewer than four positions'],
  [
    'an unclosed ring',
    feature(polygon([...ring.slice(0, 3), [-104.5, 39.5]])),
    'a ring is not closed; its last position must be its first',
  ],
  [
    'an unclosed hole',
    feature(polygon(ring, [...ring.slice(0, 3), [-104.5, 39.5]])),
    'a ring is not closed; its last position must be its first',
  ],
  [
    'longitudes of 0 to 360',
    feature(polygon(moved(360))),
    'a longitude is more than 180; use -180 to 180 and not 0 to 360',
  ],
  ['a projected longitude', feature(polygon(moved(-11_000_000))), 'a longitude is not from -180 to 180'],
  [
    'latitude before longitude',
    feature(polygon(ring.map(([longitude, latitude]) => [latitude, longitude]))),
    'a latitude is not from -90 to 90; a position has the longitude first',
  ],
  [
    'positions of texts',
    feature(polygon(ring.map((position) => position.map(String)))),
    'a position is not a list of numbers: longitude, latitude',
  ],
  [
    'positions of one number',
    feature(polygon(ring.map(([longitude]) => [longitude]))),
    'a position is not a list of numbers: longitude, latitude',
  ],
  [
    'NaN as null',
    feature(polygon([[null, null], ...ring])),
    'a position is not a list of numbers: longitude, latitude',
  ],
  [
    'a ring around a pole',
    feature(
      polygon([
        [-120, 80],
        [0, 80],
        [120, 80],
        [-120, 80],
      ]),
    ),
    'a ring goes around a pole',
  ],
  [
    'a line along 180°',
    feature(
      polygon([
        [180, 40],
        [-180, 41],
        [180, 42],
        [180, 40],
      ]),
    ),
    'its polygons have no area',
  ],
  ['a collection within', collection(good), 'it is a feature collection; list its features themselves'],
  ['a geometry alone', polygon(ring), 'its type is not "Feature"'],
  ['null', null, 'its type is not "Feature"'],
  [
    'a NUL in a property',
    feature(polygon(ring), { geocode: 'a\0' }),
    'a property has a NUL character or broken Unicode',
  ],
  [
    'a property that is too long',
    feature(polygon(ring), { geocode: 'a'.repeat(100_001) }),
    'a property is longer than 100,000 characters',
  ],
  [
    'a name of a property that is too long',
    feature(polygon(ring), { ['a'.repeat(100_001)]: 1 }),
    'a property is longer than 100,000 characters',
  ],
])('leaves out a feature with %s, and keeps the others', (_, bad, rule) => {
  const read = reads(collection(good, bad, good));
  expect(read).toBeInstanceOf(PartlyRead);
  const { text, leftOut } = read as PartlyRead;
  expect(leftOut).toEqual([`Feature 2 of 3 is left out: ${rule}.`]);
  expect(JSON.parse(text)).toEqual(collection(good, good));
  // alone, it is the row's problem
  expect(reads(collection(bad))).toEqual(
    new CellProblem(`has no feature that can be used. Feature 1: ${rule}`),
  );
});

test('reports the first 20 of many bad features, and the number of the others', () => {
  const { leftOut } = reads(collection(good, ...Array.from({ length: 25 }, () => null))) as PartlyRead;
  expect([leftOut.length, leftOut[19], leftOut[20]]).toEqual([
    21,
    'Feature 21 of 26 is left out: its type is not "Feature".',
    '5 more features are left out.',
  ]);
});

test.each([
  ['altitudes', feature(polygon(ring.map((position) => [...position, 1600])))],
  ['altitudes and measures', feature(polygon(ring.map((position) => [...position, 1600, 7])))],
  ['unknown altitudes', feature(polygon(ring.map((position) => [...position, null])))],
  [
    'altitudes in one position only',
    feature(polygon(ring.map((position, at) => (at === 0 ? [...position, 1] : position)))),
  ],
])('reads positions with %s', (_, given) => {
  expect(geometries(collection(given))).toEqual([polygon(ring)]);
});

test.each([
  ['a single feature', good],
  ['a geometry alone', polygon(ring)],
  ['a bounding box', { ...collection(good), bbox: [-105, 39, -104, 40] }],
  ['no crs', { ...collection(good), crs: null }],
  [
    'the crs of GeoJSON',
    { ...collection(good), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } },
  ],
  [
    'the crs of GPS',
    { ...collection(good), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4326' } } },
  ],
  ['a crs by its code', { ...collection(good), crs: { type: 'EPSG', properties: { code: 4269 } } }],
])('reads GeoJSON of %s', (_, given) => {
  expect(geometries(given)).toEqual([polygon(ring)]);
});

test.each([
  ['a text', 'zone', /GeoJSON feature collection/],
  ['NaN', '{"type":"Polygon","coordinates":[[[NaN,1]]]}', /GeoJSON feature collection/],
  ['a list', [good], /GeoJSON feature collection/],
  ['no features', collection(), /GeoJSON feature collection/],
  [
    'a projection',
    { ...collection(good), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } },
    /coordinate reference system/,
  ],
  ['more than 5,000 features', collection(...Array.from({ length: 5001 }, () => null)), /5,000 features/],
])('refuses %s as a whole', (_, given, reason) => {
  expect(reads(given)).toEqual(new CellProblem(expect.stringMatching(reason) as string));
});

test('cuts a polygon at 180°, with its hole', () => {
  const box = (west: number, south: number, east: number, north: number) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const [cut] = geometries(collection(feature(polygon(box(178, 50, -178, 54), box(179, 51, -179, 52))))) as {
    type: string;
    coordinates: number[][][][];
  }[];
  expect(cut?.type).toBe('MultiPolygon');
  const spans = cut?.coordinates.map((rings) =>
    rings.map((one) => {
      const longitudes = one.map(([longitude = 0]) => longitude);
      expect(one.at(-1)).toEqual(one[0]);
      return [Math.min(...longitudes), Math.max(...longitudes)];
    }),
  );
  expect(spans?.sort()).toEqual([
    [
      [-180, -178],
      [-180, -179],
    ],
    [
      [178, 180],
      [179, 180],
    ],
  ]);
  // touching 180° cuts nothing
  expect(geometries(collection(feature(polygon(box(178, 50, 180, 54)))))).toEqual([
    polygon(box(178, 50, 180, 54)),
  ]);
  expect(geometries(collection(feature(polygon(box(180, 50, -179, 54)))))).toEqual([
    polygon(box(-180, 50, -179, 54)),
  ]);
});
