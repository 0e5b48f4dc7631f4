import type { MapOffice } from '@mailcall/contract/maps.ts';
import { type Coordinates, distanceAndDirection, milesBetween } from '../../ui/map-canvas/route-shapes.ts';
import { locationOf } from './map-model.ts';

/** Such as '2.4 miles north-east', or 'about 2.4 miles north-east' if only the office's ZIP code is known; null without either location. */
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
