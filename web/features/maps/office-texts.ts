import type { MapOffice } from '@mailcall/contract/maps.ts';
import { locationTexts } from '@mailcall/contract/mailing-zones.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';

export const officeName = (
  office: Pick<MapOffice, 'name' | 'clientLabel' | 'businessLabel' | 'industry'>,
): string => office.name.trim() || `Unknown ${wordingOf(office).Business}`;

export const officeAddress = ({ address }: Pick<MapOffice, 'address'>): string =>
  address?.trim() || 'Unknown Address';

export const officePlace = ({ locationSource }: Pick<MapOffice, 'locationSource'>): string =>
  locationSource === null ? 'Not on the map' : locationTexts[locationSource];

export function officePlaceNote({
  locationSource,
  address,
}: Pick<MapOffice, 'locationSource' | 'address'>): string | null {
  if (locationSource === 'feed') return null;
  if (locationSource === 'zip') return 'Shown at the center of its ZIP code: it has no coordinates.';
  return address?.trim()
    ? 'Not on the map: it has no coordinates, and its address has no known ZIP code.'
    : 'Not on the map: it has no coordinates and no address.';
}
