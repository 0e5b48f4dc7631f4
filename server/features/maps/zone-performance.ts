import type { listZonePerformance, ZonePerformance } from '@mailcall/contract/maps.ts';
import { perThousand } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { queryInScope, recordEngine } from '../figures/index.ts';
import type { CheckedScope } from '../scope/index.ts';
import {
  type DeliveredMailing,
  deliveredInScope,
  deliveredMailings,
  newestFirst,
  placesOf,
} from './delivered-mailings.ts';
import { readTerritories, type Territory } from './territories.ts';

/** Per thousand pieces. */
export async function performanceOf(
  database: Queryable,
  scope: CheckedScope,
  now: Date,
): Promise<RouteReply<typeof listZonePerformance>> {
  const { rows, meta } = await queryInScope(
    recordEngine(database),
    scope,
    ({ accountIds }) =>
      deliveredMailings(accountIds, sql`campaigns.quantity > 0 and ${deliveredInScope(scope)}`),
    now,
  );
  return { records: sumByZone(await readTerritories(database, scope.accountIds), newestFirst(rows)), meta };
}

function sumByZone(
  territories: readonly Territory[],
  mailings: readonly DeliveredMailing[],
): ZonePerformance[] {
  const placeOf = placesOf(territories.filter(({ area }) => !area.archived));
  const sums = new Map<string, ZonePerformance>();
  for (const mailing of mailings) {
    const place = placeOf(mailing);
    if (!place) continue;
    const key = JSON.stringify(place);
    const sum = sums.get(key) ?? {
      ...place,
      campaignIds: [],
      pieces: 0,
      leads: 0,
      appointments: 0,
      leadsPerThousand: 0,
      appointmentsPerThousand: 0,
    };
    sum.campaignIds.push(mailing.id);
    sum.pieces += mailing.quantity ?? 0;
    sum.leads += mailing.leads;
    sum.appointments += mailing.appointments;
    sums.set(key, sum);
  }
  return [...sums.values()].map((sum) => ({
    ...sum,
    leadsPerThousand: perThousand(sum.leads, sum.pieces),
    appointmentsPerThousand: perThousand(sum.appointments, sum.pieces),
  }));
}
