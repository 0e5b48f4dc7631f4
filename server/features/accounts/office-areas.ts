import type { CarrierRoute, drawArea, officeMap, PlaceOfFile } from '@mailcall/contract/provider-areas.ts';
import { maxChosenRoutes, maxPlacesOfFile } from '@mailcall/contract/provider-areas.ts';
import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import {
  addressesOfFeature,
  nameOfFeature,
  routeOfFeature,
  sumOfAddresses,
} from '@mailcall/contract/rules/map-features.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { isMadeHere } from '@mailcall/contract/edited-rows.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import {
  CellProblem,
  type EditedBy,
  inEditRun,
  maxShapeLength,
  readFeatures,
  saveInRun,
  type ShapeFeature,
  shapeText,
} from '../ingest/index.ts';
import { choiceOfMailing } from '../scope/index.ts';
import { teamAccounts } from '../team/index.ts';
import type { OfficeDependencies } from './change-offices.ts';
import { readOffice } from './desk-offices.ts';
import { requireRow } from './office-rows.ts';

type EditRun = Parameters<Parameters<typeof inEditRun<void>>[2]>[0];
type DrawnList = 'areas' | 'zones';

const maxMailings = 200;
/** Degrees around the office, about 25 miles. */
const reach = 0.4;
const maxShapes = 300;
/** Bytes as PostgreSQL stores them, compressed. */
const maxShapeBytes = 4_000_000;

const fileOf = { areas: 'mailing-areas', zones: 'mailing-zones' } as const;

const editedBy = ({ clock }: OfficeDependencies, { contactId }: Viewer): EditedBy => ({
  contactId,
  at: clock.now(),
});

async function openOffice(database: Queryable, viewer: Viewer, id: string) {
  const office = await readOffice(database, viewer, id);
  if (!office) throw notFound(`Account ${id} not found`);
  return office;
}

/** @throws {Problem} 404 for offices of others */
export async function readOfficeMap(
  { database: { kysely } }: Pick<OfficeDependencies, 'database'>,
  viewer: Viewer,
  id: string,
): Promise<RouteReply<typeof officeMap>> {
  const { place } = await openOffice(kysely, viewer, id);
  const { rows: shapes } = await sql<{ id: string; shape: ZoneShape }>`
    select id, shape from geodata where account_id = ${id} and not deleted and id in (
      select geodata_id from mailing_areas where account_id = ${id} and not deleted
      union all
      select geodata_id from mailing_zones where account_id = ${id} and not deleted)
    order by id`.execute(kysely);
  const { rows: mailings } = await sql<{ id: string; name: string; zoneId: string | null }>`
    select id, name, "zoneId" from (
      select id, ${choiceOfMailing} as name, zone_id as "zoneId", coalesce(order_date, created_date) as day,
        row_number() over (order by coalesce(order_date, created_date) desc nulls last, id) as place
      from campaigns where account_id = ${id} and not deleted) newest
    where place <= ${maxMailings} or "zoneId" is not null order by day desc nulls last, id`.execute(kysely);
  return { place, shapes, mailings };
}

interface StoredShape {
  id: string;
  shape: ZoneShape;
}

const ofFeature = (feature: ZoneShape['features'][number]): ZoneShape => ({
  type: 'FeatureCollection',
  features: [feature],
});

/** Each route once, of the office's own shapes first. */
export async function listRoutes(
  { database: { kysely } }: Pick<OfficeDependencies, 'database'>,
  viewer: Viewer,
  id: string,
): Promise<CarrierRoute[]> {
  const { place } = await openOffice(kysely, viewer, id);
  const { longitude = 0, latitude = 0 } = place ?? {};
  const isNear = place
    ? sql`bounds && box(point(${longitude - reach}, ${latitude - reach}), point(${longitude + reach}, ${latitude + reach}))`
    : sql`false`;
  const { rows: sizes } = await sql<{ id: string; bytes: number }>`
    select id, pg_column_size(shape) as bytes from geodata
    where not deleted and ${teamAccounts(viewer, 'geodata.account_id')} and (account_id = ${id} or ${isNear})
    order by account_id = ${id} desc, id limit ${maxShapes}`.execute(kysely);
  let left = maxShapeBytes;
  const read = sizes.filter(({ bytes }) => (left -= bytes) >= 0).map((shape) => shape.id);
  const { rows } = await sql<StoredShape>`
    select id, shape from geodata where id = any(${read}::text[]) and not deleted
    order by account_id = ${id} desc, id`.execute(kysely);
  const routes = new Map<string, CarrierRoute>();
  for (const { id: shapeId, shape } of rows)
    for (const feature of shape.features) {
      const route = routeOfFeature(feature.properties);
      if (route === null || routes.has(route) || routes.size >= maxChosenRoutes) continue;
      routes.set(route, {
        shapeId,
        route,
        addresses: addressesOfFeature(feature.properties),
        shape: ofFeature(feature),
      });
    }
  return [...routes.values()].sort((one, other) => (one.route < other.route ? -1 : 1));
}

type ChosenRoutes = z.output<typeof drawArea.body>['routes'];

/** @throws {Problem} 404 for a route of others, or one that is gone */
async function featuresOf(
  database: Queryable,
  viewer: Viewer,
  chosen: ChosenRoutes,
): Promise<ShapeFeature[]> {
  const { rows } = await sql<StoredShape>`
    select id, shape from geodata where id = any(${[...new Set(chosen.map(({ shapeId }) => shapeId))]}::text[])
      and not deleted and ${teamAccounts(viewer, 'geodata.account_id')}`.execute(database);
  const features = new Map(
    rows.flatMap(({ id, shape }) =>
      shape.features.map((feature) => [`${id} ${routeOfFeature(feature.properties)}`, feature] as const),
    ),
  );
  const byRoute = new Map(chosen.map((one) => [one.route, one]));
  return [...byRoute.values()].map(({ shapeId, route }) => {
    const feature = features.get(`${shapeId} ${route}`);
    if (!feature) throw notFound(`The carrier route ${route} is not there any more.`);
    return feature;
  });
}

interface Drawn {
  routes: string[];
  addresses: number | null;
  text: string;
}

/** @throws {Problem} 422 for a shape that no row can hold */
function drawnOf(features: readonly ShapeFeature[], name: string): Drawn {
  const text = shapeText(features);
  if (text.length > maxShapeLength)
    throw notPossible(
      `${name} has too many corners: its shape is longer than ${thousands(maxShapeLength)} characters.`,
    );
  return {
    text,
    routes: [...new Set(features.flatMap(({ properties }) => routeOfFeature(properties) ?? []))],
    addresses: sumOfAddresses(features.map(({ properties }) => addressesOfFeature(properties))),
  };
}

const valuesOf = (geodataId: string, { routes, addresses }: Drawn) => ({
  geodata_id: geodataId,
  carrier_routes: routes.join(';'),
  quantity: addresses === null ? null : String(addresses),
});

interface NewPlace {
  officeId: string;
  areaId: string | null;
  name: string;
  color: string;
  drawn: Drawn;
}

async function addPlace(
  run: EditRun,
  { officeId, areaId, name, color, drawn }: NewPlace,
  by: EditedBy,
): Promise<string> {
  const [geodataId = ''] = await saveInRun(run, {
    file: 'geodata',
    changes: [{ id: null, accountId: officeId, values: { shape: drawn.text } }],
    by,
  });
  const [id = ''] = await saveInRun(run, {
    file: areaId === null ? 'mailing-areas' : 'mailing-zones',
    changes: [
      {
        id: null,
        accountId: officeId,
        values: {
          name,
          color,
          ...valuesOf(geodataId, drawn),
          ...(areaId !== null && { mailing_area_id: areaId }),
        },
      },
    ],
    by,
  });
  if (areaId !== null) await showArea(run, { officeId, areaId, routes: drawn.routes, by });
  return id;
}

/** Maps leave out areas without carrier routes. */
async function showArea(
  run: EditRun,
  { officeId, areaId, routes, by }: { officeId: string; areaId: string; routes: string[]; by: EditedBy },
): Promise<void> {
  const { rows } = await sql`
    select 1 from mailing_areas where account_id = ${officeId} and id = ${areaId} and carrier_routes = '{}'`.execute(
    run.database,
  );
  if (rows.length > 0)
    await saveInRun(run, {
      file: 'mailing-areas',
      changes: [{ id: areaId, accountId: officeId, values: { carrier_routes: routes.join(';') } }],
      by,
    });
}

/** @throws {Problem} 404 for an office, an area or a route of others, 422 by column */
export async function drawNewArea(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  officeId: string,
  { areaId, name, color, routes }: z.output<typeof drawArea.body>,
): Promise<string> {
  const { kysely } = dependencies.database;
  await openOffice(kysely, viewer, officeId);
  if (areaId !== null) await requireRow(kysely, { id: officeId, list: 'areas' }, areaId);
  const drawn = drawnOf(await featuresOf(kysely, viewer, routes), name);
  return inEditRun(dependencies, { byPerson: true }, (run) =>
    addPlace(run, { officeId, areaId, name, color, drawn }, editedBy(dependencies, viewer)),
  );
}

/** A shape made here that only this row has. */
async function ownShape(
  database: Queryable,
  { officeId, list, rowId }: { officeId: string; list: DrawnList; rowId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string; uses: number }>`
    select geodata_id as id, (
      select count(*)::int from (
        select id from mailing_areas where account_id = ${officeId} and geodata_id = place.geodata_id
        union all
        select id from mailing_zones where account_id = ${officeId} and geodata_id = place.geodata_id) users) as uses
    from ${sql.table(list === 'areas' ? 'mailing_areas' : 'mailing_zones')} place
    where place.account_id = ${officeId} and place.id = ${rowId} and place.geodata_id is not null`.execute(
    database,
  );
  const [own] = rows;
  return own && own.uses === 1 && isMadeHere(own.id) ? own.id : null;
}

/** @throws {Problem} 404 for a row or a route of others, 422 if another person changed the routes */
export async function redrawPlace(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  { officeId, list, rowId }: { officeId: string; list: DrawnList; rowId: string },
  { routes, before }: { routes: ChosenRoutes; before: string | null },
): Promise<void> {
  const { kysely } = dependencies.database;
  await openOffice(kysely, viewer, officeId);
  await requireRow(kysely, { id: officeId, list }, rowId);
  const drawn = drawnOf(await featuresOf(kysely, viewer, routes), 'This');
  const by = editedBy(dependencies, viewer);
  await inEditRun(dependencies, { byPerson: true }, async (run) => {
    const [geodataId = ''] = await saveInRun(run, {
      file: 'geodata',
      changes: [
        {
          id: await ownShape(run.database, { officeId, list, rowId }),
          accountId: officeId,
          values: { shape: drawn.text },
        },
      ],
      by,
    });
    await saveInRun(run, {
      file: fileOf[list],
      changes: [
        {
          id: rowId,
          accountId: officeId,
          values: valuesOf(geodataId, drawn),
          before: { carrier_routes: before },
        },
      ],
      by,
    });
  });
}

interface NamedFeatures {
  name: string;
  features: ShapeFeature[];
}

/** Features without a route are known by their name, which maps show. */
const withRoute = (feature: ShapeFeature, name: string): ShapeFeature =>
  routeOfFeature(feature.properties) === null
    ? {
        ...feature,
        properties: { ...feature.properties, geocode: name.replaceAll(/[\s;]+/g, '-').slice(0, 200) },
      }
    : feature;

/** @throws {Problem} 422 for a file without a usable feature, or with too many names */
function placesOf(content: Buffer, fileName: string): { places: NamedFeatures[]; leftOut: string[] } {
  const read = readFeatures(content.toString('utf8').replace(/^\uFEFF/, ''));
  if (read instanceof CellProblem) throw notPossible(`${fileName} ${read.reason}.`);
  const nameOfFile = fileName.replace(/\.[^.]*$/, '').trim() || fileName;
  const byName = Map.groupBy(read.kept, ({ properties }) => nameOfFeature(properties) ?? nameOfFile);
  if (byName.size > maxPlacesOfFile)
    throw notPossible(
      `${fileName} has ${thousands(byName.size)} names. At most ${maxPlacesOfFile} are added at once.`,
    );
  const places = [...byName].map(([name, features]) => ({
    name,
    features: features.map((feature) => withRoute(feature, name)),
  }));
  return { places, leftOut: read.leftOut };
}

/** @throws {Problem} 404 for an office or area of others, 422 with a sentence about the file */
export async function addPlacesOfFile(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  officeId: string,
  {
    content,
    fileName,
    areaId,
    save,
  }: { content: Buffer; fileName: string; areaId: string | null; save: boolean },
): Promise<{ places: PlaceOfFile[]; leftOut: string[] }> {
  const { kysely } = dependencies.database;
  await openOffice(kysely, viewer, officeId);
  if (areaId !== null) await requireRow(kysely, { id: officeId, list: 'areas' }, areaId);
  const { places, leftOut } = placesOf(content, fileName);
  const drawn = places.map(({ name, features }) => ({ name, features, ...drawnOf(features, name) }));
  if (save) {
    const by = editedBy(dependencies, viewer);
    await inEditRun(dependencies, { byPerson: true }, async (run) => {
      for (const [index, place] of drawn.entries())
        await addPlace(
          run,
          {
            officeId,
            areaId,
            name: place.name,
            color: mapColors[index % mapColors.length]?.color ?? mapColors[0].color,
            drawn: place,
          },
          by,
        );
    });
  }
  return {
    leftOut,
    places: drawn.map(({ name, routes, addresses, features }) => ({
      name,
      routes,
      addresses,
      shape: { type: 'FeatureCollection', features: features as unknown as ZoneShape['features'] },
    })),
  };
}
