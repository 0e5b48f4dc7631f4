import { defaultAreaColor, mapColors } from '@mailcall/contract/rules/map-colors.ts';
import { carrierRoutesAround, type CarrierRoute, featureCollectionOf } from './carrier-routes.ts';
import type { Campaign } from './campaigns.ts';
import { dateText } from './local-time.ts';
import { officeIds, type Office } from './offices.ts';
import { Random } from './random.ts';

export const geodataColumns = ['id', 'account_id', 'type', 'shape'] as const;
export const mailingAreaColumns = [
  'id',
  'account_id',
  'name',
  'archived',
  'campaign_type',
  'quantity',
  'color',
  'list_provider_url',
  'mailing_date_from',
  'mailing_date_to',
  'geodata_id',
  'carrier_routes',
] as const;
export const mailingZoneColumns = [
  'id',
  'account_id',
  'name',
  'mailing_area_id',
  'quantity',
  'color',
  'list_provider_url',
  'geodata_id',
  'carrier_routes',
] as const;
type Row<Columns extends readonly string[]> = Record<Columns[number], string | number | boolean | null>;

export interface Territory {
  geodata: Row<typeof geodataColumns>[];
  areas: Row<typeof mailingAreaColumns>[];
  zones: Row<typeof mailingZoneColumns>[];
}

const quarters: Record<string, readonly string[]> = {
  [officeIds.asheville]: ['Montford', 'Haw Creek', 'Biltmore', 'West Asheville'],
  [officeIds.boulder]: ['North Boulder', 'Gunbarrel', 'Table Mesa', 'Mapleton Hill'],
  [officeIds.sacramento]: ['Natomas', 'East Sacramento', 'Land Park', 'Southport'],
  [officeIds.orthodontics]: ['Maple Bluff', 'Eastmorland', 'Fitchburg', 'Shorewood'],
  [officeIds.homeServices]: ['Catalina Foothills', 'Sam Hughes', 'Midvale', 'Menlo Park'],
};
const colorOf = (name: (typeof mapColors)[number]['name']) =>
  mapColors.find((known) => known.name === name)?.color ?? defaultAreaColor;
const zoneColors = [colorOf('Blue'), colorOf('Amber'), colorOf('Green'), colorOf('Pink')];
const newMoverColor = colorOf('Violet');
const archivedColor = colorOf('Gray');

const listProvider = (id: string) => `https://lists.example/orders/${id}`;

export function zoneOfCampaign(
  office: Office,
  { type }: Pick<Campaign, 'type'>,
  index: number,
): { areaId: string; zoneId: string } | null {
  const names = quarters[office.id];
  if (!names) return null;
  if (type === 'MVP Mail') {
    const areaId = `${office.code}-area-mvp`;
    return { areaId, zoneId: `${areaId}-zone-${(index % names.length) + 1}` };
  }
  if (type !== 'New Mover Mail' && type !== 'New Mover Mail (Print Only)') return null;
  return { areaId: `${office.code}-area-movers`, zoneId: `${office.code}-area-movers-zone-1` };
}

function quarterOf({ at: [east, north] }: CarrierRoute): number {
  if (Math.abs(north) > Math.abs(east)) return north > 0 ? 0 : 2;
  return east > 0 ? 1 : 3;
}

export function territoryOf(office: Office, today: number, seed: string): Territory {
  const territory: Territory = { geodata: [], areas: [], zones: [] };
  const names = quarters[office.id];
  if (!names) return territory;
  const random = new Random(`${seed}/areas/${office.id}`);
  const center = { latitude: office.latitude, longitude: office.longitude, zip: office.city.zip };

  const nearRoutes = carrierRoutesAround(center, { radius: 6.5, firstRoute: 1, random });
  addArea(territory, office, {
    id: `${office.code}-area-mvp`,
    name: `${office.city.name} Households`,
    type: 'MVP Mail',
    from: today - 320,
    to: today + 90,
    zones: names.map((name, quarter) => ({
      name,
      color: zoneColors[quarter] as string,
      routes: nearRoutes.filter((route) => quarterOf(route) === quarter),
    })),
  });
  const wideRoutes = carrierRoutesAround(center, { radius: 11, firstRoute: 101, random });
  addArea(territory, office, {
    id: `${office.code}-area-movers`,
    name: `${office.city.name} New Movers`,
    type: 'New Mover Mail',
    from: today - 200,
    to: today + 160,
    zones: [{ name: 'New Movers', color: newMoverColor, routes: wideRoutes }],
  });
  if (office.id !== officeIds.asheville && office.id !== officeIds.homeServices) return territory;
  const archivedCenter = { ...center, longitude: center.longitude + 0.11, latitude: center.latitude - 0.05 };
  addArea(territory, office, {
    id: `${office.code}-area-archived`,
    name: `${office.city.name} First Test Area`,
    type: 'MVP Mail',
    from: today - 1400,
    to: today - 1250,
    archived: true,
    zones: [
      {
        name: 'Test Zone',
        color: archivedColor,
        routes: carrierRoutesAround(archivedCenter, { radius: 4, firstRoute: 301, random }),
      },
    ],
  });
  return territory;
}

interface AreaPlan {
  id: string;
  name: string;
  type: string;
  from: number;
  to: number;
  archived?: boolean;
  zones: readonly { name: string; color: string; routes: readonly CarrierRoute[] }[];
}

function addArea(territory: Territory, office: Office, area: AreaPlan): void {
  const routes = area.zones.flatMap((zone) => zone.routes);
  territory.areas.push({
    id: area.id,
    account_id: office.id,
    name: area.name,
    archived: area.archived ?? false,
    campaign_type: area.type,
    quantity: householdsOf(routes),
    color: area.zones.length === 1 ? (area.zones[0]?.color ?? null) : office.color,
    list_provider_url: listProvider(area.id),
    mailing_date_from: dateText(area.from),
    mailing_date_to: dateText(area.to),
    geodata_id: addShape(territory, office, area.id, routes),
    carrier_routes: geocodesOf(routes),
  });
  for (const [at, zone] of area.zones.entries()) {
    const id = `${area.id}-zone-${at + 1}`;
    territory.zones.push({
      id,
      account_id: office.id,
      name: zone.name,
      mailing_area_id: area.id,
      quantity: householdsOf(zone.routes),
      color: zone.color,
      list_provider_url: listProvider(id),
      geodata_id: addShape(territory, office, id, zone.routes),
      carrier_routes: geocodesOf(zone.routes),
    });
  }
}

function addShape(
  { geodata }: Territory,
  office: Office,
  ownerId: string,
  routes: readonly CarrierRoute[],
): string {
  const id = `${ownerId}-shape`;
  const shape = JSON.stringify(featureCollectionOf(routes));
  geodata.push({ id, account_id: office.id, type: 'CarrierRoutes', shape });
  return id;
}

const householdsOf = (routes: readonly CarrierRoute[]) =>
  routes.reduce((sum, { households }) => sum + households, 0);
const geocodesOf = (routes: readonly CarrierRoute[]) => routes.map(({ geocode }) => geocode).join(';');
