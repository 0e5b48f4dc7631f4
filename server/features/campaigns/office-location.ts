import type { OfficeLocation } from '@mailcall/contract/mailing-zones.ts';
import { zipOfAddress } from '@mailcall/contract/rules/address-zip.ts';
import { loadZipPoints } from '../../platform/zip-points.ts';

/** The feed's coordinates, otherwise the center of the address's ZIP code, which is not stored; null without both. */
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
