import * as areas from '@mailcall/contract/provider-areas.ts';
import { officeRows, saveOfficeRow, takeFeedOfOfficeRow } from '@mailcall/contract/provider-offices.ts';
import { listMailingAreas } from '@mailcall/contract/maps.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askRoute, type RequestParts, requestRoute } from '../../../tests/support/request-route.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
} from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { importFeed, rowsSource } from '../ingest/index.ts';

const here = testApp({ REQUIRE_SECOND_FACTOR: 'primary' });
const tokens = new Map<string, string>();

const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 0.01, south],
    [west + 0.01, south + 0.01],
    [west, south],
  ],
];
const feature = (properties: object, west = -105, south = 39.7) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: square(west, south) },
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });

const feed = (file: 'geodata' | 'mailing-areas' | 'mailing-zones', row: object) =>
  importFeed(
    here.database,
    rowsSource(here, { system: 'crm', file, body: Buffer.from(JSON.stringify(row)) }),
    { files: here.files },
  );

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'north', address: '12 Main St, Denver, CO 80203' },
    { id: 'near', address: '7 Elm St, Denver, CO 80203' },
    { id: 'foreign' },
  ]);
  await addPerson(here.database, { id: 'olga', accounts: ['north'] });
  await addTeamMember(here.database, { id: 'ava', roles: ['account-manager'], accounts: ['north', 'near'] });
  for (const id of ['ava', 'olga']) tokens.set(id, await signInAs(here, `${id}@people.test`));
  const routes = collection(
    feature({ geocode: '80203C001', households: 400 }),
    feature({ geocode: '80203C002', households: 350 }, -104.98),
  );
  await feed('geodata', { id: 'G1', account_id: 'near', shape: JSON.stringify(routes) });
  await feed('geodata', {
    id: 'G9',
    account_id: 'foreign',
    shape: JSON.stringify(collection(feature({ geocode: '80203C009' }, -104.99))),
  });
});

beforeEach(async () => {
  for (const table of ['geodata', 'mailing_areas', 'mailing_zones'])
    await here.database.pool.query(`delete from ${table} where account_id = 'north'`);
});

const ask = <R extends AnyRoute>(route: R, parts?: RequestParts, who = 'ava') =>
  askRoute(here, tokens.get(who) ?? '', route, parts);
const tryTo = (route: AnyRoute, parts: RequestParts) =>
  requestRoute<Record<string, string>>(here, tokens.get('ava') ?? '', route, parts);
const of = (id: string) => ({ params: { id } });
const rows = async (list: 'areas' | 'zones') =>
  (await ask(officeRows, { params: { id: 'north', list } })).records;
const chosen = (...names: string[]) => names.map((route) => ({ shapeId: 'G1', route }));
const draw = (areaId: string | null, name: string, routes = chosen('80203C001')) =>
  ask(areas.drawArea, { ...of('north'), body: { areaId, name, color: '#257a35', routes } });
const drop = async (content: unknown, query: object = {}, id = 'north') => {
  const answer = await here.app.http.inject({
    method: 'POST',
    url: `${serviceBase.data}/provider/offices/${id}/area-files?${encodeQuery({ fileName: 'West side.geojson', ...query })}`,
    headers: { ...bearer(tokens.get('ava') ?? ''), 'content-type': 'application/octet-stream' },
    payload: typeof content === 'string' ? content : JSON.stringify(content),
  });
  return { code: answer.statusCode, ...answer.json<{ data: never; message: string }>() };
};
const onMap = async () =>
  (await ask(listMailingAreas, { query: { accountIds: ['north'] } }, 'olga')).records.map(
    ({ name, carrierRoutes, quantity, zones }) => ({
      name,
      carrierRoutes,
      quantity,
      zones: zones.map((zone) => zone.name),
    }),
  );

describe('carrier routes', () => {
  test('are those of the viewer’s accounts near the office, once each', async () => {
    await feed('geodata', {
      id: 'G2',
      account_id: 'north',
      shape: JSON.stringify(collection(feature({ geocode: '80203C001', households: 401 }))),
    });
    const { records } = await ask(areas.listCarrierRoutes, of('north'));
    expect(records.map(({ shapeId, route, addresses }) => [shapeId, route, addresses])).toEqual([
      ['G2', '80203C001', 401],
      ['G1', '80203C002', 350],
    ]);
  });

  test('make an area and its zones, which the client sees at once', async () => {
    const { id } = await draw(null, 'Denver', chosen('80203C001', '80203C002'));
    await draw(id, 'Capitol Hill');
    expect(await onMap()).toEqual([
      {
        name: 'Denver',
        carrierRoutes: ['80203C001', '80203C002'],
        quantity: 750,
        zones: ['Capitol Hill'],
      },
    ]);
    const { shapes } = await ask(areas.officeMap, of('north'));
    expect(new Set(shapes.map(({ shape }) => shape.features.length))).toEqual(new Set([1, 2]));
  });

  test.each([
    ['a shape of another account', [{ shapeId: 'G9', route: '80203C009' }], 404],
    ['a route that the shape lacks', chosen('80203C007'), 404],
    ['none', [], 400],
  ])('%s cannot be chosen', async (_, routes, code) => {
    const answer = await tryTo(areas.drawArea, {
      ...of('north'),
      body: { areaId: null, name: 'Denver', color: '#257a35', routes },
    });
    expect(answer.code).toBe(code);
    expect(await rows('areas')).toEqual([]);
  });

  test('are replaced, unless a colleague replaced them first', async () => {
    const { id } = await draw(null, 'Denver');
    const params = { id: 'north', list: 'areas', rowId: id };
    const redraw = (before: string | null, ...names: string[]) =>
      tryTo(areas.redrawArea, { params, body: { routes: chosen(...names), before } });
    expect((await redraw('80203C001', '80203C002')).code).toBe(200);
    const [row] = await rows('areas');
    expect(row?.values).toMatchObject({ carrier_routes: '80203C002', quantity: '350' });
    const late = await redraw('80203C001', '80203C001', '80203C002');
    expect(late.code).toBe(422);
    expect(await rows('areas')).toEqual([row]);
    expect(
      (await here.database.pool.query(`select 1 from geodata where account_id = 'north'`)).rowCount,
    ).toBe(1);
  });
});

describe('a GeoJSON file', () => {
  const file = collection(
    feature({ name: 'East', geocode: '80203C011', households: 10 }),
    feature({ name: 'East', geocode: '80203C012', households: 20 }, -104.9),
    { type: 'Feature', properties: { name: 'Lost' }, geometry: { type: 'Point', coordinates: [-105, 39] } },
    feature({}, -104.8),
  );

  test('is shown first, with a sentence for each feature that is left out', async () => {
    const { data } = await drop(file);
    expect(data).toMatchObject({
      places: [
        { name: 'East', routes: ['80203C011', '80203C012'], addresses: 30 },
        { name: 'West side', routes: ['West-side'], addresses: null },
      ],
      leftOut: ['Feature 3 of 4 is left out: its geometry is a Point; use Polygon or MultiPolygon.'],
    });
    expect(await rows('areas')).toEqual([]);
  });

  test('makes areas, or zones of an area without routes, which the client sees at once', async () => {
    await drop(file, { save: 'true' });
    expect(await onMap()).toEqual([
      { name: 'East', carrierRoutes: ['80203C011', '80203C012'], quantity: 30, zones: [] },
      { name: 'West side', carrierRoutes: ['West-side'], quantity: null, zones: [] },
    ]);
    await feed('mailing-areas', { id: 'A7', account_id: 'north', name: 'Avenues' });
    await drop(file, { save: 'true', areaId: 'A7' });
    expect((await onMap()).find(({ name }) => name === 'Avenues')).toEqual({
      name: 'Avenues',
      carrierRoutes: ['80203C011', '80203C012'],
      quantity: null,
      zones: ['East', 'West side'],
    });
  });

  test.each([
    ['no JSON', 'name,zone', 'West side.geojson must be a GeoJSON feature collection'],
    [
      'no usable feature',
      collection({ type: 'Feature', properties: {}, geometry: null }),
      'West side.geojson has no feature that can be used. Feature 1: it has no geometry.',
    ],
    [
      'too many names',
      collection(...Array.from({ length: 101 }, (_, index) => feature({ name: `Zone ${index}` }))),
      'West side.geojson has 101 names. At most 100 are added at once.',
    ],
  ])('with %s is refused with a sentence', async (_, content, sentence) => {
    const { code, message } = await drop(content, { save: 'true' });
    expect([code, message.slice(0, sentence.length)]).toEqual([422, sentence]);
    expect(await rows('areas')).toEqual([]);
  });

  test.each([
    ['an office of others', {}, 'foreign'],
    ['an area that is not there', { areaId: 'A9' }, 'north'],
  ])('for %s is refused', async (_, query, id) => {
    expect((await drop(file, { save: 'true', ...query }, id)).code).toBe(404);
  });
});

describe('areas and zones', () => {
  test('keep what a person set until the feed sends another value', async () => {
    await feed('mailing-areas', { id: 'A7', account_id: 'north', name: 'Avenues', color: '#c92a2a' });
    const params = { id: 'north', list: 'areas', rowId: 'A7' };
    await ask(saveOfficeRow, {
      params,
      body: { values: { name: 'The Avenues' }, before: { name: 'Avenues' } },
    });
    await feed('mailing-areas', { id: 'A7', account_id: 'north', name: 'Avenues', color: '#c92a2a' });
    expect((await rows('areas'))[0]).toMatchObject({
      values: { name: 'The Avenues' },
      feedSays: { name: 'Avenues' },
    });
    await ask(takeFeedOfOfficeRow, { params, body: { column: 'name' } });
    expect((await rows('areas'))[0]).toMatchObject({ values: { name: 'Avenues' }, feedSays: {} });
  });

  test('a removed area takes its zones along', async () => {
    const { id } = await draw(null, 'Denver');
    await draw(id, 'Capitol Hill');
    await ask(saveOfficeRow, {
      params: { id: 'north', list: 'areas', rowId: id },
      body: { values: { deleted: 'true' }, before: { deleted: 'false' } },
    });
    expect([await rows('areas'), await rows('zones'), await onMap()]).toEqual([[], [], []]);
  });

  test('a zone cannot move to an area of another office', async () => {
    await feed('mailing-areas', { id: 'A8', account_id: 'near', name: 'Theirs' });
    const { id: areaId } = await draw(null, 'Denver');
    const { id } = await draw(areaId, 'Capitol Hill');
    const answer = await tryTo(saveOfficeRow, {
      params: { id: 'north', list: 'zones', rowId: id },
      body: { values: { mailing_area_id: 'A8' }, before: { mailing_area_id: areaId } },
    });
    expect(answer.code).toBe(404);
  });
});
