import { Stack } from '@mantine/core';
import type { mailingZone } from '@mailcall/contract/mailing-zones.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { ZoneMap } from '../../ui/map-canvas/zone-map.tsx';
import { FactsTable } from './facts-table.tsx';

type Zone = RouteReply<typeof mailingZone>;

/** Zone of a mailing as map and table. `pieces`: quantity of the mailing, not of the zone. */
export function MailingMap({ zone, pieces }: { zone: Zone; pieces: number | null }) {
  const routes = zone.carrierRoutes;
  return (
    <Stack gap="md">
      <ZoneMap zone={zone} />
      <FactsTable
        label="Zone"
        facts={[
          ['Zone', zone.name],
          ['Mailing Area', zone.areaName],
          ['Pieces', pieces === null ? null : thousands(pieces)],
          ['Zone Quantity', zone.quantity === null ? null : thousands(zone.quantity)],
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
