import type { mailingZone } from '@mailcall/contract/mailing-zones.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { useMemo } from 'react';
import { MapCanvas } from './map-canvas.tsx';

export function ZoneMap({ zone }: { zone: RouteReply<typeof mailingZone> }) {
  // a new array would fit the map to everything again
  const shapes = useMemo(
    () =>
      zone.zoneGeoData === null
        ? []
        : [{ id: zone.id, name: zone.name, color: zone.zoneColor, shape: zone.zoneGeoData }],
    [zone],
  );
  const offices = useMemo(
    () =>
      zone.officeLocation === null
        ? []
        : [{ id: 'office', name: zone.officeName, color: zone.officeColor, location: zone.officeLocation }],
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
