import type { MapOffice } from '@mailcall/contract/maps.ts';
import { type Coordinates, distanceAndDirection, milesBetween } from '../../ui/map-canvas/route-shapes.ts';
import { locationOf } from './map-model.ts';

/** How far something is from its office, and in which direction: '2.4 miles north-east'; null when one of both is not known. */
export function fromOffice(
  place: Coordinates | null,
  officeId: string,
  offices: readonly MapOffice[],
): { text: string; miles: number } | null {
  const office = offices.find(({ id }) => id === officeId);
  const from = office ? locationOf(office) : null;
  if (!place || !from) return null;
  return { text: distanceAndDirection(from, place), miles: milesBetween(from, place) };
}
