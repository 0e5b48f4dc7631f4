import type { MailingArea, MapOffice, MapZone } from '@mailcall/contract/maps.ts';
import { expect, test } from 'vitest';
import {
  boundsAround,
  displayedAreas,
  featuresOf,
  firstView,
  markedTargets,
  missingFromMap,
  partsOf,
  shownKeys,
} from './map-model.ts';

const totals = {
  mailingsCount: 0,
  totalLeads: 0,
  totalAppointments: 0,
  totalCalls: 0,
  totalUnscoredCalls: 0,
  conversionRate: 0,
  firstDeliveryWeek: null,
  lastDeliveryWeek: null,
  mailings: [],
};
const place = { quantity: null, color: '#000000', listProviderUrl: null, center: null };

function zone(id: string, part: Partial<MapZone> = {}): MapZone {
  return {
    ...totals,
    ...place,
    id,
    name: id,
    mailingAreaId: 'a',
    geodataId: `shape of ${id}`,
    boundingBox: [0, 0, 1, 1],
    carrierRoutes: ['28801C001'],
    ...part,
  };
}

function area(id: string, part: Partial<MailingArea> = {}): MailingArea {
  return {
    ...totals,
    ...place,
    id,
    name: id,
    accountId: 'office',
    account: 'Office',
    archived: false,
    campaignType: 'MVP Mail',
    mailingDateFrom: null,
    mailingDateTo: null,
    matchedLastAudit: null,
    geodataId: `shape of ${id}`,
    boundingBox: [2, 2, 3, 4],
    carrierRoutes: ['28801C001'],
    zones: [],
    ...part,
  };
}

const areas = [
  area('a', { zones: [zone('a1'), zone('a2', { geodataId: null })] }),
  area('b'),
  area('c', { geodataId: null }),
];

test('displays unarchived areas with carrier routes', () => {
  const all = [area('a'), area('b', { archived: true }), area('c', { carrierRoutes: [] })];
  expect(displayedAreas(all).map(({ id }) => id)).toEqual(['a']);
});

test('draws an area by its zones with a shape, otherwise by its own', () => {
  expect(partsOf(areas).map(({ key, geodataId }) => [key, geodataId])).toEqual([
    ['zone:a1', 'shape of a1'],
    ['area:b', 'shape of b'],
  ]);
});

test('makes a feature of each carrier route that names its shape', () => {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const shape = {
    type: 'FeatureCollection' as const,
    features: ['28801C001', '28801C002'].map((geocode) => ({
      type: 'Feature' as const,
      properties: { geocode },
      geometry: { type: 'Polygon' as const, coordinates: [corners] },
    })),
  };
  const { features } = featuresOf(partsOf(areas), new Map([['shape of b', shape]]));
  expect(features.map(({ properties }) => properties)).toEqual([
    { shape: 'area:b', geocode: '28801C001' },
    { shape: 'area:b', geocode: '28801C002' },
  ]);
});

test.each([
  [[], []],
  [['a'], ['zone:a1']],
  [
    ['a1', 'b'],
    ['zone:a1', 'area:b'],
  ],
])('with %o shown, %o are drawn', (shown, keys) => {
  expect(shownKeys(partsOf(areas), new Set(shown))).toEqual(keys);
});

test('marks an area by the shapes that it is drawn by', () => {
  const parts = partsOf(areas);
  expect(markedTargets({ kind: 'area', id: 'a' }, parts)).toEqual([{ kind: 'zone', id: 'a1' }]);
  expect(markedTargets({ kind: 'area', id: 'b' }, parts)).toEqual([{ kind: 'area', id: 'b' }]);
  expect(markedTargets({ kind: 'office', id: 'o' }, parts)).toEqual([{ kind: 'office', id: 'o' }]);
});

test('contains all shapes and points in the bounds', () => {
  expect(boundsAround(partsOf(areas), [{ latitude: -5, longitude: 9 }])).toEqual({
    west: 0,
    south: -5,
    east: 9,
    north: 4,
  });
  expect(boundsAround([])).toBeNull();
});

test('fits areas on both sides of 180° across it', () => {
  expect(boundsAround([{ boundingBox: [178, 50, -179, 52] }, { boundingBox: [-178, 51, -177, 53] }])).toEqual(
    { west: 178, south: 50, east: -177, north: 53 },
  );
});

const office = (id: string, location: { latitude: number; longitude: number } | null): MapOffice => ({
  id,
  officeId: id,
  name: id,
  color: '#000000',
  address: null,
  industry: null,
  clientLabel: null,
  businessLabel: null,
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  locationLatitude: location?.latitude ?? null,
  locationLongitude: location?.longitude ?? null,
  locationSource: location && 'zip',
});
const nowhere = office('nowhere', null);
const boulder = { latitude: 40, longitude: -105 };

test('opens on the selected area, otherwise on the first office with a place, otherwise on all areas', () => {
  const parts = partsOf(areas);
  const offices = [nowhere, office('boulder', boulder), office('denver', { latitude: 39, longitude: -105 })];
  expect(firstView(parts, 'b', offices)).toEqual({ bounds: { west: 2, south: 2, east: 3, north: 4 } });
  expect(firstView(parts, 'c', offices)).toEqual({ center: boulder });
  expect(firstView(parts, null, offices)).toEqual({ center: boulder });
  expect(firstView(parts, null, [nowhere])).toEqual({ bounds: { west: 0, south: 0, east: 3, north: 4 } });
  expect(firstView(partsOf([area('c', { geodataId: null })]), 'c', [nowhere])).toBeNull();
  expect(firstView([], null, [])).toBeNull();
});

test('says what an empty map lacks, and nothing of one that has something', () => {
  const missing = (some: MailingArea[], offices: MapOffice[]) =>
    missingFromMap({ areas: some, parts: partsOf(some), offices });
  expect(missing([], [nowhere])).toEqual([
    'The office has no coordinates and no known ZIP code.',
    'There is no mailing area with carrier routes.',
  ]);
  expect(missing([area('c', { geodataId: null })], [nowhere, office('other', null)])).toEqual([
    'The offices have no coordinates and no known ZIP codes.',
    'The mailing areas have carrier routes, but no shapes.',
  ]);
  expect(missing([area('b')], [nowhere])).toEqual([]);
  expect(missing([], [nowhere, office('boulder', boulder)])).toEqual([]);
});
