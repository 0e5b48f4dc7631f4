import { zipOfAddress } from '@mailcall/contract/rules/address-zip.ts';
import timeZoneAt from '@photostructure/tz-lookup';
import { loadZipPoints } from '../../platform/zip-points.ts';

export interface Place {
  latitude: number;
  longitude: number;
  /** IANA name. */
  timeZone: string;
}

export const placeAt = (latitude: number, longitude: number): Place => ({
  latitude,
  longitude,
  timeZone: timeZoneAt(latitude, longitude),
});

/** The center of the ZIP code; null if it is not known. */
export async function placeOfAddress(address: string): Promise<Place | null> {
  const zip = zipOfAddress(address);
  const center = zip === null ? undefined : (await loadZipPoints()).get(zip);
  return center ? placeAt(center.latitude, center.longitude) : null;
}
