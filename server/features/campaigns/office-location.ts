import type { OfficeLocation } from '@mailcall/contract/mailing-zones.ts';
import { zipOfAddress } from '@mailcall/contract/rules/address-zip.ts';
import { loadZipPoints } from '../../platform/zip-points.ts';

/**
 * The location of an office on maps: the feed's coordinates, otherwise the center of the ZIP code of its address, which is
 * derived each time and not stored. Null without both.
 */
export async function officeLocation(row: {
  latitude: number | null;
  longitude: number | null;
  address: string | null;
}): Promise<OfficeLocation | null> {
  const { latitude, longitude, address } = row;
  // systems write 0, 0 for no point, as in a patient list
  const isPoint = latitude !== 0 || longitude !== 0;
  if (latitude !== null && longitude !== null && isPoint) return { latitude, longitude, source: 'feed' };
  const zip = zipOfAddress(address);
  const center = zip === null ? undefined : (await loadZipPoints()).get(zip);
  return center ? { ...center, source: 'zip' } : null;
}
