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
        : [
            {
              id: 'office',
              name: zone.officeName,
              color: zone.officeColor,
              location: zone.officeLocation,
              isApproximate: zone.officeLocation.source === 'zip',
            },
          ],
    [zone],
  );
  const around = offices.length === 0 ? '' : `, around ${zone.officeName}`;
  const known =
    shapes.length === 0
      ? `The shape of ${zone.name} is not known yet.`
      : `Mailing area of ${zone.name}${around}.`;
  const place =
    zone.officeLocation?.source === 'zip'
      ? ` ${zone.officeName} is at the center of its ZIP code: it has no coordinates.`
      : '';
  return (
    <MapCanvas
      title={`Map of ${zone.name}`}
      description={`${known}${place}`}
      shapes={shapes}
      offices={offices}
    />
  );
}
