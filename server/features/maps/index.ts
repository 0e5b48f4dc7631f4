/*
 * Maps: offices, mailing areas and zones on a map, with their results and colors.
 *   territories, geodata, shapes-in-bounds    shapes of ZIP codes and zones, as few points as the map shows
 *   tiles                                     tiles of the base map from a file, if the operator has one
 *   list-areas, zone-performance              areas of a mailing, and its results
 *   set-color                                 colors that people choose
 * Tables: mailing_areas, mailing_zones, geodata. The import (room ingest) writes the shapes. It also writes the color of accounts.
 * Routes: the maps service.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { getGeodata, getTile } from '@mailcall/contract/map-shapes.ts';
import {
  getMapOffice,
  listMailingAreas,
  listZonePerformance,
  setAreaColor as setAreaColorRoute,
  setCampaignColor as setCampaignColorRoute,
  setNewMoverColor,
  setOfficeColor as setOfficeColorRoute,
  setZoneColor as setZoneColorRoute,
} from '@mailcall/contract/maps.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound, notValid } from '../../platform/http/problems.ts';
import { hasVersion, notModified } from '../../platform/http/revalidation.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { currentAccount, type Viewer } from '../identity/index.ts';
import { checkAccountsWithSubAccounts, checkScope } from '../scope/index.ts';
import { readGeodata, versionOfGeodata } from './geodata.ts';
import { listAreas } from './list-areas.ts';
import { officesOf } from './offices.ts';
import { setAreaColor, setCampaignColor, setOfficeColor, setZoneColor } from './set-color.ts';
import { shapesInBounds } from './shapes-in-bounds.ts';
import { boundsOfTile, ShapeTiles } from './tiles.ts';
import { performanceOf } from './zone-performance.ts';

type MapDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

export function serveMaps(routes: RouteServer<Viewer>, dependencies: MapDependencies): void {
  serveAreas(routes, dependencies);
  serveShapes(routes, dependencies);
  serveOffices(routes, dependencies);
  serveColors(routes, dependencies);
}

function serveAreas(
  routes: RouteServer<Viewer>,
  { database, clock, environment: { dayMode } }: MapDependencies,
): void {
  routes.serve(listMailingAreas, async ({ viewer, query }) => {
    const accountIds = await checkAccountsWithSubAccounts(database.kysely, viewer, query);
    return listAreas(database.kysely, accountIds, clock.now());
  });

  routes.serve(listZonePerformance, async ({ viewer, query }) => {
    const now = clock.now();
    return performanceOf(
      database.kysely,
      await checkScope(database.kysely, viewer, query, { now, dayMode }),
      now,
    );
  });
}

function serveShapes(routes: RouteServer<Viewer>, { database }: MapDependencies): void {
  const tiles = new ShapeTiles(async (accountId, geodataIds) => {
    const records = await readGeodata(database.kysely, [accountId], geodataIds);
    return new Map(records.map(({ id, geodata }) => [id, geodata]));
  });

  routes.serve(getGeodata, async ({ viewer, query, request, reply }) => {
    const ids = [...(query.ids ?? []), ...(query.id === undefined ? [] : [query.id])];
    const version = await versionOfGeodata(database.kysely, viewer.accountIds, ids);
    if (version === null) throw notFound('There is no such shape.');
    if (hasVersion({ request, reply }, version)) return notModified;
    return { records: await readGeodata(database.kysely, viewer.accountIds, ids) };
  });

  routes.serve(getTile, async ({ viewer, params: tile, query, request, reply }) => {
    const side = 2 ** tile.z;
    if (tile.x >= side) throw notValid({ x: `Use a whole number from 0 to ${side - 1}.` });
    if (tile.y >= side) throw notValid({ y: `Use a whole number from 0 to ${side - 1}.` });
    const accountIds = await checkAccountsWithSubAccounts(database.kysely, viewer, query);
    const shapes = await shapesInBounds(database.kysely, accountIds, boundsOfTile(tile));
    if (hasVersion({ request, reply }, tiles.version(shapes, tile))) return notModified;
    const compressed = await tiles.tile(shapes, tile);
    const sendsCompressed =
      /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && compressed.length > 0;
    reply.header('vary', 'accept-encoding').header('content-type', 'application/vnd.mapbox-vector-tile');
    if (sendsCompressed) reply.header('content-encoding', 'gzip');
    await reply.send(
      sendsCompressed || compressed.length === 0 ? compressed : await promisify(gunzip)(compressed),
    );
    return undefined;
  });
}

function serveOffices(routes: RouteServer<Viewer>, { database, clock }: MapDependencies): void {
  const officeOf = async (viewer: Viewer, id: string) => {
    const current = currentAccount(viewer, id);
    const [office] = viewer.accountIds.has(current) ? await officesOf(database.kysely, [current]) : [];
    if (!office) throw notFound('There is no such office.');
    return office;
  };

  routes.serve(getMapOffice, async ({ viewer, params }) => officeOf(viewer, params.id));

  routes.serve(setOfficeColorRoute, async ({ viewer, body: { id, color } }) => {
    await database.transaction((transaction) =>
      setOfficeColor(transaction, { viewer, id, color, at: clock.now() }),
    );
    return officeOf(viewer, id);
  });
}

function serveColors(routes: RouteServer<Viewer>, { database, clock }: MapDependencies): void {
  routes.serve(setAreaColorRoute, async ({ viewer, params: { id }, body: { color } }) => {
    const change = { viewer, id, color, at: clock.now() };
    await database.transaction((transaction) => setAreaColor(transaction, change, { newMover: false }));
    return { id, color };
  });

  routes.serve(setNewMoverColor, async ({ viewer, params: { id }, body: { color } }) => {
    const change = { viewer, id, color, at: clock.now() };
    await database.transaction((transaction) => setAreaColor(transaction, change, { newMover: true }));
    return { id, color };
  });

  routes.serve(setZoneColorRoute, async ({ viewer, params: { id }, body: { color } }) => {
    const change = { viewer, id, color, at: clock.now() };
    await database.transaction((transaction) => setZoneColor(transaction, change));
    return { id, color };
  });

  routes.serve(setCampaignColorRoute, async ({ viewer, params: { id }, body: { color } }) => {
    const change = { viewer, id, color, at: clock.now() };
    await database.transaction((transaction) => setCampaignColor(transaction, change));
    return { id, color };
  });
}
