import type { mailingZone } from '@mailcall/contract/mailings.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { useMemo } from 'react';
import { MapCanvas } from './map-canvas.tsx';

/** A zone in its colour, with its office. */
export function ZoneMap({ zone }: { zone: RouteReply<typeof mailingZone> }) {
  // a new list would move the map back to the whole
  const shapes = useMemo(
    () =>
      zone.zoneGeoData === null
        ? []
        : [{ id: zone.id, name: zone.name, colour: zone.zoneColor, shape: zone.zoneGeoData }],
    [zone],
  );
  const offices = useMemo(
    () =>
      zone.officeLocation === null
        ? []
        : [{ id: 'office', name: zone.officeName, colour: zone.officeColor, place: zone.officeLocation }],
    [zone],
  );
  const around = offices.length === 0 ? '' : `, and ${zone.officeName}`;
  return (
    <MapCanvas
      title={`Map of ${zone.name}`}
      description={
        shapes.length === 0
          ? `The shape of ${zone.name} is not known yet.`
          : `The carrier routes of ${zone.name}${around}.`
      }
      shapes={shapes}
      offices={offices}
    />
  );
}
