import {
  listMailingAreas,
  listZonePerformance,
  setAreaColor,
  setNewMoverColor,
  setOfficeColor,
  setZoneColor,
} from '@mailcall/contract/maps.ts';
import { getGeodata, getTile, maxShapesAsGeoJson, maxTileZoom } from '@mailcall/contract/map-shapes.ts';
import { newMoverType } from '@mailcall/contract/rules/campaign-groups.ts';
import { type RequestedAccounts, requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { RequestParameters } from 'maplibre-gl';
import { call, identityHeaders, urlOf } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import type { ScopeState } from '../scope/index.ts';
import type { ShapeSource } from './map-layers.ts';
import type { MapTarget } from './map-target.ts';

export type Areas = RouteReply<typeof listMailingAreas>;

const areasKey = ['maps', 'areas'] as const;

export const areasQuery = (accounts: RequestedAccounts) =>
  queryOptions({
    queryKey: [...areasKey, requestedAccounts(accounts)],
    queryFn: ({ signal }): Promise<Areas> =>
      call(listMailingAreas, { query: requestedAccounts(accounts) }, { signal }),
    enabled: accounts.accountIds.length > 0,
    // a colleague's color appears with the next visit
    ...alwaysFresh,
  });

/** `version`: a shape can change under its id. */
export const shapesQuery = (ids: readonly string[], version: string | undefined) =>
  queryOptions({
    queryKey: ['maps', 'shapes', ids, version],
    queryFn: ({ signal }) => call(getGeodata, { query: { ids: [...ids] } }, { signal }),
    enabled: ids.length > 0,
  });

export const needsTiles = ({ meta }: Areas): boolean => meta.shapesCount > maxShapesAsGeoJson;

export function tilesOf(accounts: RequestedAccounts, shapesVersion: string): ShapeSource {
  const query = { ...requestedAccounts(accounts), version: shapesVersion };
  const address = urlOf(getTile, { params: { z: 'z', x: 'x', y: 'y' }, query });
  // keeps the template's braces; the map's worker needs an absolute URL
  const { origin } = new URL(address, window.location.origin);
  const path = address.startsWith(origin) ? address.slice(origin.length) : address;
  return { kind: 'tiles', url: origin + path.replace('/z/x/y', '/{z}/{x}/{y}'), maxZoom: maxTileZoom };
}

/** Request headers of the map: the user's for the maps service. */
export function mapRequest(url: string): RequestParameters | undefined {
  const maps = new URL(config().services.maps, window.location.origin).href;
  return url.startsWith(`${maps}/`) ? { url, headers: identityHeaders() } : undefined;
}

export const performanceQuery = (scope: ScopeState['query'], enabled: boolean) =>
  queryOptions({
    queryKey: ['maps', 'performance', scope],
    queryFn: ({ signal }) => call(listZonePerformance, { query: scope }, { signal }),
    enabled: enabled && scope.accountIds.length > 0,
  });

export async function saveColor(
  target: MapTarget,
  color: string,
  campaignType: string | null,
): Promise<void> {
  const { id } = target;
  const input = { params: { id }, body: { color } };
  if (target.kind === 'office') await call(setOfficeColor, { body: { id, color } });
  else if (target.kind === 'zone') await call(setZoneColor, input);
  else if (campaignType === newMoverType) await call(setNewMoverColor, input);
  else await call(setAreaColor, input);
}

/** Writes a saved color into cached areas and offices, because a pending answer may have the old one. */
export async function replaceColor(
  client: QueryClient,
  { kind, id }: MapTarget,
  color: string,
): Promise<void> {
  await client.cancelQueries({ queryKey: areasKey });
  const painted = <Thing extends { id: string; color: string }>(thing: Thing): Thing =>
    thing.id === id ? { ...thing, color } : thing;
  client.setQueriesData<Areas>({ queryKey: areasKey }, (areas) => {
    if (!areas) return areas;
    if (kind === 'office')
      return { ...areas, meta: { ...areas.meta, locations: areas.meta.locations.map(painted) } };
    if (kind === 'area') return { ...areas, records: areas.records.map(painted) };
    const records = areas.records.map((area) =>
      area.zones.some((zone) => zone.id === id) ? { ...area, zones: area.zones.map(painted) } : area,
    );
    return { ...areas, records };
  });
}
