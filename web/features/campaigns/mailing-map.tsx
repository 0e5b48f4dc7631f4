import { Stack } from '@mantine/core';
import type { mailingZone } from '@mailcall/contract/mailings.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { FactsTable } from './facts-table.tsx';
import classes from './mailing-map.module.css';
import { outlineOf } from './zone-outline.ts';

type Zone = RouteReply<typeof mailingZone>;

/** The zone of a mailing: its outline around the office, and in words. */
export function MailingMap({ zone }: { zone: Zone }) {
  const routes = zone.carrierRoutes;
  return (
    <Stack gap="md">
      <Outline zone={zone} />
      <FactsTable
        label="Zone"
        facts={[
          ['Zone', zone.name],
          ['Mailing Area', zone.areaName],
          ['Pieces', zone.quantity === null ? null : thousands(zone.quantity)],
          [
            'Carrier Routes',
            routes.length === 0 ? null : `${thousands(routes.length)}: ${routes.join(', ')}`,
          ],
          ['Office', zone.officeName],
        ]}
      />
    </Stack>
  );
}

function Outline({ zone }: { zone: Zone }) {
  const outline = zone.zoneGeoData && outlineOf(zone.zoneGeoData, zone.officeLocation);
  if (!outline) return null;
  const { width, height, paths, office } = outline;
  return (
    <svg
      className={classes.outline}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Outline of the zone ${zone.name}${office ? `, with ${zone.officeName}` : ''}`}
    >
      {paths.map((path) => (
        <path key={path} d={path} fill={zone.zoneColor} stroke={zone.zoneColor} className={classes.route} />
      ))}
      {office && (
        <circle cx={office.x} cy={office.y} r={7} fill={zone.officeColor} className={classes.office} />
      )}
    </svg>
  );
}
