import type { MapOffice } from '@mailcall/contract/maps.ts';
import { type Coordinates, distanceAndDirection, milesBetween } from '../../ui/map-canvas/route-shapes.ts';
import { locationOf } from './map-model.ts';

/**
 * Distance and direction from the office: '2.4 miles north-east', or 'about 2.4 miles north-east' from the center of its ZIP code.
 * Null if either location is unknown.
 */
export function fromOffice(
  place: Coordinates | null,
  officeId: string,
  offices: readonly MapOffice[],
): { text: string; miles: number } | null {
  const office = offices.find(({ id }) => id === officeId);
  const from = office ? locationOf(office) : null;
  if (!office || !place || !from) return null;
  const text = distanceAndDirection(from, place);
  return { text: office.locationSource === 'zip' ? `about ${text}` : text, miles: milesBetween(from, place) };
}
