import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { getGeodata, getTile } from '@mailcall/contract/map-shapes.ts';
import {
  getMapOffice,
  listMailingAreas,
  setAreaColor,
  setCampaignColor,
  setNewMoverColor,
  setOfficeColor,
  setZoneColor,
} from '@mailcall/contract/maps.ts';
import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import type { AnyRoute, RouteReply } from '@mailcall/contract/wire/route.ts';
import { PbfReader } from 'pbf';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { csv, FeedFolders, importedOnce } from '../ingest/feed-for-tests.ts';
import { importFolder } from '../ingest/index.ts';
import { displayedShapes } from './displayed-shapes.ts';
import { shapesInBounds } from './shapes-in-bounds.ts';
import { readTerritories } from './territories.ts';
import type { Bounds } from './tiles.ts';

const here = testApp();
const folders = new FeedFolders();
afterAll(() => folders.remove());
let token = '';

const importFiles = async (files: Record<string, string>) => {
  const report = await importFolder(here.database, await folders.folder(files), { files: here.files });
  expect(report.firstRejections).toEqual([]);
};

const blue = '#1f6feb';
const teal = '#0b7285';

const square = (west: number, south: number, geocode: string) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { geocode },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [west, south],
              [west + 0.5, south],
              [west + 0.5, south + 0.5],
              [west, south + 0.5],
              [west, south],
            ],
          ],
        },
      },
    ],
  });

const areas = [
  { id: 'homes', account_id: 'office', name: 'Homes', campaign_type: 'MVP Mail', geodata_id: 'homes-shape' },
  { id: 'movers', account_id: 'office', name: 'Movers', campaign_type: 'New Mover Mail (Print Only)' },
  { id: 'past', account_id: 'office', name: 'Past', campaign_type: 'MVP Mail', geodata_id: 'past-shape' },
  { id: 'far', account_id: 'foreign', name: 'Far', campaign_type: 'MVP Mail', geodata_id: 'far-shape' },
].map((area) => ({
  geodata_id: '',
  ...area,
  carrier_routes: '28801C001',
  color: '#AABBCC',
  archived: area.id === 'past',
}));
const zones = [
  { id: 'north', mailing_area_id: 'homes', geodata_id: 'north-shape', color: '' },
  { id: 'south', mailing_area_id: 'homes', geodata_id: '', color: '#123456' },
  { id: 'all', mailing_area_id: 'movers', geodata_id: 'all-shape', color: '#654321' },
].map((zone) => ({ ...zone, account_id: 'office', name: zone.id, carrier_routes: '28801C002;28801C003' }));
const feedOfAreas = { 'mailing-areas.csv': csv(areas), 'mailing-zones.csv': csv(zones) };

const restore = importedOnce(() =>
  importFiles({
    'accounts.csv': csv([
      { id: 'office', name: 'Office', latitude: 35.6, longitude: -82.5, color: '', address: '1 Main St' },
      { id: 'foreign', name: 'Foreign', latitude: '', longitude: '', color: '', address: '' },
    ]),
    'geodata.csv': csv([
      { id: 'homes-shape', account_id: 'office', shape: square(-82, 35, '28801C001') },
      { id: 'north-shape', account_id: 'office', shape: square(-83, 36, '28801C002') },
      { id: 'all-shape', account_id: 'office', shape: square(-84, 37, '28801C003') },
      { id: 'past-shape', account_id: 'office', shape: square(-85, 38, '28801C004') },
      { id: 'far-shape', account_id: 'foreign', shape: square(-86, 39, '28801C005') },
    ]),
    ...feedOfAreas,
    'campaigns.csv': csv(
      [
        {
          id: 'm1',
          zone_id: 'north',
          mailing_area_id: 'homes',
          delivery_week: '2026-02-02',
          status: 'delivered',
        },
        { id: 'm2', zone_id: '', mailing_area_id: 'homes', delivery_week: '2026-01-05', status: 'delivered' },
        {
          id: 'm3',
          zone_id: 'all',
          mailing_area_id: 'movers',
          delivery_week: '2026-03-02',
          status: 'delivered',
        },
        {
          id: 'm4',
          zone_id: 'north',
          mailing_area_id: 'homes',
          delivery_week: '2026-03-09',
          status: 'shipped',
        },
      ].map((mailing) => ({ ...mailing, account_id: 'office', name: mailing.id, campaign_type: 'MVP Mail' })),
    ),
  }),
);
beforeEach(async () => {
  await restore(here.database.pool);
  await here.database.pool.query('delete from access_log');
  await addPerson(here.database, { id: 'olga', accounts: ['office'] });
  token ||= await signInAs(here, 'olga@people.test');
});

const send = async <R extends AnyRoute>(
  route: R,
  parts: { params?: Record<string, string>; query?: object; body?: object },
) => requestRoute<RouteReply<R>>(here, token, route, parts);
const listed = async () => (await send(listMailingAreas, { query: { accountIds: ['*'] } })).data;
const areaOf = async (id: string) => (await listed()).records.find((area) => area.id === id);

async function tile(
  options: { position?: string; headers?: Record<string, string>; accountIds?: string } = {},
) {
  const { position = '0/0/0', headers = { 'accept-encoding': 'gzip' }, accountIds = '*' } = options;
  return here.app.http.inject({
    method: 'GET',
    url: `/api/maps${getTile.path.replace(':z/:x/:y', position)}?accountIds[]=${accountIds}`,
    headers: { ...bearer(token), ...headers },
  });
}
const featuresOf = (bytes: Buffer) => {
  const layer = new VectorTile(new PbfReader(bytes)).layers['shapes'];
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at)).flatMap(
    (one) => one ?? [],
  );
};

test('lists areas with their zones and results, and New Mover areas with their first zone’s data', async () => {
  const { meta, records } = await listed();
  expect(meta.locations).toEqual([
    expect.objectContaining({
      id: 'office',
      officeId: 'office',
      color: blue,
      latitude: 35.6,
      address: '1 Main St',
    }),
  ]);
  expect(records.map(({ id }) => id)).toEqual(['movers', 'homes', 'past']);
  const [movers, homes, past] = records;
  expect(movers).toMatchObject({
    campaignType: 'New Mover',
    color: '#654321',
    geodataId: 'all-shape',
    carrierRoutes: ['28801C002', '28801C003'],
    boundingBox: [-84, 37, -83.5, 37.5],
    center: { latitude: 37.25, longitude: -83.75 },
    mailings: [{ id: 'm3' }],
    zones: [],
  });
  expect(homes).toMatchObject({
    account: 'Office',
    color: '#aabbcc',
    mailingsCount: 2,
    firstDeliveryWeek: '2026-01-05',
    lastDeliveryWeek: '2026-02-02',
    mailings: [{ id: 'm2' }],
    zones: [
      { id: 'north', color: '#000000', mailings: [{ id: 'm1' }], mailingsCount: 1 },
      { id: 'south', color: '#123456', geodataId: null, center: null, mailings: [] },
    ],
  });
  expect(past).toMatchObject({ archived: true });
  expect(meta.shapesCount).toBe(2);
});

test('lists an area audited by the portal or the feed first, with the newer day', async () => {
  await here.database.pool.query(`
    update campaigns set portal_matched_last_audit = '2026-03-01', matched_last_audit = '2026-02-01' where id = 'm2';
    update mailing_zones set color = null where id = 'all'`);
  expect(
    (await listed()).records.map(({ id, matchedLastAudit, color }) => [id, matchedLastAudit, color]),
  ).toEqual([
    ['homes', '2026-03-01', '#aabbcc'],
    // color of the area, because its first zone has none
    ['movers', null, '#aabbcc'],
    ['past', null, '#aabbcc'],
  ]);
});

test('returns the viewer’s shapes by id, and nothing to a client that has them', async () => {
  const joined = await send(getGeodata, { query: { ids: 'north-shape,far-shape,homes-shape' } });
  expect(joined.data.records.map(({ id, centroid }) => [id, centroid.latitude])).toEqual([
    ['homes-shape', 35.2],
    ['north-shape', 36.2],
  ]);
  expect(joined.headers['cache-control']).toBe('private, no-cache');
  const ask = (etag: string) =>
    here.app.http.inject({
      url: '/api/maps/geodata?id=north-shape',
      headers: { ...bearer(token), 'if-none-match': etag },
    });
  const single = await ask('"other"');
  const again = await ask(String(single.headers.etag));
  expect([single.statusCode, again.statusCode, again.body]).toEqual([200, 304, '']);
  await importFiles({
    'geodata.csv': csv([{ id: 'north-shape', account_id: 'office', shape: square(-83, 36, '28801C009') }]),
  });
  expect((await ask(String(single.headers.etag))).statusCode).toBe(200);
  expect((await send(getGeodata, { query: { id: 'far-shape' } })).code).toBe(404);
  expect((await send(getGeodata, { query: {} })).code).toBe(400);
});

test.each<[name: string, change: string, shapes: string[]]>([
  ['as they are', 'select 1', ['homes north', 'movers']],
  [
    'an area whose only zone with a shape is elsewhere',
    `update mailing_zones set geodata_id = 'away' where id = 'north'`,
    ['movers'],
  ],
  [
    'an area without shapes of zones',
    `update mailing_zones set geodata_id = null where id = 'north'`,
    ['homes', 'movers'],
  ],
  [
    'a New Mover area whose first zone has no shape',
    `update mailing_zones set mailing_area_id = 'movers', geodata_id = null where id = 'south';
      update mailing_zones set name = 'zone' where id = 'all';
      update mailing_areas set geodata_id = 'past-shape' where id = 'movers'`,
    ['homes north', 'movers'],
  ],
  [
    'a New Mover area whose second zone is here',
    `update mailing_zones set mailing_area_id = 'movers', name = 'a' where id = 'south'`,
    ['homes north'],
  ],
  ['a removed shape', `update geodata set deleted = true where id = 'north-shape'`, ['homes', 'movers']],
  ['a first zone without carrier routes', `update mailing_zones set carrier_routes = '{}'`, ['homes north']],
])('finds the shapes within the bounds of a tile: %s', async (_, change, expected) => {
  const { database } = here;
  await database.pool.query(`
    insert into geodata (account_id, id, shape, centroid, bounding_box)
    values ('office', 'away', '{}', '{20,20}', '{20,20,21,21}')`);
  await database.pool.query(change);
  const bounds: Bounds = [-85, 34, -80, 40];
  const found = await shapesInBounds(database.kysely, ['office'], bounds);
  expect(found.map(({ areaId, zoneId }) => [areaId, zoneId].filter(Boolean).join(' '))).toEqual(expected);
  const all = displayedShapes(await readTerritories(database.kysely, ['office']));
  expect(found).toEqual(all.filter(({ geodataId }) => geodataId !== 'away'));
});

test('makes tiles of the shapes that the map displays', async () => {
  const whole = await tile();
  expect(whole.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'cache-control': 'private, no-cache',
  });
  const features = featuresOf(gunzipSync(whole.rawPayload));
  expect(features.map(({ properties }) => properties)).toEqual([
    { shape: 'zone:north', areaId: 'homes', zoneId: 'north', geocode: '28801C002' },
    { shape: 'area:movers', areaId: 'movers', geocode: '28801C003' },
  ]);
  // a square of half a degree at 36 degrees north, 13 zooms on: inside the shape, and beside it
  const inside = await tile({ position: '10/277/402', headers: {} });
  expect(inside.headers['content-encoding']).toBeUndefined();
  const [north] = featuresOf(inside.rawPayload);
  expect(north?.toGeoJSON(277, 402, 10).geometry).toMatchObject({ type: 'Polygon' });
  expect((await tile({ position: '10/300/402' })).rawPayload).toHaveLength(0);
  const again = await tile({ headers: { 'if-none-match': String(whole.headers.etag) } });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  expect((await tile({ position: '2/4/0' })).statusCode).toBe(400);
  expect((await tile({ accountIds: 'foreign' })).statusCode).toBe(403);
});

test.each([
  ['altitudes', '[1600]'],
  ['altitudes and measures', '[1600, 7]'],
])('makes tiles of a stored shape with %s, and of those beside it', async (_, more) => {
  await here.database.pool.query(
    `update geodata set shape = jsonb_set(shape, '{features,0,geometry,coordinates,0}', (
       select jsonb_agg(corner || $1) from jsonb_array_elements(shape #> '{features,0,geometry,coordinates,0}') corner
     )) where id = 'north-shape'`,
    [more],
  );
  const { statusCode, rawPayload } = await tile();
  expect(statusCode).toBe(200);
  expect(featuresOf(gunzipSync(rawPayload)).map(({ properties }) => properties['shape'])).toEqual([
    'zone:north',
    'area:movers',
  ]);
});

test('lists and finds an area across 180° where it is', async () => {
  const ring = [[178, 50], [-178, 50], [-178, 52], [178, 52], [178, 50]]; // biome-ignore format: a box
  const shape = JSON.stringify({ type: 'Polygon', coordinates: [ring] });
  await importFiles({ 'geodata.csv': csv([{ id: 'all-shape', account_id: 'office', shape }]) });
  expect(await areaOf('movers')).toMatchObject({
    boundingBox: [178, 50, -178, 52],
    center: { latitude: 51, longitude: 180 },
  });
  const shown = async (position: string) => {
    const { rawPayload } = await tile({ position, headers: {} });
    if (rawPayload.length === 0) return [];
    // its part on the other side is within the margin of the tile
    return [...new Set(featuresOf(rawPayload).map(({ properties }) => properties['shape']))];
  };
  expect(await shown('8/0/85')).toEqual(['area:movers']);
  expect(await shown('8/255/85')).toEqual(['area:movers']);
  expect(await shown('8/100/85')).toEqual([]);
});

test('gives areas, zones and offices a color of the palette', async () => {
  const color = teal;
  expect(await send(setOfficeColor, { body: { id: 'office', color } })).toMatchObject({
    code: 200,
    data: { id: 'office', color },
  });
  await send(setAreaColor, { params: { id: 'homes' }, body: { color: color.toUpperCase() } });
  await send(setZoneColor, { params: { id: 'south' }, body: { color } });
  await send(setNewMoverColor, { params: { id: 'movers' }, body: { color } });
  expect(await send(setCampaignColor, { params: { id: 'm1' }, body: { color } })).toMatchObject({
    data: { id: 'm1', color },
  });
  const colors = async () => {
    const { rows } = await here.database.pool.query<{ color: string }>(`
      select color from mailing_areas where id in ('homes', 'movers') union all
      select color from mailing_zones where account_id = 'office'`);
    return new Set(rows.map((row) => row.color));
  };
  expect(await colors()).toEqual(new Set([color]));
  expect((await send(getMapOffice, { params: { id: 'office' } })).data).toMatchObject({ color });
  // the same feed again changes nothing, a new color of the feed does
  await importFiles(feedOfAreas);
  expect(await colors()).toEqual(new Set([color]));
  await importFiles({ 'mailing-areas.csv': csv([{ id: 'homes', account_id: 'office', color: '#010203' }]) });
  expect((await areaOf('homes'))?.color).toBe('#010203');
  const { rows } = await here.database.pool.query(
    `select contact_id, subject_kind, subject_id from access_log where action = 'color' order by subject_kind, subject_id`,
  );
  expect(rows.map((row) => Object.values(row as object).join(' '))).toEqual([
    'olga mailing area homes',
    'olga mailing area movers',
    'olga mailing zone north',
    'olga mailing zone south',
    'olga office office',
  ]);
});

test('takes the color that something has, and the last one of the feed, in any case', async () => {
  const code = async (color: string) =>
    (await send(setAreaColor, { params: { id: 'homes' }, body: { color } })).code;
  await importFiles({ 'mailing-areas.csv': csv([{ id: 'homes', account_id: 'office', color: '#F08C00' }]) });
  expect(await code('#f08c00')).toBe(200);
  expect(await code(teal)).toBe(200);
  expect(await code('#f08c00')).toBe(200);
  expect((await areaOf('homes'))?.color).toBe('#f08c00');
  expect(await code('#f08c01')).toBe(400);
  expect((await send(setZoneColor, { params: { id: 'south' }, body: { color: '#f08c00' } })).code).toBe(400);
  expect((await send(setOfficeColor, { body: { id: 'office', color: '#f08c00' } })).code).toBe(400);
});

test.each([
  ['a color that is not of the palette', setAreaColor, { id: 'homes' }, '#aabbcd', 400],
  ['the color of a foreign area', setAreaColor, { id: 'far' }, blue, 404],
  ['the New Mover color of another area', setNewMoverColor, { id: 'homes' }, blue, 422],
  ['the color of an unknown zone', setZoneColor, { id: 'none' }, blue, 404],
  ['the color of a campaign without a zone', setCampaignColor, { id: 'm2' }, blue, 422],
  ['the color of an unknown campaign', setCampaignColor, { id: 'none' }, blue, 404],
] as const)('refuses %s', async (_, route, params, color, code) => {
  const before = await listed();
  expect((await send(route, { params, body: { color } })).code).toBe(code);
  expect((await listed()).records).toEqual(before.records);
});

test('refuses the color of a foreign office', async () => {
  expect((await send(setOfficeColor, { body: { id: 'foreign', color: blue } })).code).toBe(404);
  expect((await send(getMapOffice, { params: { id: 'foreign' } })).code).toBe(404);
});

test('of colors chosen at once one remains, for a New Mover area and its zone', async () => {
  const chosen = mapColors.map(({ color }) => color);
  const codes = await Promise.all(
    chosen.map(
      async (color) => (await send(setAreaColor, { params: { id: 'movers' }, body: { color } })).code,
    ),
  );
  expect(new Set(codes)).toEqual(new Set([200]));
  const { rows } = await here.database.pool.query<{ area: string; zone: string }>(`
    select area.color as area, zone.color as zone from mailing_areas as area
    join mailing_zones as zone on zone.account_id = area.account_id and zone.mailing_area_id = area.id where area.id = 'movers'`);
  expect(rows).toEqual([{ area: expect.toBeOneOf(chosen) as string, zone: rows[0]?.area }]);
});

test.each([
  ['12 Main St, Boulder, CO 80302', { latitude: 40.025056, longitude: -105.348664 }],
  ['12 Main St, Boulder, CO 80302-1234, USA', { latitude: 40.025056, longitude: -105.348664 }],
  ['1 Oxford St, Cambridge, MA 2138', { latitude: 42.379637, longitude: -71.135152 }],
])('places an office without coordinates at the center of the ZIP code of %j', async (address, center) => {
  await importFiles({
    'accounts.csv': csv([{ id: 'office', name: 'Office', latitude: '', longitude: '', address }]),
  });
  const placed = {
    ...center,
    locationLatitude: center.latitude,
    locationLongitude: center.longitude,
    locationSource: 'zip',
  };
  expect((await listed()).meta.locations).toEqual([expect.objectContaining(placed)]);
  expect((await send(getMapOffice, { params: { id: 'office' } })).data).toMatchObject(placed);
  // a text that the feed did not send is not stored, so it is not exported
  expect(
    (await here.database.pool.query("select latitude, longitude from accounts where id = 'office'")).rows,
  ).toEqual([{ latitude: null, longitude: null }]);
});

test.each([
  ['no address', { address: '', latitude: '', longitude: '' }],
  ['no ZIP code', { address: '12 Main St, Boulder, CO', latitude: '', longitude: '' }],
  ['an unknown ZIP code', { address: '12 Main St, Boulder, CO 00501', latitude: '', longitude: '' }],
])('places no office with %s', async (_, row) => {
  await importFiles({ 'accounts.csv': csv([{ id: 'office', name: 'Office', ...row }]) });
  expect((await listed()).meta.locations).toEqual([
    expect.objectContaining({
      latitude: null,
      longitude: null,
      locationLatitude: null,
      locationSource: null,
    }),
  ]);
});

test('prefers the coordinates of the feed to the ZIP code, as soon as it has both', async () => {
  const address = '12 Main St, Boulder, CO 80302';
  const place = async (latitude: number | '', longitude: number | '') => {
    await importFiles({
      'accounts.csv': csv([{ id: 'office', name: 'Office', address, latitude, longitude }]),
    });
    const [office] = (await listed()).meta.locations;
    return [office?.latitude, office?.longitude, office?.locationSource];
  };
  expect(await place(35.6, '')).toEqual([40.025056, -105.348664, 'zip']);
  expect(await place('', -82.5)).toEqual([40.025056, -105.348664, 'zip']);
  expect(await place(0, 0)).toEqual([40.025056, -105.348664, 'zip']);
  expect(await place(0, -82.5)).toEqual([0, -82.5, 'feed']);
  expect(await place(35.6, -82.5)).toEqual([35.6, -82.5, 'feed']);
});
